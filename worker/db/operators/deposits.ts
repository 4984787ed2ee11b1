// Deposits for operators: lists of what waits and of what was decided, one with what it did to the books.

import type { TimeCursor } from '../../domain/cursors.ts';
import type { DepositList } from '../../domain/deposit-work.ts';
import type { PaymentStatus } from '../../domain/deposits.ts';
import type { PaymentMethod } from '../../domain/fees.ts';
import type { OperationKind } from '../../domain/operations.ts';
import { DISPUTES_JSON, PAID_COLUMNS, type PaidRow } from '../disputes.ts';
import { STRAYS_JSON } from '../stray-payments.ts';
import { idSql, personSql } from './search.ts';

export type WorkedDepositRow = PaidRow & {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly feeCents: number;
  readonly method: PaymentMethod;
  readonly gateway: string;
  readonly reference: string | null;
  readonly status: PaymentStatus;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly settlementId: string | null;
  readonly asks: number;
  readonly askedAt: number | null;
  readonly nextAskAt: number | null;
  readonly announcedCents: number | null;
  /** JSON of StrayRow[], the oldest first. */
  readonly strays: string;
  /** JSON of DisputeRow[], the oldest first. */
  readonly disputes: string;
  readonly proposed: number;
  readonly isReversed: number;
  readonly isClosed: number;
  /** The time by which its list is ordered. */
  readonly sortKey: number;
};

/** `now`: a place such as `?2`; a proposal whose time is over waits for nobody. */
const select = (
  key: string,
  now: string,
): string => `SELECT d.id, d.account_id AS accountId, u.full_name AS name, u.email, d.amount_cents AS amountCents,
    d.fee_cents AS feeCents, d.announced_cents AS announcedCents, d.method, d.gateway, d.gateway_reference AS reference, d.status, t.notes, d.created_at AS createdAt,
    d.settled_at AS settledAt, d.settlement_id AS settlementId, d.asks, iif(d.asks > 0, d.asked_at, NULL) AS askedAt,
    iif(d.status = 'pending', d.next_ask_at, NULL) AS nextAskAt, ${STRAYS_JSON} AS strays, ${PAID_COLUMNS}, ${DISPUTES_JSON} AS disputes,
    EXISTS (SELECT 1 FROM operator_proposals p WHERE p.deposit_id = d.id AND p.state = 'open' AND p.expires_at > ${now}) AS proposed,
    d.settlement_id IS NOT NULL AND EXISTS (SELECT 1 FROM operations r WHERE r.reverses = d.settlement_id) AS isReversed,
    u.closed_at IS NOT NULL AS isClosed, ${key} AS sortKey
  FROM deposits d JOIN transactions t ON t.id = d.id JOIN users u ON u.id = d.account_id
    LEFT JOIN brl_deposits b ON b.id = d.id`;

type List = { readonly where: string; readonly key: string; readonly order: 'ASC' | 'DESC' };

/** Each list by an index of its own: what waits is short, however many deposits there are. */
const LISTS: Readonly<Record<DepositList, List>> = {
  waiting: { where: `d.status = 'pending'`, key: 'd.created_at', order: 'ASC' },
  stray: {
    where: 'd.id IN (SELECT deposit_id FROM stray_payments WHERE ended_at IS NULL)',
    key: '(SELECT min(at) FROM stray_payments WHERE deposit_id = d.id AND ended_at IS NULL)',
    order: 'ASC',
  },
  owed: {
    where: 'd.id IN (SELECT deposit_id FROM disputes WHERE owed_cents > 0)',
    key: '(SELECT min(opened_at) FROM disputes WHERE deposit_id = d.id AND owed_cents > 0)',
    order: 'ASC',
  },
  disputed: {
    where: 'd.id IN (SELECT deposit_id FROM disputes)',
    key: '(SELECT max(opened_at) FROM disputes WHERE deposit_id = d.id)',
    order: 'DESC',
  },
  completed: { where: `d.status = 'completed'`, key: 'd.created_at', order: 'DESC' },
  failed: { where: `d.status = 'failed'`, key: 'd.created_at', order: 'DESC' },
  all: { where: 'TRUE', key: 'd.created_at', order: 'DESC' },
};

export type DepositFilter = {
  readonly state: DepositList;
  readonly method: PaymentMethod | null;
  /** As typed; empty for all. */
  readonly find: string;
};

export async function listDeposits(
  db: D1Database,
  { state, method, find }: DepositFilter,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number; readonly now: number },
): Promise<WorkedDepositRow[]> {
  const { where, key, order } = LISTS[state];
  const values: (string | number)[] = [];
  const bound = (value: string | number): string => `?${values.push(value)}`;
  const conditions = [
    where,
    ...(method === null ? [] : [`d.method = ${bound(method)}`]),
    ...(find === '' ? [] : [`d.id IN (${foundSql(find, bound)})`]),
    ...(page.after === undefined
      ? []
      : [`(${key}, d.id) ${order === 'ASC' ? '>' : '<'} (${bound(page.after.at)}, ${bound(page.after.id)})`]),
  ];
  const { results } = await db
    .prepare(
      `${select(key, bound(page.now))} WHERE ${conditions.join(' AND ')} ORDER BY ${key} ${order}, d.id ${order} LIMIT ${bound(page.limit)}`,
    )
    .bind(...values)
    .all<WorkedDepositRow>();
  return results;
}

/** Whatever a typed text may be: an id or its beginning, a gateway's reference, or a customer. */
const foundSql = (find: string, bound: (value: string) => string): string =>
  `SELECT id FROM deposits WHERE ${idSql('id', find, bound)}
   UNION SELECT id FROM deposits WHERE gateway_reference = ${bound(find)}
   UNION SELECT own.id FROM deposits own WHERE own.account_id IN
     (SELECT u.id FROM users u WHERE ${idSql('u.id', find, bound)} UNION SELECT u.id FROM users u WHERE ${personSql(find, bound)})`;

export function findWorkedDeposit(db: D1Database, id: string, now: number): Promise<WorkedDepositRow | null> {
  return db
    .prepare(`${select('d.created_at', '?2')} WHERE d.id = ?1`)
    .bind(id, now)
    .first<WorkedDepositRow>();
}

export type DepositOperationRow = {
  readonly id: string;
  readonly kind: OperationKind;
  readonly at: number;
};

/** What moved its money: its settlement, what undid it, and the steps of its disputes. */
export async function operationsOfDeposit(db: D1Database, depositId: string): Promise<DepositOperationRow[]> {
  const { results } = await db
    .prepare(
      `SELECT o.id, o.kind, o.created_at AS at FROM operations o WHERE o.id IN (
         SELECT settlement_id FROM deposits WHERE id = ?1
         UNION ALL SELECT r.id FROM deposits d JOIN operations r ON r.reverses = d.settlement_id WHERE d.id = ?1
         UNION ALL SELECT s.operation_id FROM disputes x JOIN dispute_steps s ON s.dispute_id = x.id WHERE x.deposit_id = ?1)
       ORDER BY o.seq`,
    )
    .bind(depositId)
    .all<DepositOperationRow>();
  return results;
}
