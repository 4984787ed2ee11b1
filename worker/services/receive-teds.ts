// TEDs that reached the bank account: whose each is, and the rate of the moment in which it is credited.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import {
  findAccountByCpf,
  findAccountByStart,
  findBrlPayment,
  type StoredBrlPayment,
} from '../db/brl-deposits.ts';
import { guardDepositLimits } from '../db/deposit-limits.ts';
import { sha256Hex } from '../db/sha256.ts';
import { depositRefusal } from '../domain/fees.ts';
import { registerMaxCents } from '../domain/level-limits.ts';
import { dollarsFor, namedByText, reaisArrived } from '../domain/pix.ts';
import { creditWaiting } from '../ledger/pix.ts';
import type { ArrivedPayment } from '../ledger/reais.ts';
import { book, giveBack, hashOf, macsOf } from './book-reais.ts';
import { currentTerms } from './brl-deposits.ts';
import type { TedReceived } from './payment-gateway.ts';
import { lastUsdBrlE4, type MoneyDeps, rateToExchangeAt } from './price-source.ts';
import { receiptLetter } from './reais-letters.ts';

/** False for what was booked before. */
export async function takeTed(deps: MoneyDeps, gateway: string, payment: TedReceived): Promise<boolean> {
  const name = { gateway, id: payment.id };
  if ((await findBrlPayment(deps.db, name)) !== null) return false;
  const macs = macsOf(deps, payment.payer);
  const start = namedByText(payment.text ?? '');
  const [owner, named] = await Promise.all([
    findAccountByCpf(deps.db, macs),
    start === null ? null : findAccountByStart(deps.db, start),
  ]);
  const arrived: ArrivedPayment = {
    ...name,
    method: 'ted',
    brlCents: payment.brlCents,
    paidAt: payment.paidAt,
    payerMac: macs[0] ?? null,
  };
  const nobody = { requestHash: await hashOf(payment), depositId: null, reason: null };
  if (payment.payer !== null && named !== null && named !== owner) {
    return book(deps, arrived, { ...nobody, state: 'refunding', accountId: named, reason: 'other-payer' });
  }
  if (owner === null) return book(deps, arrived, { ...nobody, state: 'unknown', accountId: named });
  const isNew = await book(deps, arrived, { ...nobody, state: 'waiting', accountId: owner });
  const booked = isNew ? await findBrlPayment(deps.db, name) : null;
  if (booked !== null) await creditTed(deps, booked);
  return isNew;
}

/**
 * What waits by TED, at the rate of now: credited, or sent back where a limit on deposits is in its way. False while nobody knows a
 * rate.
 */
export async function creditTed(deps: MoneyDeps, payment: StoredBrlPayment): Promise<boolean> {
  const { accountId, brlCents, gateway, paidAt } = payment;
  if (payment.state !== 'waiting' || accountId === null) return false;
  const [rate, { tariff, ...terms }, usdBrlE4] = await Promise.all([
    rateToExchangeAt(deps),
    currentTerms(deps),
    lastUsdBrlE4(deps),
  ]);
  if (rate === null) return false;
  const usdCents = dollarsFor(brlCents, rate.rateE4, terms);
  if (depositRefusal(usdCents) !== null) return giveBack(deps, payment, 'out-of-bounds');
  const now = deps.now();
  const [id, operationId, movingId, settlementId] = Array.from({ length: 4 }, deps.newId) as [
    string,
    string,
    string,
    string,
  ];
  const deposit = {
    id,
    accountId,
    method: 'ted',
    gateway,
    usdCents,
    ...reaisArrived(brlCents, usdCents, rate.rateE4, terms),
    rateE4: rate.rateE4,
    rateAt: Date.parse(rate.asOf),
    rateSource: rate.source,
    ...terms,
    tariffId: tariff?.id ?? null,
    paidAt,
    now,
  } as const;
  const limits = guardDepositLimits(
    deps.db,
    { operationId, accountId, registerMaxCents: registerMaxCents(usdBrlE4) },
    now,
  );
  const credited = await creditWaiting(deps.db, payment, deposit, {
    operationId,
    movingId,
    settlementId,
    accountId,
    requestHash: await sha256Hex(JSON.stringify(payment)),
    gateway,
    now,
    limits,
    alongside: [receiptLetter(deps, { ...deposit, legalBasis: tariff?.legalBasis ?? null }, now)],
  });
  if (credited.ok) {
    deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
    return true;
  }
  return credited.error === 'LimitReached' && giveBack(deps, payment, 'limit');
}
