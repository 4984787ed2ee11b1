// Deposits by PIX of made-up pasts: a code at the simulated rate of its moment, which the customer paid, or nobody, by the ledger's own
// functions. Nobody had announced spread or tax.

import { USD_BRL } from '../domain/price-rules.ts';
import type { Marks } from '../domain/portfolio.ts';
import { brCode } from '../domain/br-code.ts';
import { lockExpiry, reaisCost, txidOf } from '../domain/pix.ts';
import { acknowledgeDeposit, reserveDeposit } from '../ledger/deposits.ts';
import {
  creditCharge,
  expireCharge,
  insertBrlDeposit,
  type NewBrlDeposit,
  storePayload,
} from '../ledger/pix.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import { NO_TARIFF } from '../services/brl-deposits.ts';
import { SANDBOX, SANDBOX_PIX } from '../services/payment-gateway-sandbox.ts';
import { endToEndIdOf } from '../services/sandbox-bank.ts';
import type { Happening } from './seed-past.ts';

export type PastPix = {
  readonly at: number;
  readonly usdCents: number;
  readonly isPaid: boolean;
  /** When the payment came, or the code was given up. */
  readonly endsAt: number;
};

type Operation = { readonly operationId: string; readonly idempotencyKey: string; readonly marks: Marks };
/** Rows that come with the question. */
type Alongside = (db: D1Database) => readonly D1PreparedStatement[];

/** It is asked for, and ends. */
export function pastPix(
  payer: { readonly id: string; readonly mac: string },
  { at, usdCents, isPaid, endsAt }: PastPix,
  operation: Operation,
  alongside: Alongside,
): Happening[] {
  const id = crypto.randomUUID();
  const rateE4 = simulatedPrice(SIMULATED_SEED, USD_BRL, at);
  const charge: PixCharge = {
    id,
    accountId: payer.id,
    method: 'pix',
    gateway: SANDBOX,
    txid: txidOf(id),
    usdCents,
    ...reaisCost(usdCents, rateE4, NO_TARIFF),
    rateE4,
    rateAt: at,
    rateSource: 'simulated',
    ...NO_TARIFF,
    tariffId: null,
    now: at,
    expiresAt: lockExpiry(at),
  };
  return [
    { at, happen: (db) => ask(db, charge, operation, alongside) },
    {
      at: endsAt,
      happen: (db) => (isPaid ? pay(db, charge, payer.mac, endsAt) : expire(db, charge, endsAt)),
    },
  ];
}

type PixCharge = NewBrlDeposit & { readonly method: 'pix' };

async function ask(
  db: D1Database,
  charge: PixCharge,
  operation: Operation,
  alongside: Alongside,
): Promise<void> {
  const { id, accountId, usdCents, brlCents, gateway, method, txid, expiresAt, now } = charge;
  const { operationId, marks } = operation;
  await reserveDeposit(db, {
    ...operation,
    requestHash: 'seed',
    depositId: id,
    accountId,
    amountCents: usdCents,
    feeCents: 0,
    method,
    gateway,
    now,
    alongside: [insertBrlDeposit(db, charge), ...alongside(db)],
  });
  const { location } = await SANDBOX_PIX.createCharge({ txid, brlCents, expiresAt, now });
  const payload = storePayload(db, id, brCode({ location, ...SANDBOX_PIX.merchant }, brlCents));
  await acknowledgeDeposit(db, { id, operationId }, { reference: txid, marks, now, alongside: [payload] });
}

/** From the customer's own CPF. */
async function pay(db: D1Database, charge: PixCharge, payerMac: string, paidAt: number): Promise<void> {
  const { id, gateway, method, brlCents } = charge;
  const payment = { gateway, id: endToEndIdOf(paidAt, id), method, brlCents, payerMac, paidAt };
  const credit = { operationId: crypto.randomUUID(), requestHash: 'seed', now: paidAt, alongside: [] };
  const credited = await creditCharge(db, charge, payment, credit);
  if (!credited.ok) throw new Error(`a made-up payment was refused: ${credited.error}`);
}

async function expire(db: D1Database, { id }: PixCharge, now: number): Promise<void> {
  const expired = await expireCharge(db, id, now);
  if (!expired.ok) throw new Error(`a made-up code does not end: ${expired.error}`);
}
