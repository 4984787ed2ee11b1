// The letters about withdrawals, written in the batch of what they tell from the rows as that batch leaves them.

import type { MailMessage, WithdrawalReturn } from '../domain/mail-messages.ts';
import { mailForEachStatement } from './outbox.ts';

type Letter = { readonly now: number; readonly origin?: string | undefined };
type Kind = Extract<
  MailMessage['kind'],
  'withdrawal-requested' | 'withdrawal-confirm' | 'withdrawal-paid' | 'withdrawal-returned'
>;

const FROM = 'FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id';
const WITHDRAWN = `'amountCents', w.amount_cents, 'method', w.method, 'to', p.masked`;
const RECEIPT = `'transactionId', w.id, ${WITHDRAWN}, 'feeCents', w.fee_cents, 'gateway', w.gateway`;

function letter(
  db: D1Database,
  kind: Kind,
  mail: {
    readonly id: string;
    readonly message: string;
    readonly where: string;
    readonly params: readonly (string | number | null)[];
  } & Letter,
): D1PreparedStatement {
  return mailForEachStatement(db, {
    kind,
    rows: `SELECT ${mail.id} AS id, w.account_id AS user_id, json_object(${mail.message}) AS message ${FROM} WHERE ${mail.where}`,
    params: mail.params,
    now: mail.now,
    origin: mail.origin,
  });
}

/** Once it is sure that the customer asked for it: at once, or by the link of the other letter. */
export function requestedLetter(db: D1Database, id: string, { now, origin }: Letter): D1PreparedStatement {
  return letter(db, 'withdrawal-requested', {
    id: `'withdrawal:' || w.id`,
    message: `${RECEIPT}, 'holdUntil', iif(w.hold_until > ?2, w.hold_until, NULL), 'expectedOn', w.expected_on,
      'isReviewed', json(iif(w.flags = '[]', 'false', 'true')), 'at', w.requested_at`,
    where: `w.id = ?1 AND w.state <> 'unconfirmed'`,
    params: [id, now],
    now,
    origin,
  });
}

/** To who has no second factor. */
export function confirmLetter(
  db: D1Database,
  link: { readonly withdrawalId: string; readonly linkId: string; readonly expiresAt: number },
  { now, origin }: Letter,
): D1PreparedStatement {
  return letter(db, 'withdrawal-confirm', {
    id: '?2',
    message: `${WITHDRAWN}, 'linkId', ?2, 'expiresAt', ?3`,
    where: `w.id = ?1 AND w.state = 'unconfirmed'`,
    params: [link.withdrawalId, link.linkId, link.expiresAt],
    now,
    origin,
  });
}

export function paidLetter(db: D1Database, id: string, { now, origin }: Letter): D1PreparedStatement {
  return letter(db, 'withdrawal-paid', {
    id: `'withdrawal-paid:' || w.id`,
    message: `${RECEIPT}, 'brlCents', w.brl_cents, 'rateE4', w.rate_e4, 'at', w.settled_at`,
    where: `w.id = ?1 AND w.state = 'paid'`,
    params: [id],
    now,
    origin,
  });
}

/** Whatever of these came back in this batch: one withdrawal, or all of a customer's that a freeze cancelled. */
export function backLetters(
  db: D1Database,
  which: { readonly withdrawalId: string } | { readonly accountId: string },
  why: { readonly because: WithdrawalReturn; readonly note?: string | null },
  { now, origin }: Letter,
): D1PreparedStatement {
  const [column, value] = 'withdrawalId' in which ? ['id', which.withdrawalId] : ['account_id', which.accountId];
  return letter(db, 'withdrawal-returned', {
    id: `'withdrawal-back:' || w.id`,
    message: `'transactionId', w.id, ${WITHDRAWN}, 'because', ?3, 'note', ?4, 'at', ?2`,
    where: `w.${column} = ?1 AND w.settled_at = ?2 AND w.state IN ('returned', 'cancelled', 'rejected')`,
    params: [value, now, why.because, why.note ?? null],
    now,
    origin,
  });
}

/** The bank sent it back after it had been paid: what had been sent, less the fee of a wire. */
export function bouncedLetter(
  db: D1Database,
  bounced: { readonly withdrawalId: string; readonly transactionId: string },
  { now, origin }: Letter,
): D1PreparedStatement {
  return letter(db, 'withdrawal-returned', {
    id: `'withdrawal-bounced:' || w.id`,
    message: `'transactionId', ?2, 'amountCents', w.amount_cents - w.fee_cents, 'method', w.method, 'to', p.masked,
      'because', 'bank', 'note', NULL, 'at', ?3`,
    where: 'w.id = ?1 AND w.return_id IS NOT NULL',
    params: [bounced.withdrawalId, bounced.transactionId, now],
    now,
    origin,
  });
}
