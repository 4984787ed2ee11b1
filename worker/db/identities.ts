// Who a customer is: one row for each, and one for each step. A step is a batch: the row moves if it is as it was seen (its revision),
// then the step is written, which alone changes the level (migrations/0033_identities.sql).

import type { IdentityKind, IdentityState, IdentityStep, Level } from '../domain/identity.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';
import { mailForEachStatement } from './outbox.ts';

export type IdentityRow = {
  readonly userId: string;
  readonly level: Level;
  readonly kind: IdentityKind;
  readonly country: string;
  readonly numberMac: string | null;
  readonly sealed: string | null;
  readonly masked: string;
  readonly state: IdentityState;
  readonly asks: Level;
  readonly reason: string | null;
  readonly pep: number;
  readonly pepDetail: string | null;
  readonly pepStatedAt: number;
  readonly provider: string | null;
  readonly providerReference: string | null;
  readonly checks: number;
  readonly givenAt: number;
  readonly checkedAt: number | null;
  readonly expiresAt: number | null;
  readonly agreedDepositCents: number | null;
  readonly agreedWithdrawalCents: number | null;
  readonly revision: number;
  readonly updatedAt: number;
};

export const IDENTITY_COLUMNS = `i.user_id AS userId, i.level, i.kind, i.country, i.number_mac AS numberMac, i.sealed, i.masked, i.state,
  i.asks, i.reason, i.pep, i.pep_detail AS pepDetail, i.pep_stated_at AS pepStatedAt, i.provider,
  i.provider_reference AS providerReference, i.checks, i.given_at AS givenAt, i.checked_at AS checkedAt, i.expires_at AS expiresAt,
  i.agreed_deposit_cents AS agreedDepositCents, i.agreed_withdrawal_cents AS agreedWithdrawalCents, i.revision,
  i.updated_at AS updatedAt`;

export function findIdentity(db: D1Database, userId: string): Promise<IdentityRow | null> {
  return db
    .prepare(`SELECT ${IDENTITY_COLUMNS} FROM identities i WHERE i.user_id = ?1`)
    .bind(userId)
    .first<IdentityRow>();
}

/** The level of a customer, as SQL; `who` is a place such as `?2`. */
export const levelSql = (who: string): string =>
  `coalesce((SELECT level FROM identities WHERE user_id = ${who}), 0)`;

/** Whether a customer is known by a passport, and so is paid by wire alone (P92). */
export const byWireAloneSql = (who: string): string =>
  `EXISTS (SELECT 1 FROM identities known WHERE known.user_id = ${who} AND known.kind = 'passport')`;

export async function isByWireAlone(db: D1Database, userId: string): Promise<boolean> {
  return (
    (await db
      .prepare(`SELECT ${byWireAloneSql('?1')} AS n`)
      .bind(userId)
      .first<number>('n')) === 1
  );
}

export async function readLevel(db: D1Database, userId: string): Promise<Level> {
  return (
    (await db
      .prepare(`SELECT ${levelSql('?1')} AS level`)
      .bind(userId)
      .first<Level>('level')) ?? 0
  );
}

/** Whether a failed batch failed because the number is another account's: the race that UNIQUE decides. */
export function isTakenNumber(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'identities.number_mac';
}

export type GivenIdentity = {
  readonly userId: string;
  readonly kind: IdentityKind;
  readonly country: string;
  readonly numberMac: string;
  /** Of the same number under the values of the pepper that are being left: they are taken too. */
  readonly olderMacs: readonly string[];
  readonly sealed: string;
  readonly masked: string;
  readonly birthYear: number;
  readonly pep: { readonly isPep: boolean; readonly detail: string | null };
  readonly provider: string | null;
  readonly checkAgainAt: number | null;
  /** Of the row that was seen; null: there was none. */
  readonly revision: number | null;
  readonly stepId: string;
};

/**
 * Writes what was given and leaves it with the provider. Fails by UNIQUE where the number is another account's, or where the customer
 * has a row by now; matches no row where the identity has moved on.
 */
