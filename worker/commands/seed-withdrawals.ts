// Withdrawals of made-up pasts: to an account that a bank has confirmed, by the ledger's own functions.

import { payoutMarks, sealPayout } from '../auth/payout-sealing.ts';
import { insertPayoutAccountStatement } from '../db/payout-accounts.ts';
import { guardWithdrawalLimits } from '../db/withdrawal-limits.ts';
import { type SentPayout } from '../db/withdrawals.ts';
import { noteReferenceStatement, sendingStatement } from '../db/payouts-at-bank.ts';
import { arrivalDay } from '../domain/business-days.ts';
import { type Hold, holdUntil } from '../domain/holds.ts';
import { mulDiv } from '../domain/money.ts';
import { maskPayout, type PayoutDetails, type PayoutMethod } from '../domain/payout-accounts.ts';
import { NO_MARKS, type Marks } from '../domain/portfolio.ts';
import { USD_BRL } from '../domain/price-rules.ts';
import { nextAskedAt, withdrawalFeeCents } from '../domain/withdrawals.ts';
import { payOut } from '../ledger/payouts.ts';
import { giveBack, reserveWithdrawal } from '../ledger/withdrawals.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import { SANDBOX } from '../services/payment-gateway-sandbox.ts';
import { macOf } from './seed-identities.ts';

export type PastWithdrawal = {
  readonly at: number;
  readonly amountCents: number;
  readonly method: PayoutMethod;
  /** `asked`: it waits for the end of its holds, or for operators; `sending`: the bank has taken it, and has not said more. */
  readonly outcome: 'paid' | 'returned' | 'asked' | 'sending';
  /** When the bank has said what became of it. */
  readonly decidedAt: number;
  /** Not given: none. */
  readonly holds?: readonly Hold[];
};

/** An e-mail key, and accounts that no bank has. */
function detailsOf(method: PayoutMethod, email: string): PayoutDetails {
  switch (method) {
    case 'pix':
      return { method, keyType: 'email', key: email };
    case 'ted':
      return { method, bank: '999', branch: '0001', number: '1234567', kind: 'checking' };
    case 'wire':
      return { method, iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22XXX' };
  }
}

type Owner = { readonly id: string; readonly email: string };
const accountIdOf = ({ id }: Owner, method: PayoutMethod): string => `payout-${method}-${id}`;

export type PayoutSecrets = { readonly pepper: string; readonly payoutKey: string };

/** Where a customer's money goes by this way. `place`: of the number by which he is known (seed-identities.ts). */
export async function payoutAccountStatement(
  db: D1Database,
  { pepper, payoutKey }: PayoutSecrets,
  owner: Owner & { readonly place: number },
  method: PayoutMethod,
  now: number,
): Promise<D1PreparedStatement> {
  const details = detailsOf(method, owner.email);
  return insertPayoutAccountStatement(db, {
    id: accountIdOf(owner, method),
    accountId: owner.id,
    method,
    keyType: details.method === 'pix' ? details.keyType : null,
    sealedDetails: await sealPayout(payoutKey, owner.id, details),
    masked: maskPayout(details),
    mark: payoutMarks(payoutKey, details).newest,
    olderMarks: [],
    holderMac: macOf(pepper, owner.place),
    status: 'active',
    isSource: 0,
    checkedBy: SANDBOX,
    checks: 1,
    checkAgainAt: null,
    createdAt: now,
  });
}

/** It is asked for, and where it is over the bank has decided a moment later: what happens first, and what then. */
export function pastWithdrawal(
  owner: Owner,
  past: PastWithdrawal,
  operation: { readonly operationId: string; readonly idempotencyKey: string; readonly marks?: Marks },
) {
  const { at, amountCents, method, outcome, decidedAt, holds = [] } = past;
  const id = crypto.randomUUID();
  const reference = `${SANDBOX}-${id}`;
  const feeCents = withdrawalFeeCents(method);
  const rateE4 = method === 'wire' ? null : simulatedPrice(SIMULATED_SEED, USD_BRL, at);
  const brlCents = rateE4 === null ? null : mulDiv(amountCents - feeCents, rateE4, 10_000, 'down');
  const until = holdUntil(holds, at);
  const expectedOn = arrivalDay(method, until);
  const payout: SentPayout = {
    id,
    accountId: owner.id,
    state: 'sending',
    method,
    amountCents,
    feeCents,
    brlCents,
    rateE4,
    sentAt: at,
    gateway: SANDBOX,
    reference: null,
    returnId: null,
    settledAt: null,
    unknownAt: null,
    refused: null,
    to: '',
  };
  const ask = async (db: D1Database): Promise<void> => {
    const reserved = await reserveWithdrawal(db, {
      marks: NO_MARKS,
      ...operation,
      requestHash: 'seed',
      withdrawalId: id,
      accountId: owner.id,
      payoutAccountId: accountIdOf(owner, method),
      method,
      amountCents,
      feeCents,
      holds,
      holdUntil: until,
      expectedOn,
      gateway: SANDBOX,
      confirmed: true,
      now: at,
      alongside: [guardWithdrawalLimits(db, { ...operation, accountId: owner.id }, at)],
    });
    if (!reserved.ok) throw new Error(`a made-up withdrawal was refused: ${reserved.error}`);
    if (outcome === 'asked') return;
    await db.batch([
      sendingStatement(db, id, { brlCents, rateE4, expectedOn, askedAt: nextAskedAt(at, at), now: at }),
      ...(outcome === 'sending' ? [noteReferenceStatement(db, id, reference)] : []),
    ]);
  };
  const decide = async (db: D1Database): Promise<void> => {
    const said = { initiator: 'gateway', reference, now: decidedAt } as const;
    const ended =
      outcome === 'paid'
        ? await payOut(db, payout, { ...said, requestHash: 'seed' }, [])
        : await giveBack(db, id, { ...said, state: 'returned', failure: null }, []);
    if (!ended.ok) throw new Error(`a made-up withdrawal does not end: ${ended.error}`);
  };
  const isOver = outcome === 'paid' || outcome === 'returned';
  return [{ at, happen: ask }, ...(isOver ? [{ at: decidedAt, happen: decide }] : [])];
}
