// Reais that are booked without being credited by the same operation, and what is kept of a payment: never whose number paid it.

import { numberMacs } from '../auth/identity-sealing.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { StoredBrlPayment } from '../db/brl-deposits.ts';
import { sha256Hex } from '../db/sha256.ts';
import type { RefundReason } from '../domain/pix.ts';
import { type ArrivedPayment, type Arrival, bookArrival, sendBack } from '../ledger/reais.ts';
import type { PixReceived, TedReceived } from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { refundLetter } from './reais-letters.ts';

/** Of what the bank said, but not of who paid: from the rest, which is stored, a number could be found by trying them all. */
export function hashOf(said: PixReceived | TedReceived): Promise<string> {
  return sha256Hex(JSON.stringify({ ...said, payer: undefined, text: null }));
}

/** What waits goes back, with a letter that says why. False: it has moved on. */
export async function giveBack(
  deps: MoneyDeps,
  payment: StoredBrlPayment,
  reason: RefundReason,
): Promise<boolean> {
  const now = deps.now();
  const sent = await sendBack(deps.db, payment, {
    operationId: deps.newId(),
    requestHash: await sha256Hex(JSON.stringify(payment)),
    reason,
    now,
    alongside: refundLetter(deps, payment, { ...payment, reason }, now),
  });
  return sent.ok;
}

/** For what is not credited by the same operation. False for what was booked before. */
export async function book(
  deps: MoneyDeps,
  payment: ArrivedPayment,
  arrival: Omit<Arrival, 'operationId' | 'now' | 'alongside'>,
): Promise<boolean> {
  const now = deps.now();
  const { accountId, depositId, reason } = arrival;
  const alongside = refundLetter(deps, payment, { accountId, depositId, reason }, now);
  const booked = await bookArrival(deps.db, payment, {
    ...arrival,
    operationId: deps.newId(),
    now,
    alongside,
  });
  if (booked.ok && accountId !== null) deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  return booked.ok;
}

/** The payer's CPF under the values of the pepper, the newest first; none where the bank says none, or that of a company. */
export function macsOf({ env }: Pick<MoneyDeps, 'env'>, payer: PixReceived['payer']): readonly string[] {
  if (payer?.number.length !== 11) return [];
  const { newest, older } = numberMacs(env.PASSWORD_PEPPER, {
    country: 'BR',
    kind: 'cpf',
    number: payer.number,
  });
  return [newest, ...older];
}
