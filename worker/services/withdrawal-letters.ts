// The letters about a withdrawal, as statements for the batch of what they tell of.

import { mailForEachStatement, mailStatement } from '../db/outbox.ts';
import type { SentPayout } from '../db/withdrawals.ts';
import type { WithdrawalReturn } from '../domain/withdrawal-mails.ts';
import type { Deps } from './deps.ts';

type LetterDeps = Pick<Deps, 'db' | 'origin'>;

/** Read from the row that the batch has written: its flags are decided there. */
export function requestedLetter(
  { db, origin }: LetterDeps,
  withdrawalId: string,
  now: number,
): D1PreparedStatement {
  return mailForEachStatement(db, {
    kind: 'withdrawal-requested',
    rows: `SELECT 'withdrawal-requested:' || w.id AS id, w.account_id AS user_id, json_object('kind', 'withdrawal-requested',
        'transactionId', w.id, 'amountCents', w.amount_cents, 'feeCents', w.fee_cents, 'method', w.method, 'to', p.masked,
        'holdUntil', iif(w.holds = '[]', NULL, w.hold_until), 'expectedOn', w.expected_on,
        'isReviewed', json(iif(w.flags = '[]', 'false', 'true')), 'gateway', w.gateway, 'at', w.requested_at) AS message
      FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id WHERE w.id = ?1`,
    params: [withdrawalId],
    now,
    origin,
  });
}

export function paidLetter({ db, origin }: LetterDeps, payout: SentPayout, now: number): D1PreparedStatement {
  const { id, accountId, amountCents, feeCents, method, to, brlCents, rateE4, gateway } = payout;
  return mailStatement(db, {
    id: `withdrawal-paid:${id}`,
    userId: accountId,
    message: {
      kind: 'withdrawal-paid',
      transactionId: id,
      amountCents,
      feeCents,
      method,
      to,
      brlCents,
      rateE4,
      gateway,
      at: now,
    },
    now,
    origin,
  });
}

/** By what all of a customer's are cancelled at once, and how the letter calls it. */
const CANCELLED_BY = { frozen: 'freeze', 'charge-back': 'charge-back' } as const satisfies Record<
  string,
  WithdrawalReturn
>;

/** One for each that a freeze or a charge-back cancelled in the batch. */
export function cancelledLetters(
  { db, origin }: LetterDeps,
  accountId: string,
  failure: keyof typeof CANCELLED_BY,
  now: number,
): D1PreparedStatement {
  return mailForEachStatement(db, {
    kind: 'withdrawal-returned',
    rows: `SELECT 'withdrawal-returned:' || w.id AS id, w.account_id AS user_id, json_object('kind', 'withdrawal-returned',
        'transactionId', w.id, 'amountCents', w.amount_cents, 'method', w.method, 'to', p.masked, 'because', ?4, 'note', NULL,
        'at', w.settled_at) AS message
      FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id
      WHERE w.account_id = ?1 AND w.settled_at = ?2 AND w.failure = ?3`,
    params: [accountId, now, failure, CANCELLED_BY[failure]],
    now,
    origin,
  });
}

/** Nothing to who cancelled it himself: the page has said so. */
export function returnedLetter(
  { db, origin }: LetterDeps,
  { id, accountId, method, to }: SentPayout,
  {
    cents,
    because,
    note = null,
    transactionId = id,
    now,
  }: {
    readonly cents: number;
    /** Of a payment that came back: of the movement by which it did. */
    readonly transactionId?: string;
    readonly because: WithdrawalReturn;
    readonly note?: string | null;
    readonly now: number;
  },
): D1PreparedStatement {
  return mailStatement(db, {
    id: `withdrawal-returned:${id}`,
    userId: accountId,
    message: {
      kind: 'withdrawal-returned',
      transactionId,
      amountCents: cents,
      method,
      to,
      because,
      note,
      at: now,
    },
    now,
    origin,
  });
}
