// The queue of withdrawals, and what operators said of one. A decision is written only while it can still be one, and only by an operator
// who may decide at that moment: the batch says so, and not what was read before it.

import type { MovementCursor } from '../../domain/cursors.ts';
import type { Asset } from '../../domain/operations.ts';
import {
  APPROVALS_NEEDED,
  DECIDED_STATES,
  isOpen,
  type UnsentReason,
  type WithdrawalDecisionWord,
  type WithdrawalFlag,
  type WithdrawalOrder,
  type WithdrawalState,
} from '../../domain/withdrawals.ts';
import { APPROVALS_EVER, approvalsSql, LAST_SAID, WITHDRAWAL_JSON } from '../withdrawals.ts';
import { wordsSql } from '../words.ts';
import { mayActSql } from './may-act.ts';

export type QueuedRow = {
  /** JSON of WithdrawalFacts. */
  readonly facts: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  /** JSON, a list of words. */
  readonly flags: string;
  readonly gatewayReference: string | null;
  readonly unsentBecause: UnsentReason | null;
  readonly refused: string | null;
  /** Of operators who may still decide; once it was sent, of all who had approved it. */
  readonly approvals: number;
  /** This operator's approval is one of them. */
  readonly approvedByMe: number;
};

const approvedBySql = (operator: string): string =>
  `EXISTS (SELECT 1 FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id AND d.operator_id = ${operator}
    AND d.decision = 'approve' AND d.seq > w.void_through)`;

const queuedSql = (operator: string, now: string): string =>
  `SELECT ${WITHDRAWAL_JSON} AS facts, w.account_id AS accountId, u.full_name AS name, u.email, w.flags,
     w.gateway_reference AS gatewayReference, iif(w.state = 'ready', w.unsent_because, NULL) AS unsentBecause, w.refused,
     iif(w.sent_at IS NULL, ${approvalsSql(now)}, ${APPROVALS_EVER}) AS approvals, ${approvedBySql(operator)} AS approvedByMe
   FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id JOIN users u ON u.id = w.account_id`;

export type QueueFilter = {
  /** Null: all that is open. */
  readonly state: WithdrawalState | null;
  readonly order: WithdrawalOrder;
  readonly flag: WithdrawalFlag | null;
};

/** By what its rows stand; the first of them is the least, or the greatest. */
export function queueKey({ state, order }: QueueFilter): 'settledAt' | 'amountCents' | 'requestedAt' {
  if (state !== null && !isOpen(state)) return 'settledAt';
  return order === 'largest' ? 'amountCents' : 'requestedAt';
}

const KEYS = {
  settledAt: ['w.settled_at', 'DESC', '<'],
  amountCents: ['w.amount_cents', 'DESC', '<'],
  requestedAt: ['w.requested_at', 'ASC', '>'],
} as const;

/** What is open along withdrawals_open; what is over along withdrawals_over, the newest first. */
export async function listQueued(
  db: D1Database,
  operatorId: string,
  filter: QueueFilter,
  {
    after,
    limit,
    now,
  }: { readonly after?: MovementCursor | undefined; readonly limit: number; readonly now: number },
): Promise<QueuedRow[]> {
  const by = queueKey(filter);
  const [key, order, beyond] = KEYS[by];
  const isOver = by === 'settledAt';
  const start = order === 'DESC' ? Number.MAX_SAFE_INTEGER : -1;
  const { results } = await db
    .prepare(
      `${queuedSql('?1', '?7')} WHERE w.end_id IS ${isOver ? 'NOT NULL' : 'NULL'} ${filter.state === null ? '' : 'AND w.state = ?5'}
         ${isOver ? '' : 'AND (?6 IS NULL OR EXISTS (SELECT 1 FROM json_each(w.flags) f WHERE f.value = ?6))'}
         AND (${key}, w.id) ${beyond} (?2, ?3) ORDER BY ${key} ${order}, w.id ${order} LIMIT ?4`,
    )
    .bind(operatorId, after?.key ?? start, after?.id ?? '', limit, filter.state, filter.flag, now)
    .all<QueuedRow>();
  return results;
}

export async function findQueued(
  db: D1Database,
  operatorId: string,
  id: string,
  now: number,
): Promise<QueuedRow | null> {
  return db
    .prepare(`${queuedSql('?1', '?3')} WHERE w.id = ?2`)
    .bind(operatorId, id, now)
    .first<QueuedRow>();
}

