// Identities as compliance's work: the queue, the list of all, one with its steps.

import type { TimeCursor } from '../../domain/cursors.ts';
import {
  IDENTITY_STATES,
  type IdentityState,
  type IdentityStep,
  type Level,
  QUEUED_STATES,
} from '../../domain/identity.ts';
import { IDENTITY_COLUMNS, type IdentityRow } from '../identities.ts';
import { personSql } from './search.ts';

export type IdentityFilter = {
  readonly state: 'queue' | 'all' | IdentityState;
  /** As typed; empty for all. */
  readonly search: string;
};

export type ListedIdentity = IdentityRow & {
  readonly email: string;
  readonly fullName: string;
  /** Where the queue begins: 0 for an appeal. */
  readonly rank: number;
};

const COLUMNS = `${IDENTITY_COLUMNS}, u.email, u.full_name AS fullName, i.state <> 'appealed' AS rank`;
const quoted = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

/** An appeal stands before everything else: its key is its time, that of the others is further off than any date. */
const URGENCY = `(i.state <> 'appealed') * 1000000000000000 + i.updated_at`;

/** The queue: appeals first, then who waits longest. All others: the last step first. */
export async function listIdentities(
  db: D1Database,
  filter: IdentityFilter,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<readonly (ListedIdentity & { readonly sortKey: number })[]> {
  const params: (string | number)[] = [];
  const bound = (value: string | number) => `?${params.push(value)}`;
  const isQueue = filter.state === 'queue';
  const states = isQueue ? QUEUED_STATES : filter.state === 'all' ? IDENTITY_STATES : [filter.state];
  const key = isQueue ? URGENCY : 'i.updated_at';
  const conditions = [`i.state IN (${quoted(states)})`];
  if (filter.search !== '') conditions.push(personSql(filter.search, bound));
  if (page.after !== undefined) {
    const after = `(${bound(page.after.at)}, ${bound(page.after.id)})`;
    conditions.push(`(${key}, i.user_id) ${isQueue ? '>' : '<'} ${after}`);
  }
  const order = isQueue ? 'rank, i.updated_at, i.user_id' : 'i.updated_at DESC, i.user_id DESC';
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS}, ${key} AS sortKey FROM identities i CROSS JOIN users u ON u.id = i.user_id
       WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT ${bound(page.limit)}`,
    )
    .bind(...params)
    .run<ListedIdentity & { sortKey: number }>();
  return results;
}

export function findListedIdentity(db: D1Database, userId: string): Promise<ListedIdentity | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM identities i JOIN users u ON u.id = i.user_id WHERE i.user_id = ?1`)
    .bind(userId)
    .first<ListedIdentity>();
}

export async function countQueuedIdentities(db: D1Database): Promise<number> {
  const sql = `SELECT count(*) AS n FROM identities WHERE state IN (${quoted(QUEUED_STATES)})`;
  return (await db.prepare(sql).first<number>('n')) ?? 0;
}

export type StepRow = {
  readonly id: string;
  readonly step: IdentityStep;
  readonly by: 'customer' | 'provider' | 'operator' | 'house';
  readonly operatorId: string | null;
  readonly operatorEmail: string | null;
  readonly fromLevel: Level;
  readonly toLevel: Level;
  readonly detail: string | null;
  readonly at: number;
};

/** More than any customer has who is not trying. */
const STEPS_SHOWN = 200;

/** The newest first. */
export async function listSteps(db: D1Database, userId: string): Promise<readonly StepRow[]> {
  const { results } = await db
    .prepare(
      `SELECT s.id, s.step, s.by_kind AS "by", s.by_id AS operatorId, o.email AS operatorEmail, s.from_level AS fromLevel,
         s.to_level AS toLevel, s.detail, s.happened_at AS at
       FROM identity_steps s LEFT JOIN users o ON o.id = s.by_id WHERE s.user_id = ?1
       ORDER BY s.happened_at DESC, s.seq DESC LIMIT ${STEPS_SHOWN}`,
    )
    .bind(userId)
    .run<StepRow>();
  return results;
}

/** When this operator last opened this customer's identity; null: never. */
export async function lastOpenedAt(
  db: D1Database,
  { userId, operatorId }: { readonly userId: string; readonly operatorId: string },
): Promise<number | null> {
  return db
    .prepare(
      `SELECT happened_at AS at FROM audit_log WHERE subject_kind = 'customer' AND subject_id = ?1 AND actor_id = ?2
         AND action = 'identity.viewed' ORDER BY seq DESC LIMIT 1`,
    )
    .bind(userId, operatorId)
    .first<number>('at');
}
