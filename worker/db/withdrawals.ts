// Withdrawals as rows: what a customer sees of one, what the cron and the gateway's callback need of it, and how it goes forward while no
// money moves. What moves money is worker/ledger/withdrawals.ts.

import type { TimeCursor } from '../domain/cursors.ts';
import type { Hold } from '../domain/holds.ts';
import type { PayoutAccountStatus, PayoutMethod } from '../domain/payout-accounts.ts';
import {
  APPROVALS_NEEDED,
  FOUR_EYES,
  type WithdrawalFacts,
  type WithdrawalFlag,
  type WithdrawalState,
} from '../domain/withdrawals.ts';
import { isFrozenSql } from './freezes.ts';
import { mayActSql } from './operators/may-act.ts';

/** JSON of WithdrawalFacts: withdrawal `w` to the payout account `p`. */
export const WITHDRAWAL_JSON = `json_object('id', w.id, 'state', w.state, 'method', w.method, 'to', p.masked,
  'amountCents', w.amount_cents, 'feeCents', w.fee_cents, 'brlCents', w.brl_cents, 'rateE4', w.rate_e4, 'holds', json(w.holds),
  'holdUntil', w.hold_until, 'requestedAt', w.requested_at, 'expectedOn', w.expected_on, 'sentAt', w.sent_at,
  'settledAt', w.settled_at, 'returnedAt', (SELECT back.created_at FROM operations back WHERE back.id = w.return_id),
  'failure', w.failure, 'gateway', w.gateway)`;
const SHOWN = 'withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id';

/** States that never had or no longer have the money: what limits add up is not in them. */
export const GIVEN_BACK = `('returned', 'cancelled', 'rejected')`;

export async function findWithdrawal(
  db: D1Database,
  accountId: string,
  id: string,
): Promise<WithdrawalFacts | null> {
  const facts = await db
    .prepare(`SELECT ${WITHDRAWAL_JSON} AS facts FROM ${SHOWN} WHERE w.id = ?1 AND w.account_id = ?2`)
    .bind(id, accountId)
    .first<string>('facts');
  return facts === null ? null : (JSON.parse(facts) as WithdrawalFacts);
}