/** Those that wait for this operator's word: nobody's own, and none that he has approved. */
export async function countQueuedFor(db: D1Database, operatorId: string): Promise<number> {
  const count = await db
    .prepare(
      `SELECT count(*) AS n FROM withdrawals w WHERE w.end_id IS NULL AND w.state = 'waiting-approval' AND w.account_id <> ?1
         AND NOT ${approvedBySql('?1')}`,
    )
    .bind(operatorId)
    .first<number>('n');
  return count ?? 0;
}

/** How long each of the last ones took. */
export async function lastDurations(db: D1Database, count: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT settled_at - requested_at AS ms FROM withdrawals WHERE end_id IS NOT NULL AND state = 'paid'
       ORDER BY settled_at DESC LIMIT ?1`,
    )
    .bind(count)
    .all<{ ms: number }>();
  return results.map(({ ms }) => ms);
}

export type DecisionRow = {
  readonly by: string;
  readonly operatorId: string;
  readonly decision: WithdrawalDecisionWord;
  readonly reason: string;
  readonly at: number;
  /** 1: an approval from before the last stop or contest. */
  readonly isVoid: number;
};
export type MovedRow = {
  readonly id: string;
  readonly at: number;
  readonly account: string;
  readonly asset: Asset;
  readonly amount: number;
};

/** What was said of it, and what moved, each in its order. */
export async function readPast(
  db: D1Database,
  id: string,
): Promise<{ readonly decisions: readonly DecisionRow[]; readonly moved: readonly MovedRow[] }> {
  const [decisions, moved] = await db.batch<unknown>([
    db
      .prepare(
        `SELECT u.email AS by, d.operator_id AS operatorId, d.decision, d.reason, d.at,
           d.decision = 'approve' AND d.seq <= w.void_through AS isVoid
         FROM withdrawal_decisions d JOIN users u ON u.id = d.operator_id JOIN withdrawals w ON w.id = d.withdrawal_id
         WHERE d.withdrawal_id = ?1 ORDER BY d.seq`,
      )
      .bind(id),
    db
      .prepare(
        `SELECT o.id, o.created_at AS at, e.account_id AS account, e.asset, e.amount
         FROM withdrawals w JOIN operations o ON o.id IN (w.reserve_id, w.end_id, w.return_id)
           JOIN entries e ON e.operation_id = o.id WHERE w.id = ?1 ORDER BY o.seq, e.line`,
      )
      .bind(id),
  ]);
  return {
    decisions: (decisions?.results ?? []) as DecisionRow[],
    moved: (moved?.results ?? []) as MovedRow[],
  };
}

export type NewDecision = {
  readonly withdrawalId: string;
  readonly operatorId: string;
  readonly decision: WithdrawalDecisionWord;
  readonly reason: string;
  readonly now: number;
};

/** Of what can be approved at all: nobody's own, and of each operator once. */
const CAN_BE: Readonly<Record<WithdrawalDecisionWord, string>> = {
  approve: `w.state IN ('held', 'waiting-approval') AND w.flags <> '[]' AND NOT ${approvedBySql('?2')}`,
  stop: `w.state IN (${wordsSql(DECIDED_STATES)})`,
  reject: `w.state IN (${wordsSql(DECIDED_STATES)})`,
};

/** Changes a row where it is decided so; its batch aborts otherwise. */
export function decisionStatement(db: D1Database, made: NewDecision): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO withdrawal_decisions (withdrawal_id, seq, operator_id, decision, reason, at)
       SELECT w.id, (SELECT coalesce(max(d.seq), 0) + 1 FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id), ?2, ?3, ?4, ?5
       FROM withdrawals w WHERE w.id = ?1 AND w.account_id <> ?2 AND ${CAN_BE[made.decision]}
         AND ${mayActSql('?2', 'withdrawals.decide', '?5')}`,
    )
    .bind(made.withdrawalId, made.operatorId, made.decision, made.reason, made.now);
}

/** After an approval: with the last one that is needed it may go, once its holds are over. */
export function releaseApprovedStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = 'ready' WHERE w.id = ?1 AND w.state = 'waiting-approval' AND w.hold_until <= ?2
         AND ${approvalsSql('?2')} >= ${APPROVALS_NEEDED}`,
    )
    .bind(id, now);
}

/** After a stop: two look at it from now on, whoever approved it before. */
export function stopStatement(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = iif(w.state = 'ready', 'waiting-approval', w.state), void_through = ${LAST_SAID},
         flags = iif(EXISTS (SELECT 1 FROM json_each(w.flags) WHERE value = 'stopped'), w.flags, json_insert(w.flags, '$[#]', 'stopped'))
       WHERE w.id = ?1`,
    )
    .bind(id);
}
