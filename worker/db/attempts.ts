// Counted attempts, in D1 because the count must be exact. A slot is taken before the work it allows, in one batch
// that D1 runs alone: parallel attempts cannot all see the same free slot.

import { sweep } from './sweep.ts';

export type AttemptClaim = {
  readonly id: string;
  readonly bucket: string;
  readonly max: number;
  readonly windowMs: number;
};

export type AttemptOutcome =
  | { readonly allowed: true }
  /** When the fullest bucket that refused has a free slot again. */
  | { readonly allowed: false; readonly retryAfterMs: number; readonly bucket: string };

/** Expired rows removed with every attempt: more than an attempt adds, so the table stays small. */
const SWEPT_PER_ATTEMPT = 20;

/**
 * Takes one slot in each bucket, in order; a bucket is only tried when the one before had room, so that
 * a blocked address cannot keep filling the counters of accounts.
 */
export async function claimAttempts(
  db: D1Database,
  claims: readonly [AttemptClaim, ...AttemptClaim[]],
  now: number,
): Promise<AttemptOutcome> {
  const results = await db.batch<{ taken: number; freeAt: number | null }>([
    db
      .prepare('DELETE FROM attempts WHERE id IN (SELECT id FROM attempts WHERE expires_at <= ?1 LIMIT ?2)')
      .bind(now, SWEPT_PER_ATTEMPT),
    ...claims.map((claim, index) => claimStatement(db, claim, claims[index - 1]?.id ?? null, now)),
    ...claims.map((claim) =>
      db
        .prepare(
          `SELECT count(*) FILTER (WHERE id = ?1) AS taken, min(expires_at) AS freeAt
           FROM attempts WHERE bucket = ?2 AND expires_at > ?3`,
        )
        .bind(claim.id, claim.bucket, now),
    ),
  ]);
  const counts = results.slice(1 + claims.length).map((result) => result.results[0]);
  const at = counts.findIndex((count) => count?.taken !== 1);
  const refused = claims[at];
  if (refused === undefined) return { allowed: true };
  const retryAfterMs = Math.max(1, (counts[at]?.freeAt ?? now) - now);
  return { allowed: false, retryAfterMs, bucket: refused.bucket };
}

function claimStatement(
  db: D1Database,
  claim: AttemptClaim,
  previousId: string | null,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO attempts (id, bucket, made_at, expires_at)
       SELECT ?1, ?2, ?3, ?4
       WHERE (SELECT count(*) FROM attempts WHERE bucket = ?2 AND expires_at > ?3) < ?5
         AND (?6 IS NULL OR EXISTS (SELECT 1 FROM attempts WHERE id = ?6))`,
    )
    .bind(claim.id, claim.bucket, now, now + claim.windowMs, claim.max, previousId);
}

/** Gives slots back: the attempt was not a failure after all. */
export function releaseAttemptStatement(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare('DELETE FROM attempts WHERE id = ?1').bind(id);
}

/** Forgets a bucket's failures: its owner has just proved who they are. */
export function clearBucketStatement(db: D1Database, bucket: string): D1PreparedStatement {
  return db.prepare('DELETE FROM attempts WHERE bucket = ?1').bind(bucket);
}

/** Counts whose time is over, also where no attempt follows that would remove them. */
export function sweepAttempts(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'attempts',
    key: 'id',
    over: 'expires_at <= ?1',
    oldestFirst: 'expires_at',
    params: [now],
  });
}