export function giveStatement(db: D1Database, given: GivenIdentity, now: number): D1PreparedStatement {
  // A number that is taken under an older value of the pepper is written as that one: UNIQUE then refuses it.
  const mac = `coalesce((SELECT t.number_mac FROM identities t
    WHERE t.number_mac IN (SELECT value FROM json_each(?5)) AND t.user_id <> ?1), ?4)`;
  const sql =
    given.revision === null
      ? `INSERT INTO identities (user_id, kind, country, number_mac, sealed, masked, birth_year, state, asks, pep, pep_detail,
           pep_stated_at, provider, check_again_at, checks, given_at, step_id, updated_at)
         VALUES (?1, ?2, ?3, ${mac}, ?6, ?7, ?8, 'pending', 1, ?9, ?10, ?14, ?11, ?12, 1, ?14, ?13, ?14)`
      : `UPDATE identities SET kind = ?2, country = ?3, number_mac = ${mac}, sealed = ?6, masked = ?7, birth_year = ?8,
           state = 'pending', asks = 1, reason = NULL, pep = ?9, pep_detail = ?10, pep_stated_at = ?14, provider = ?11,
           provider_reference = NULL, check_again_at = ?12, checks = 1, given_at = ?14, step_id = ?13, updated_at = ?14,
           revision = revision + 1
         WHERE user_id = ?1 AND revision = ?15`;
  return db
    .prepare(sql)
    .bind(
      given.userId,
      given.kind,
      given.country,
      given.numberMac,
      JSON.stringify(given.olderMacs),
      given.sealed,
      given.masked,
      given.birthYear,
      given.pep.isPep ? 1 : 0,
      given.pep.detail,
      given.provider,
      given.checkAgainAt,
      given.stepId,
      now,
      ...(given.revision === null ? [] : [given.revision]),
    );
}

/** Whether a failed batch failed because another request of the same customer was first. */
export function isGivenAlready(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'identities.user_id';
}

export type Move = {
  readonly userId: string;
  /** As it was seen; another number matches nothing. */
  readonly revision: number;
  readonly stepId: string;
  readonly state: IdentityState;
  readonly asks: Level;
  readonly reason: string | null;
  readonly checkAgainAt?: number | null;
  readonly providerReference?: string | null;
  /** It was found right: it holds until then. */
  readonly holds?: { readonly checkedAt: number; readonly expiresAt: number };
  /** undefined: as it is. */
  readonly numberMac?: string | null;
  /** Who decides, and must still be allowed to. */
  readonly operatorId?: string;
};