/** Newest first, by withdrawals_by_account. */
export async function listWithdrawals(
  db: D1Database,
  accountId: string,
  { after, limit }: { readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<WithdrawalFacts[]> {
  const { results } = await db
    .prepare(
      `SELECT ${WITHDRAWAL_JSON} AS facts FROM ${SHOWN}
       WHERE w.account_id = ?1 AND (w.requested_at, w.id) < (?2, ?3) ORDER BY w.requested_at DESC, w.id DESC LIMIT ?4`,
    )
    .bind(accountId, after?.at ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', limit)
    .all<{ facts: string }>();
  return results.map(({ facts }) => JSON.parse(facts) as WithdrawalFacts);
}

export type PayoutTarget = {
  readonly method: PayoutMethod;
  readonly status: PayoutAccountStatus;
  readonly masked: string;
};

/** Where a withdrawal is to go: an account of the customer's that is still one of his. */
export async function findPayoutTarget(
  db: D1Database,
  accountId: string,
  id: string,
): Promise<PayoutTarget | null> {
  return db
    .prepare(
      `SELECT method, status, masked FROM payout_accounts WHERE id = ?1 AND account_id = ?2 AND status <> 'removed'`,
    )
    .bind(id, accountId)
    .first<PayoutTarget>();
}

export type NewWithdrawal = {
  readonly withdrawalId: string;
  readonly operationId: string;
  readonly accountId: string;
  readonly payoutAccountId: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly holds: readonly Hold[];
  readonly holdUntil: number;
  readonly expectedOn: string;
  readonly gateway: string;
  /** False: it waits for the link of the letter. */
  readonly confirmed: boolean;
  readonly now: number;
};

/** Why two operators look at it, of account `a` and payout account `p`: in the batch itself, so that three at once count one another. */
const FLAGS: Readonly<Record<Exclude<WithdrawalFlag, 'stopped'>, string>> = {
  large: `?5 > ${FOUR_EYES.largeAboveCents}`,
  'young-account': `a.created_at > ?9 - ${FOUR_EYES.youngAccountMs}`,
  'first-use': `?5 > ${FOUR_EYES.firstUseAboveCents} AND NOT EXISTS (SELECT 1 FROM withdrawals other
    WHERE other.payout_account_id = p.id AND other.account_id = a.id AND other.state = 'paid' AND other.return_id IS NULL)`,
  frequent: `(SELECT count(*) FROM withdrawals other WHERE other.account_id = a.id AND other.requested_at > ?9 - ${FOUR_EYES.frequentMs}
    AND other.state NOT IN ${GIVEN_BACK}) + 1 >= ${FOUR_EYES.frequentCount}`,
  contested: `EXISTS (SELECT 1 FROM brl_deposits c WHERE c.account_id = a.id AND c.state = 'contested')`,
};
const FLAGS_JSON = `(SELECT json_group_array(flag) FROM (${Object.entries(FLAGS)
  .map(([flag, when]) => `SELECT '${flag}' AS flag WHERE ${when}`)
  .join(' UNION ALL ')}))`;

/** After its transaction. Writes nothing unless the payout account is the customer's, and both are in good standing. */
export function insertWithdrawal(db: D1Database, w: NewWithdrawal): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO withdrawals (id, account_id, payout_account_id, method, amount_cents, fee_cents, state, hold_until, holds, flags,
         requested_at, expected_on, gateway, reserve_id)
       SELECT ?1, account_id, payout_account_id, method, ?5, ?6,
         CASE WHEN NOT ?12 THEN 'unconfirmed' WHEN ?7 > ?9 THEN 'held' WHEN flags = '[]' THEN 'ready' ELSE 'waiting-approval' END,
         ?7, ?8, flags, ?9, ?10, ?11, ?2
       FROM (SELECT a.id AS account_id, p.id AS payout_account_id, p.method, ${FLAGS_JSON} AS flags
         FROM payout_accounts p JOIN accounts a ON a.id = p.account_id JOIN users u ON u.id = a.id
         WHERE p.id = ?4 AND p.account_id = ?3 AND p.status = 'active' AND u.status = 'active')`,
    )
    .bind(
      w.withdrawalId,
      w.operationId,
      w.accountId,
      w.payoutAccountId,
      w.amountCents,
      w.feeCents,
      w.holdUntil,
      JSON.stringify(w.holds),
      w.now,
      w.expectedOn,
      w.gateway,
      w.confirmed ? 1 : 0,
    );
}

/** The link of the letter was pressed: matches no row of one that is not waiting for it. Without a hold the next run of the cron has it. */
export function confirmWithdrawalStatement(
  db: D1Database,
  { id, expectedOn }: { readonly id: string; readonly expectedOn: string },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals SET state = 'held', expected_on = ?2 WHERE id = ?1 AND state = 'unconfirmed'`,
    )
    .bind(id, expectedOn);
}

/** What a payment out is to the gateway and to the ledger. */
export type SentPayout = {
  readonly id: string;
  readonly accountId: string;
  readonly state: WithdrawalState;
  readonly method: PayoutMethod;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly brlCents: number | null;
  readonly rateE4: number | null;
  readonly sentAt: number | null;
  readonly gateway: string;
  readonly reference: string | null;
  readonly returnId: string | null;
  /** Where to, masked. */
  readonly to: string;
};
const PAYOUT = `w.id, w.account_id AS accountId, w.state, w.method, w.amount_cents AS amountCents, w.fee_cents AS feeCents,
  w.brl_cents AS brlCents, w.rate_e4 AS rateE4, w.sent_at AS sentAt, w.gateway, w.gateway_reference AS reference, w.return_id AS returnId,
  (SELECT target.masked FROM payout_accounts target WHERE target.id = w.payout_account_id) AS "to"`;

export async function findPayout(db: D1Database, id: string): Promise<SentPayout | null> {
  return db.prepare(`SELECT ${PAYOUT} FROM withdrawals w WHERE w.id = ?1`).bind(id).first<SentPayout>();
}

/** Approvals of `w` since it was last stopped. */
const APPROVED = `FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id
  AND d.decision = 'approve' AND d.seq > coalesce((SELECT max(s.seq) FROM withdrawal_decisions s
    WHERE s.withdrawal_id = w.id AND s.decision = 'stop'), 0)`;
/** How many operators approved `w`, whatever became of them; the customer is none of them (withdrawal_decisions_by_others). */
export const APPROVALS_EVER = `(SELECT count(DISTINCT d.operator_id) ${APPROVED})`;
/** Those that count now: of operators who may still decide. */
export const APPROVALS = `(SELECT count(DISTINCT d.operator_id) ${APPROVED} AND ${mayActSql('d.operator_id', 'withdrawals.decide')})`;
/** Nobody need approve `w`, or enough have. */
export const IS_APPROVED = `(w.flags = '[]' OR ${APPROVALS} >= ${APPROVALS_NEEDED})`;

/** The payer's bank contests a deposit of this customer: two operators look at what has not left yet. */
export function flagContestedStatement(db: D1Database, accountId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals SET state = iif(state = 'ready', 'waiting-approval', state),
         flags = iif(instr(flags, '"contested"') > 0, flags, json_insert(flags, '$[#]', 'contested'))
       WHERE account_id = ?1 AND end_id IS NULL AND state <> 'sending'`,
    )
    .bind(accountId);
}

/** What is over its holds goes on: to the bank, or to two operators. */
export function releaseStatement(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = iif(${IS_APPROVED}, 'ready', 'waiting-approval')
       WHERE w.end_id IS NULL AND w.state = 'held' AND w.hold_until <= ?1`,
    )
    .bind(now);
}

