// Customers whose identity was found right: the made-up crowd of a local start, and tests.

import type { IdentityKind, Level } from '../domain/identity.ts';
import { stepStatement } from './identities.ts';

export type KnownIdentity = {
  readonly userId: string;
  readonly kind: IdentityKind;
  readonly country: string;
  readonly numberMac: string;
  readonly sealed: string;
  readonly masked: string;
  readonly birthYear: number;
  readonly level: Level;
  readonly provider: string;
  readonly checkedAt: number;
  readonly expiresAt: number;
};

/** Nothing where there is one already. */
export function knownIdentityStatements(db: D1Database, known: KnownIdentity): D1PreparedStatement[] {
  const { userId, level, checkedAt } = known;
  const agreed =
    level === 3 ? { depositCents: AGREED_OF_SEED_CENTS, withdrawalCents: AGREED_OF_SEED_CENTS } : null;
  const id = `known:${userId}`;
  return [
    db
      .prepare(
        `INSERT INTO identities (user_id, kind, country, number_mac, sealed, masked, birth_year, state, asks, pep, pep_stated_at, provider,
           checks, given_at, checked_at, expires_at, step_id, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'verified', ?8, 0, ?9, ?10, 1, ?9, ?9, ?11, ?12, ?9) ON CONFLICT (user_id) DO NOTHING`,
      )
      .bind(
        userId,
        known.kind,
        known.country,
        known.numberMac,
        known.sealed,
        known.masked,
        known.birthYear,
        Math.max(1, level),
        checkedAt,
        known.provider,
        known.expiresAt,
        id,
      ),
    stepStatement(db, { id, userId, step: 'matched', by: 'provider', toLevel: level, agreed }, checkedAt),
  ];
}

/** US$ 10,000,000.00 in 30 days. */
const AGREED_OF_SEED_CENTS = 1_000_000_000;