/** The first statement of a step. */
export function moveStatement(db: D1Database, move: Move, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE identities SET state = ?3, asks = ?4, reason = ?5, check_again_at = ?6,
         provider_reference = coalesce(?7, provider_reference), checked_at = coalesce(?8, checked_at),
         expires_at = coalesce(?9, expires_at), number_mac = iif(?10, ?11, number_mac), step_id = ?12, updated_at = ?13,
         revision = revision + 1
       WHERE user_id = ?1 AND revision = ?2 AND (?14 IS NULL OR ${mayActSql('?14', 'identities.decide', '?13')})`,
    )
    .bind(
      move.userId,
      move.revision,
      move.state,
      move.asks,
      move.reason,
      move.checkAgainAt ?? null,
      move.providerReference ?? null,
      move.holds?.checkedAt ?? null,
      move.holds?.expiresAt ?? null,
      move.numberMac === undefined ? 0 : 1,
      move.numberMac ?? null,
      move.stepId,
      now,
      move.operatorId ?? null,
    );
}

export type NewStep = {
  readonly id: string;
  readonly userId: string;
  readonly step: IdentityStep;
  readonly by: 'customer' | 'provider' | 'house' | { readonly operatorId: string };
  /** Null: the level stays. */
  readonly toLevel?: Level | null;
  readonly agreed?: { readonly depositCents: number; readonly withdrawalCents: number } | null;
  readonly detail?: string | null;
};

/** Writes nothing unless this step moved the row. */
export function stepStatement(db: D1Database, step: NewStep, now: number): D1PreparedStatement {
  const { by } = step;
  return db
    .prepare(
      `INSERT INTO identity_steps (id, user_id, step, by_kind, by_id, from_level, to_level, agreed_deposit_cents,
         agreed_withdrawal_cents, detail, happened_at)
       SELECT ?1, i.user_id, ?3, ?4, ?5, i.level, coalesce(?6, i.level),
         iif(coalesce(?6, i.level) = 3, coalesce(?7, i.agreed_deposit_cents), NULL),
         iif(coalesce(?6, i.level) = 3, coalesce(?8, i.agreed_withdrawal_cents), NULL), ?9, ?10
       FROM identities i WHERE i.user_id = ?2 AND i.step_id = ?1`,
    )
    .bind(
      step.id,
      step.userId,
      step.step,
      typeof by === 'string' ? by : 'operator',
      typeof by === 'string' ? null : by.operatorId,
      step.toLevel ?? null,
      step.agreed?.depositCents ?? null,
      step.agreed?.withdrawalCents ?? null,
      step.detail ?? null,
      now,
    );
}

/** The letter of a step, if the step moved the row. */
export function stepMailStatement(
  db: D1Database,
  mail: {
    readonly stepId: string;
    readonly userId: string;
    readonly message: Extract<MailMessage, { kind: 'identity' }>;
    readonly origin?: string | undefined;
  },
  now: number,
): D1PreparedStatement {
  return mailForEachStatement(db, {
    kind: 'identity',
    rows: `SELECT 'identity:' || i.step_id AS id, i.user_id, ?1 AS message FROM identities i WHERE i.user_id = ?2 AND i.step_id = ?3`,
    params: [JSON.stringify(mail.message), mail.userId, mail.stepId],
    now,
    origin: mail.origin,
  });
}

export function statePepStatement(
  db: D1Database,
  stated: {
    readonly userId: string;
    readonly isPep: boolean;
    readonly detail: string | null;
    readonly stepId: string;
  },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE identities SET pep = ?2, pep_detail = ?3, pep_stated_at = ?4, step_id = ?5, updated_at = ?4, revision = revision + 1
       WHERE user_id = ?1`,
    )
    .bind(stated.userId, stated.isPep ? 1 : 0, stated.detail, now, stated.stepId);
}

/** What the provider is asked again, the longest due first. */
export async function findDueChecks(
  db: D1Database,
  now: number,
  limit: number,
): Promise<readonly IdentityRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${IDENTITY_COLUMNS} FROM identities i WHERE i.check_again_at IS NOT NULL AND i.check_again_at <= ?1
       ORDER BY i.check_again_at LIMIT ?2`,
    )
    .bind(now, limit)
    .run<IdentityRow>();
  return results;
}

/** It could not say yet. No step: the state is the same. */
export function askAgainStatement(
  db: D1Database,
  asked: {
    readonly userId: string;
    readonly revision: number;
    readonly checkAgainAt: number;
    readonly reference: string | null;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE identities SET check_again_at = ?3, checks = checks + 1, provider_reference = coalesce(?4, provider_reference)
       WHERE user_id = ?1 AND revision = ?2 AND state = 'pending'`,
    )
    .bind(asked.userId, asked.revision, asked.checkAgainAt, asked.reference);
}

/** Whose five years end before then, and who is not with us already. */
export async function findEnding(
  db: D1Database,
  until: number,
  states: readonly IdentityState[],
  limit: number,
): Promise<readonly IdentityRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${IDENTITY_COLUMNS} FROM identities i WHERE i.level > 0 AND i.expires_at <= ?1
         AND i.state IN (SELECT value FROM json_each(?2)) ORDER BY i.expires_at LIMIT ?3`,
    )
    .bind(until, JSON.stringify(states), limit)
    .run<IdentityRow>();
  return results;
}
