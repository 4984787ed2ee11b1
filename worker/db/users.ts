// Customers: their rows, and the statements that create one. Balances live in the ledger, never here.

import { domainToUnicode } from 'node:url';
import { inArray, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { type Currency, type Language, weightUnitFor } from '../domain/settings-rules.ts';
import { readD1Error } from './d1-errors.ts';
import { hasFactorSql, rolesSql } from './operator-facts.ts';
import { freezes, operators, users } from './schema.ts';

export type NewUser = {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly phone: string;
  readonly passwordHash: string;
  readonly tier?: 'standard' | 'premium';
  readonly termsVersion: string;
  readonly language: Language;
  readonly currency: Currency;
  /** Of an account that is made with a proved address; others prove it by a link. */
  readonly emailConfirmedAt?: number;
  readonly now: number;
};

/** The customer, the accepted terms and the settings they start with (P18). Goes first in its batch. */
export function createUserStatements(db: D1Database, user: NewUser): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO users (id, email, full_name, phone, password_hash, tier, terms_version, terms_accepted_at,
                            created_at, updated_at, last_active_at, email_confirmed_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8, ?8, ?9)`,
      )
      .bind(
        user.id,
        user.email,
        user.fullName,
        user.phone,
        user.passwordHash,
        user.tier ?? 'standard',
        user.termsVersion,
        user.now,
        user.emailConfirmedAt ?? null,
      ),
    db
      .prepare(
        'INSERT INTO settings (user_id, language, currency, weight_unit, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)',
      )
      .bind(user.id, user.language, user.currency, weightUnitFor(user.language), user.now),
  ];
}

/** A host in other letters than ASCII was once stored as it was typed. */
function formsOf(email: string): string[] {
  const [local = '', host = ''] = email.split('@');
  return host.includes('xn--') ? [email, `${local}@${domainToUnicode(host)}`] : [email];
}

export async function emailIsTaken(db: D1Database, email: string): Promise<boolean> {
  const rows = await drizzle(db)
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.email, formsOf(email)))
    .limit(1);
  return rows.length > 0;
}

const PROFILE_COLUMNS = {
  id: users.id,
  email: users.email,
  fullName: users.fullName,
  phone: users.phone,
  tier: users.tier,
  bonusClaimedAt: users.bonusClaimedAt,
  createdAt: users.createdAt,
  emailConfirmedAt: users.emailConfirmedAt,
  operatorSince: operators.createdAt,
  frozenAt: freezes.frozenAt,
  freezeEndsAt: freezes.endsAt,
  joinedRoles: rolesSql,
  operatorHasFactor: hasFactorSql,
};

export async function findProfile(db: D1Database, userId: string) {
  const [row] = await drizzle(db)
    .select(PROFILE_COLUMNS)
    .from(users)
    .leftJoin(operators, eq(operators.userId, users.id))
    .leftJoin(freezes, eq(freezes.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

/** A customer by id: the status and the profile. */
export async function findCustomer(db: D1Database, userId: string) {
  const [row] = await drizzle(db)
    .select({ status: users.status, profile: PROFILE_COLUMNS })
    .from(users)
    .leftJoin(operators, eq(operators.userId, users.id))
    .leftJoin(freezes, eq(freezes.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** What sign-in needs, in one read: the hash to check, the status, the profile. `email` is normalised. */
export async function findCredentials(db: D1Database, email: string) {
  const [row] = await drizzle(db)
    .select({ passwordHash: users.passwordHash, status: users.status, profile: PROFILE_COLUMNS })
    .from(users)
    .leftJoin(operators, eq(operators.userId, users.id))
    .leftJoin(freezes, eq(freezes.userId, users.id))
    .where(inArray(users.email, formsOf(email)))
    .limit(1);
  return row ?? null;
}

export async function renameUser(
  db: D1Database,
  userId: string,
  fullName: string,
  now: number,
): Promise<void> {
  await db
    .prepare('UPDATE users SET full_name = ?2, updated_at = ?3 WHERE id = ?1')
    .bind(userId, fullName, now)
    .run();
}

/** Matches one row while the account has this address. Its first proof is the one that counts. */
export function confirmEmailStatement(
  db: D1Database,
  proved: { readonly userId: string; readonly email: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, ?3), updated_at = ?3 WHERE id = ?1 AND email = ?2',
    )
    .bind(proved.userId, proved.email, now);
}

/** Matches one row while the address of the account is not confirmed: a wrong one is put right without the mailbox's word. */
export function replaceUnconfirmedEmailStatement(
  db: D1Database,
  change: { readonly userId: string; readonly email: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare('UPDATE users SET email = ?2, updated_at = ?3 WHERE id = ?1 AND email_confirmed_at IS NULL')
    .bind(change.userId, change.email, now);
}

/** Matches one row while the account has this address. */
export function touchAddressStatement(
  db: D1Database,
  account: { readonly userId: string; readonly email: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare('UPDATE users SET updated_at = ?3 WHERE id = ?1 AND email = ?2')
    .bind(account.userId, account.email, now);
}

export function setPhoneStatement(
  db: D1Database,
  change: { readonly userId: string; readonly phone: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare('UPDATE users SET phone = ?2, updated_at = ?3 WHERE id = ?1')
    .bind(change.userId, change.phone, now);
}

export type NewPassword = {
  readonly userId: string;
  readonly passwordHash: string;
  /** The hash that is replaced: if it is no longer the current one, the batch aborts. */
  readonly instead?: string | null;
};

export function setPasswordStatement(
  db: D1Database,
  { userId, passwordHash, instead = null }: NewPassword,
  now: number,
): D1PreparedStatement {
  // Another password than the expected one is replaced by nothing, which the column's CHECK refuses.
  return db
    .prepare(
      `UPDATE users SET password_hash = CASE WHEN ?4 IS NULL OR password_hash = ?4 THEN ?2 ELSE '' END, updated_at = ?3
       WHERE id = ?1`,
    )
    .bind(userId, passwordHash, now, instead);
}

/** Whether a batch failed because another request had changed the password. */
export function isStalePassword(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'password_hash';
}

export async function findPasswordHash(db: D1Database, userId: string): Promise<string | null> {
  return db
    .prepare('SELECT password_hash AS hash FROM users WHERE id = ?')
    .bind(userId)
    .first<string>('hash');
}

export async function replacePasswordHash(
  db: D1Database,
  userId: string,
  passwordHash: string,
  now: number,
): Promise<void> {
  await setPasswordStatement(db, { userId, passwordHash }, now).run();
}

/** Records activity now, without the throttle of ordinary calls. */
export function noteSignInStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE users SET last_active_at = max(last_active_at, ?2) WHERE id = ?1')
    .bind(userId, now);
}

/** Matches one row, and only the first time. */
export function noteBonusClaimStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE users SET bonus_claimed_at = ?2, updated_at = ?2 WHERE id = ?1 AND bonus_claimed_at IS NULL',
    )
    .bind(userId, now);
}

/** Whether a failed batch failed because the e-mail is already registered: the race that UNIQUE decides. */
export function isDuplicateEmail(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'users.email';
}

/** Matches one row, once: after the registry of personal data has emptied it. */
export function closeUserStatement(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare('UPDATE users SET closed_at = ?2, updated_at = ?2 WHERE id = ?1 AND closed_at IS NULL')
    .bind(userId, now);
}

/** The claim of the welcome bonus that was not taken back. */
export async function findBonusOperation(db: D1Database, userId: string): Promise<string | null> {
  return db
    .prepare(
      `SELECT b.id FROM operations b WHERE b.account_id = ?1 AND b.kind = 'bonus'
         AND NOT EXISTS (SELECT 1 FROM operations r WHERE r.reverses = b.id)`,
    )
    .bind(userId)
    .first<string>('id');
}
