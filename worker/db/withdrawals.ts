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
import { mayActSql } from './operators/may-act.ts';
import { byWireAloneSql } from './identities.ts';

/** JSON of WithdrawalFacts: withdrawal `w` to the payout account `p`. */
export const WITHDRAWAL_JSON = `json_object('id', w.id, 'state', w.state, 'method', w.method, 'to', p.masked,
  'amountCents', w.amount_cents, 'feeCents', w.fee_cents, 'brlCents', w.brl_cents, 'rateE4', w.rate_e4, 'holds', json(w.holds),
  'holdUntil', w.hold_until, 'requestedAt', w.requested_at, 'expectedOn', w.expected_on, 'sentAt', w.sent_at,
  'settledAt', w.settled_at, 'returnedAt', (SELECT back.created_at FROM operations back WHERE back.id = w.return_id),
  'failure', w.failure, 'gateway', w.gateway)`;
export const SHOWN = 'withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id';

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
  /** 1: the customer is paid by wire alone. */
  readonly isByWireAlone: number;
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
      `SELECT method, status, masked, ${byWireAloneSql('?2')} AS isByWireAlone FROM payout_accounts
       WHERE id = ?1 AND account_id = ?2 AND status <> 'removed'`,
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

type Raised = {
  /** By a withdrawal of more than this, */
  readonly aboveCents: number;
  /** where this is true of account `a` and payout account `p`. `now`: a place such as `?9`. */
  readonly when: (now: string) => string;
};
/** Why two operators look at a withdrawal. */
const FLAGS: Readonly<Record<Exclude<WithdrawalFlag, 'stopped'>, Raised>> = {
  large: { aboveCents: FOUR_EYES.largeAboveCents, when: () => 'TRUE' },
  'young-account': { aboveCents: 0, when: (now) => `a.created_at > ${now} - ${FOUR_EYES.youngAccountMs}` },
  'first-use': {
    aboveCents: FOUR_EYES.firstUseAboveCents,
    when: () => `NOT EXISTS (SELECT 1 FROM withdrawals other
      WHERE other.payout_account_id = p.id AND other.account_id = a.id AND other.state = 'paid' AND other.return_id IS NULL)`,
  },
  frequent: {
    aboveCents: 0,
    when: (now) => `(SELECT count(*) FROM withdrawals other WHERE other.account_id = a.id
      AND other.requested_at > ${now} - ${FOUR_EYES.frequentMs} AND other.state NOT IN ${GIVEN_BACK}) + 1 >= ${FOUR_EYES.frequentCount}`,
  },
  contested: {
    aboveCents: 0,
    when: () => `EXISTS (SELECT 1 FROM brl_deposits c WHERE c.account_id = a.id AND c.state = 'contested')`,
  },
};
/** Rows (flag, above_cents) of what raises a flag now: the terms say it before, and the batch of the request counts it again. */
const raisedSql = (now: string): string =>
  Object.entries(FLAGS)
    .map(
      ([flag, { aboveCents, when }]) =>
        `SELECT '${flag}' AS flag, ${aboveCents} AS above_cents WHERE ${when(now)}`,
    )
    .join(' UNION ALL ');
/** In the batch itself, so that three at once count one another. */
const FLAGS_JSON = `(SELECT json_group_array(flag) FROM (${raisedSql('?9')}) WHERE above_cents < ?5)`;

/** Two operators look at a withdrawal of more than this that is asked for now: of each payout account of a customer's, by its id. */
export async function readReviewBounds(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const { results } = await db
    .prepare(
      `SELECT p.id, (SELECT min(above_cents) FROM (${raisedSql('?2')})) AS aboveCents
       FROM payout_accounts p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = ?1 AND p.status <> 'removed'`,
    )
    .bind(accountId, now)
    .all<{ id: string; aboveCents: number }>();
  return new Map(results.map(({ id, aboveCents }) => [id, aboveCents]));
}

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
  readonly settledAt: number | null;
  /** When the gateway said for the first time that it has never heard of it. */
  readonly unknownAt: number | null;
  /** The gateway's word for why it did not take the order, where that is not about who is to be paid. */
  readonly refused: string | null;
  /** Where to, masked. */
  readonly to: string;
};
export const PAYOUT = `w.id, w.account_id AS accountId, w.state, w.method, w.amount_cents AS amountCents, w.fee_cents AS feeCents,
  w.brl_cents AS brlCents, w.rate_e4 AS rateE4, w.sent_at AS sentAt, w.gateway, w.gateway_reference AS reference, w.return_id AS returnId,
  w.settled_at AS settledAt, w.unknown_at AS unknownAt, w.refused,
  (SELECT target.masked FROM payout_accounts target WHERE target.id = w.payout_account_id) AS "to"`;

export async function findPayout(db: D1Database, id: string): Promise<SentPayout | null> {
  return db.prepare(`SELECT ${PAYOUT} FROM withdrawals w WHERE w.id = ?1`).bind(id).first<SentPayout>();
}

/** Approvals of `w` since it was last stopped or contested. */
const APPROVED = `FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id AND d.decision = 'approve' AND d.seq > w.void_through`;
/** How many operators approved `w`, whatever became of them; the customer is none of them (withdrawal_decisions_by_others). */
export const APPROVALS_EVER = `(SELECT count(DISTINCT d.operator_id) ${APPROVED})`;
/** Those that count at `now`, a place such as `?1`: of operators who may still decide. */
export const approvalsSql = (now: string): string =>
  `(SELECT count(DISTINCT d.operator_id) ${APPROVED} AND ${mayActSql('d.operator_id', 'withdrawals.decide', now)})`;
/** The place of the last thing that operators said of `w`: with it as `void_through` no approval before counts. */
export const LAST_SAID = `coalesce((SELECT max(d.seq) FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id), 0)`;
/** Nobody need approve `w`, or enough have. */
export const isApprovedSql = (now: string): string =>
  `(w.flags = '[]' OR ${approvalsSql(now)} >= ${APPROVALS_NEEDED})`;

/** The payer's bank contests this deposit: two operators look at what its customer asked for and has not left yet, and know of it. */
export function flagContestedStatement(db: D1Database, depositId: string): D1PreparedStatement {
  return flagContested(
    db,
    `(SELECT account_id FROM brl_deposits WHERE id = ?1 AND state = 'contested')`,
    depositId,
  );
}

/** The same where an operator has proposed a charge-back: nothing where the proposal was not stored. */
export function flagProposedStatement(db: D1Database, proposalId: string): D1PreparedStatement {
  return flagContested(db, '(SELECT subject_id FROM operator_proposals WHERE id = ?1)', proposalId);
}

function flagContested(db: D1Database, whose: string, id: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = iif(state = 'ready', 'waiting-approval', state), void_through = ${LAST_SAID},
         flags = iif(instr(flags, '"contested"') > 0, flags, json_insert(flags, '$[#]', 'contested'))
       WHERE account_id = ${whose} AND end_id IS NULL AND state <> 'sending'`,
    )
    .bind(id);
}

/** What is over its holds goes on: to the bank, or to two operators. */
export function releaseStatement(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = iif(${isApprovedSql('?1')}, 'ready', 'waiting-approval')
       WHERE w.end_id IS NULL AND w.state = 'held' AND w.hold_until <= ?1`,
    )
    .bind(now);
}

/** One who approved it may no longer decide: another is asked. */
export function askAgainStatement(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = 'waiting-approval'
       WHERE w.end_id IS NULL AND w.state = 'ready' AND NOT ${isApprovedSql('?1')}`,
    )
    .bind(now);
}
