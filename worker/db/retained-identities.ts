// Who closed accounts were, under seal, and the openings that two operators decided. The schema holds the rules
// (0034_rights.sql).

import { readD1Error } from './d1-errors.ts';

export type RetainedIdentity = {
  readonly accountId: string;
  readonly sealed: string;
  readonly sealedKey: string;
  readonly keepUntil: number;
};

/** Before the customer's identity is erased: the MAC of its number stays. */
export function retainStatement(
  db: D1Database,
  identity: RetainedIdentity & { readonly now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO retained_identities (account_id, sealed, sealed_key, retained_at, keep_until, number_mac)
       VALUES (?1, ?2, ?3, ?4, ?5, (SELECT number_mac FROM identities WHERE user_id = ?1))`,
    )
    .bind(identity.accountId, identity.sealed, identity.sealedKey, identity.now, identity.keepUntil);
}

/** A number of a closed account is given again: its MAC moves to the newest value of the pepper, under which others compare it. */
export function renewNumberStatement(
  db: D1Database,
  macs: { readonly newest: string; readonly older: readonly string[] },
): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE retained_identities SET number_mac = ?1 WHERE number_mac IN (SELECT value FROM json_each(?2))',
    )
    .bind(macs.newest, JSON.stringify(macs.older));
}

const COLUMNS = 'account_id AS accountId, sealed, sealed_key AS sealedKey, keep_until AS keepUntil';

/** Null once it is destroyed. */
export function findRetained(db: D1Database, accountId: string): Promise<RetainedIdentity | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM retained_identities WHERE account_id = ?1 AND destroyed_at IS NULL`)
    .bind(accountId)
    .first<RetainedIdentity>();
}

/** For the nightly cron: those whose time is over. */
export async function overdueIdentities(db: D1Database, now: number, limit: number): Promise<string[]> {
  const { results } = await db
    .prepare(
      'SELECT account_id AS id FROM retained_identities WHERE destroyed_at IS NULL AND keep_until <= ?1 LIMIT ?2',
    )
    .bind(now, limit)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Changes a row once: the key and what it opened are gone. */
export function destroyStatement(db: D1Database, accountId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE retained_identities SET sealed = NULL, sealed_key = NULL, destroyed_at = ?2
       WHERE account_id = ?1 AND destroyed_at IS NULL AND keep_until <= ?2`,
    )
    .bind(accountId, now);
}

/** For the nightly cron: the keys of living identities, page by page. */
export async function retainedKeys(
  db: D1Database,
  page: { readonly after: string; readonly limit: number },
): Promise<Pick<RetainedIdentity, 'accountId' | 'sealedKey'>[]> {
  const { results } = await db
    .prepare(
      `SELECT account_id AS accountId, sealed_key AS sealedKey FROM retained_identities
       WHERE destroyed_at IS NULL AND account_id > ?1 ORDER BY account_id LIMIT ?2`,
    )
    .bind(page.after, page.limit)
    .all<Pick<RetainedIdentity, 'accountId' | 'sealedKey'>>();
  return results;
}

export function renewKeyStatement(
  db: D1Database,
  key: { readonly accountId: string; readonly instead: string; readonly sealedKey: string },
): D1PreparedStatement {
  return db
    .prepare('UPDATE retained_identities SET sealed_key = ?3 WHERE account_id = ?1 AND sealed_key = ?2')
    .bind(key.accountId, key.instead, key.sealedKey);
}

/** Matches one row where the identity is still there; for the batch of the approval. */
export function openStatement(
  db: D1Database,
  opening: {
    readonly proposalId: string;
    readonly accountId: string;
    readonly now: number;
    readonly until: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO identity_openings (proposal_id, account_id, reader_id, opened_at, until)
       SELECT p.id, r.account_id, p.proposed_by, ?3, ?4 FROM operator_proposals p JOIN retained_identities r ON r.account_id = ?2
       WHERE p.id = ?1 AND p.state = 'approved' AND r.destroyed_at IS NULL`,
    )
    .bind(opening.proposalId, opening.accountId, opening.now, opening.until);
}

export type IdentityOpening = {
  readonly proposalId: string;
  readonly accountId: string;
  readonly readerId: string;
  readonly until: number;
  readonly readAt: number | null;
};

const OPENING =
  'proposal_id AS proposalId, account_id AS accountId, reader_id AS readerId, until, read_at AS readAt';

export function findOpening(db: D1Database, proposalId: string): Promise<IdentityOpening | null> {
  return db
    .prepare(`SELECT ${OPENING} FROM identity_openings WHERE proposal_id = ?1`)
    .bind(proposalId)
    .first<IdentityOpening>();
}

/** The last one of an account. */
export function lastOpening(db: D1Database, accountId: string): Promise<IdentityOpening | null> {
  return db
    .prepare(`SELECT ${OPENING} FROM identity_openings WHERE account_id = ?1 ORDER BY opened_at DESC LIMIT 1`)
    .bind(accountId)
    .first<IdentityOpening>();
}

/** Goes first in its batch: the second reading breaks the CHECK, and nothing of it happens. */
export function readStatement(db: D1Database, proposalId: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE identity_openings SET reads = reads + 1, read_at = ?2 WHERE proposal_id = ?1')
    .bind(proposalId, now);
}

export function wasReadAlready(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'an_identity_is_read_once';
}
