// Complete copies of a customer's data: asked for once a day, made by one run at a time, fetched for seven days.

import type { Language } from '../domain/settings-rules.ts';

export type DataExport = {
  readonly id: string;
  readonly userId: string;
  readonly requestedAt: number;
  readonly language: Language;
  readonly state: 'waiting' | 'ready' | 'failed' | 'removed';
  readonly attempts: number;
  readonly expiresAt: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
};

const COLUMNS = `id, user_id AS userId, requested_at AS requestedAt, language, state, attempts, expires_at AS expiresAt, bytes, sha256`;

/** False where one was asked for since `notSince`: among racing requests one is stored. */
export async function requestExport(
  db: D1Database,
  wanted: Pick<DataExport, 'id' | 'userId' | 'requestedAt' | 'language'> & { readonly notSince: number },
  event: D1PreparedStatement,
): Promise<boolean> {
  const [inserted] = await db.batch([
    db
      .prepare(
        `INSERT INTO data_exports (id, user_id, requested_at, language, next_attempt_at)
         SELECT ?1, ?2, ?3, ?4, ?3
         WHERE NOT EXISTS (SELECT 1 FROM data_exports WHERE user_id = ?2 AND requested_at > ?5 AND state <> 'failed')`,
      )
      .bind(wanted.id, wanted.userId, wanted.requestedAt, wanted.language, wanted.notSince),
    event,
  ]);
  return (inserted?.meta.changes ?? 0) === 1;
}

/** Newest first. */
export async function listExports(db: D1Database, userId: string, limit: number): Promise<DataExport[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM data_exports WHERE user_id = ?1 ORDER BY requested_at DESC LIMIT ?2`)
    .bind(userId, limit)
    .all<DataExport>();
  return results;
}

/** The customer's own, while it can be fetched; null for another's. */
export function findReadyExport(
  db: D1Database,
  wanted: { readonly id: string; readonly userId: string },
  now: number,
): Promise<DataExport | null> {
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM data_exports WHERE id = ?1 AND user_id = ?2 AND state = 'ready' AND expires_at > ?3`,
    )
    .bind(wanted.id, wanted.userId, now)
    .first<DataExport>();
}

/** Takes those that are due: a run that dies loses its claim by time. */
export async function claimExports(
  db: D1Database,
  claim: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<DataExport[]> {
  const { results } = await db
    .prepare(
      `UPDATE data_exports SET next_attempt_at = ?2, attempts = attempts + 1
       WHERE id IN (SELECT id FROM data_exports WHERE state = 'waiting' AND next_attempt_at <= ?1 ORDER BY next_attempt_at LIMIT ?3)
       RETURNING ${COLUMNS}`,
    )
    .bind(claim.now, claim.until, claim.limit)
    .all<DataExport>();
  return results;
}

/** Changes a row while it still waits: of an account that was closed meanwhile there is none. */
export function readyStatement(
  db: D1Database,
  made: {
    readonly id: string;
    readonly now: number;
    readonly expiresAt: number;
    readonly bytes: number;
    readonly sha256: string;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE data_exports SET state = 'ready', next_attempt_at = NULL, ready_at = ?2, expires_at = ?3, bytes = ?4, sha256 = ?5
       WHERE id = ?1 AND state = 'waiting'`,
    )
    .bind(made.id, made.now, made.expiresAt, made.bytes, made.sha256);
}

export async function giveUpExport(db: D1Database, id: string): Promise<void> {
  await db
    .prepare(
      `UPDATE data_exports SET state = 'failed', next_attempt_at = NULL WHERE id = ?1 AND state = 'waiting'`,
    )
    .bind(id)
    .run();
}

/** All files that a customer may have in the bucket. */
export async function storedExports(db: D1Database, userId: string): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id FROM data_exports WHERE user_id = ?1 AND state IN ('waiting', 'ready')`)
    .bind(userId)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** For the cron: whose seven days are over. */
export async function overdueExports(db: D1Database, now: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id FROM data_exports WHERE state = 'ready' AND expires_at <= ?1 LIMIT ?2`)
    .bind(now, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

export async function noteRemoved(db: D1Database, ids: readonly string[]): Promise<void> {
  await db
    .prepare(`UPDATE data_exports SET state = 'removed' WHERE id IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(ids))
    .run();
}