/** One who approved it may no longer decide: another is asked. */
export function askAgainStatement(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `UPDATE withdrawals AS w SET state = 'waiting-approval' WHERE w.end_id IS NULL AND w.state = 'ready' AND NOT ${IS_APPROVED}`,
  );
}

/** Who did not press the link in time. */
export async function unconfirmedSince(db: D1Database, before: number, limit: number): Promise<SentPayout[]> {
  const { results } = await db
    .prepare(
      `SELECT ${PAYOUT} FROM withdrawals w WHERE w.end_id IS NULL AND w.state = 'unconfirmed' AND w.requested_at <= ?1
       ORDER BY w.requested_at LIMIT ?2`,
    )
    .bind(before, limit)
    .all<SentPayout>();
  return results;
}

/** A customer who is frozen or suspended is paid nothing. */
const IN_GOOD_STANDING = `EXISTS (SELECT 1 FROM users u WHERE u.id = w.account_id AND u.status = 'active')
  AND NOT ${isFrozenSql('w.account_id', '?1')}`;

export type DuePayout = SentPayout & { readonly sealedDetails: string };

/** The oldest that may be sent; those that a run could not send come after who waits since before it. */
export async function readyPayouts(db: D1Database, now: number, limit: number): Promise<DuePayout[]> {
  const { results } = await db
    .prepare(
      `SELECT ${PAYOUT}, p.sealed_details AS sealedDetails FROM ${SHOWN}
       WHERE w.end_id IS NULL AND w.state = 'ready' AND p.sealed_details IS NOT NULL AND ${IN_GOOD_STANDING}
       ORDER BY coalesce(w.claimed_until, w.requested_at) LIMIT ?2`,
    )
    .bind(now, limit)
    .all<DuePayout>();
  return results;
}

/** Without a rate, a gateway or what opens the seal: however many of these there are, they keep nobody else waiting. */
export function postponeStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(`UPDATE withdrawals SET claimed_until = ?2 WHERE id = ?1 AND state = 'ready'`)
    .bind(id, now);
}

export type Sending = {
  readonly brlCents: number | null;
  readonly rateE4: number | null;
  readonly expectedOn: string;
  readonly askedAt: number;
  readonly now: number;
};

/**
 * From here on it is with the bank: whoever changes the row calls the gateway, and nobody else ever does. Changes none where it was
 * cancelled, stopped or sent meanwhile.
 */
export function sendingStatement(db: D1Database, id: string, sent: Sending): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = 'sending', sent_at = ?1, claimed_until = ?3, brl_cents = ?4, rate_e4 = ?5, expected_on = ?6
       WHERE w.id = ?2 AND w.state = 'ready' AND w.hold_until <= ?1 AND ${IS_APPROVED} AND ${IN_GOOD_STANDING}`,
    )
    .bind(sent.now, id, sent.askedAt, sent.brlCents, sent.rateE4, sent.expectedOn);
}

/** The gateway's own name of the payment; the first that it says stays. */
export function noteReferenceStatement(db: D1Database, id: string, reference: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals SET gateway_reference = ?2 WHERE id = ?1 AND state = 'sending' AND gateway_reference IS NULL`,
    )
    .bind(id, reference);
}

/** Those that the gateway is asked about now. */
export async function payoutsToAsk(db: D1Database, now: number, limit: number): Promise<SentPayout[]> {
  const { results } = await db
    .prepare(
      `SELECT ${PAYOUT} FROM withdrawals w WHERE w.end_id IS NULL AND w.state = 'sending' AND w.claimed_until <= ?1
       ORDER BY w.claimed_until LIMIT ?2`,
    )
    .bind(now, limit)
    .all<SentPayout>();
  return results;
}

/** False where another run asks. */
export async function claimQuestion(
  db: D1Database,
  id: string,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE withdrawals SET claimed_until = ?3 WHERE id = ?1 AND state = 'sending' AND claimed_until <= ?2`,
    )
    .bind(id, now, until)
    .run();
  return meta.changes === 1;
}
