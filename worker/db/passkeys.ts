// Passkeys, and the challenges that have been answered.

import { sweep } from './sweep.ts';

export type PasskeyRow = {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: string[];
  readonly synced: boolean;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
};

type Stored = Omit<PasskeyRow, 'transports' | 'synced'> & { transports: string; synced: number };

const COLUMNS = `id, user_id AS userId, credential_id AS credentialId, public_key AS publicKey, counter, transports,
                 synced, name, created_at AS createdAt, last_used_at AS lastUsedAt`;

function read(stored: Stored): PasskeyRow {
  return {
    ...stored,
    transports: JSON.parse(stored.transports) as string[],
    synced: stored.synced === 1,
  };
}

/** At most PASSKEYS_MAX, oldest first. */
export async function listPasskeys(db: D1Database, userId: string): Promise<PasskeyRow[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM passkeys WHERE user_id = ?1 ORDER BY created_at, id`)
    .bind(userId)
    .all<Stored>();
  return results.map(read);
}

export async function findPasskey(db: D1Database, credentialId: string): Promise<PasskeyRow | null> {
  const stored = await db
    .prepare(`SELECT ${COLUMNS} FROM passkeys WHERE credential_id = ?1`)
    .bind(credentialId)
    .first<Stored>();
  return stored === null ? null : read(stored);
}

export type NewPasskeyRow = Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'> & { readonly now: number };

/**
 * Fails as `at_most_ten_passkeys` where there are as many as there may be, and as `passkeys.credential_id` not unique
 * where this one is registered already.
 */
export function addPasskeyStatement(db: D1Database, passkey: NewPasskeyRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name, others,
                             created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, (SELECT count(*) FROM passkeys WHERE user_id = ?2), ?9`,
    )
    .bind(
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      JSON.stringify(passkey.transports),
      passkey.synced ? 1 : 0,
      passkey.name,
      passkey.now,
    );
}

/** Fails as not unique where the challenge was answered before: an answer counts once, also when it is sent twice. */
export function spendChallengeStatements(
  db: D1Database,
  challenge: { readonly hash: string; readonly expiresAt: number },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `DELETE FROM spent_challenges
         WHERE challenge_hash IN (SELECT challenge_hash FROM spent_challenges WHERE expires_at <= ?1 LIMIT 10)`,
      )
      .bind(now),
    db
      .prepare('INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES (?1, ?2)')
      .bind(challenge.hash, challenge.expiresAt),
  ];
}

/** Challenges that nobody can answer any more, also where no answer follows that would remove them. */
export function sweepChallenges(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'spent_challenges',
    key: 'challenge_hash',
    over: 'expires_at <= ?1',
    oldestFirst: 'expires_at',
    params: [now],
  });
}

/** An authenticator that counts must have counted on: two answers with one count are the passkey and its copy. */
export function notePasskeyUseStatement(
  db: D1Database,
  passkey: { readonly id: string; readonly counter: number },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE passkeys SET counter = ?2, last_used_at = ?3
       WHERE id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0))`,
    )
    .bind(passkey.id, passkey.counter, now);
}

/** Matches no row for another customer's passkey, and neither does the removal. */
export function renamePasskeyStatement(
  db: D1Database,
  userId: string,
  id: string,
  name: string,
): D1PreparedStatement {
  return db.prepare('UPDATE passkeys SET name = ?3 WHERE id = ?2 AND user_id = ?1').bind(userId, id, name);
}

export async function findOwnPasskey(
  db: D1Database,
  userId: string,
  id: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  return db
    .prepare('SELECT id, name FROM passkeys WHERE id = ?2 AND user_id = ?1')
    .bind(userId, id)
    .first<{ id: string; name: string }>();
}

export function removePasskeyStatement(db: D1Database, userId: string, id: string): D1PreparedStatement {
  return db.prepare('DELETE FROM passkeys WHERE id = ?2 AND user_id = ?1').bind(userId, id);
}
