// Makes a signed-in customer in a few milliseconds: the rows that sign-up writes, without hashing a password.
// The customer can also sign in over HTTP with CUSTOMER_PASSWORD.

import { numberMacs, sealIdentity } from '../../worker/auth/identity-sealing.ts';
import { knownIdentityStatements } from '../../worker/db/known-identities.ts';
import { maskCpf } from '../../worker/domain/cpf.ts';
import { holdsUntil, type Level } from '../../worker/domain/identity.ts';
import { makeOperatorStatement, setRolesStatements } from '../../worker/db/operators/operators.ts';
import type { OperatorRole } from '../../worker/domain/operator-roles.ts';
import { addTotpStatement } from '../../worker/db/totp.ts';
import { signAccessToken } from '../../worker/auth/access-token.ts';
import { cookieNames } from '../../worker/auth/cookies.ts';
import { hashRefreshToken, newRefreshToken } from '../../worker/auth/refresh-token.ts';
import { stepUpStatement } from '../../worker/db/factors.ts';
import { openSessionStatements } from '../../worker/db/sessions.ts';
import { createUserStatements } from '../../worker/db/users.ts';
import { sessionLifetimeMs } from '../../worker/domain/session-rules.ts';
import { currencyFor, type Language } from '../../worker/domain/settings-rules.ts';
import { TERMS_VERSION } from '../../worker/domain/terms.ts';
import { openAccount } from '../../worker/ledger/open-account.ts';
import { freshAddress, freshCpf } from './fresh.ts';

export { freshAddress, freshCpf };

/** The origin at which tests call the Worker. Plain http, so the cookies have their plain names. */
export const ORIGIN = 'http://onca.localhost';

export const CUSTOMER_PASSWORD = 'correct horse battery 9';
/**
 * CUSTOMER_PASSWORD under the pepper of tests/vitest.config.ts, at a thousandth of the product's cost; passwords.test.ts checks
 * that it still fits.
 */
export const CUSTOMER_PASSWORD_HASH =
  '$scrypt$ln=4,r=8,p=5,v=2,k=crrPlQr2$zKdMzj5o/YQ276F4dPc87Q$+QsTLyuNDzl6rpKxq1g6oDLZnIcDoClH9zRSOk44lfk';
/** The same at the product's cost. */
export const CUSTOMER_PASSWORD_HASH_AT_FULL_COST =
  '$scrypt$ln=14,r=8,p=5,v=2,k=crrPlQr2$v1XuqWuUXQoPYlQ7epwesA$+2H3oVd7sos0fDExPMN0hKAzPzXwSkDnVu+PW7dD8fM';

export type Customer = {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** A `Cookie` header. */
  readonly cookie: string;
  /** Everything an unsafe JSON request needs, an address of its own included. */
  readonly headers: Readonly<Record<string, string>>;
};

export type CustomerOptions = {
  readonly fullName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly language?: Language;
  readonly tier?: 'standard' | 'premium';
  /** An operator: an owner with an authenticator app, unless the next two say otherwise. */
  readonly admin?: boolean;
  readonly roles?: readonly OperatorRole[];
  /** Whether an operator has an app, of which nobody knows the key; addApp of factors/enrol.ts adds one that is known. */
  readonly factor?: boolean;
  readonly remembered?: boolean;
  /** Nobody has proved that the e-mail address is theirs. */
  readonly unconfirmed?: boolean;
  /** As if they had just proved again who they are: large orders need it. */
  readonly steppedUp?: boolean;
  /** Of the identity: 3 unless said, so that no limit of a level stands in the way; 0 is none. */
  readonly level?: Level;
  readonly now?: number;
};

export async function createCustomer(env: Env, options: CustomerOptions = {}): Promise<Customer> {
  const now = options.now ?? Date.now();
  const userId = crypto.randomUUID();
  const email = options.email ?? `customer-${userId}@example.com`;
  const language = options.language ?? 'en';
  await env.DB.batch([
    ...createUserStatements(env.DB, {
      id: userId,
      email,
      fullName: options.fullName ?? 'Ana Prado',
      phone: options.phone ?? '5511987654321',
      passwordHash: CUSTOMER_PASSWORD_HASH,
      tier: options.tier ?? 'standard',
      termsVersion: TERMS_VERSION,
      language,
      currency: currencyFor(language),
      ...(options.unconfirmed === true ? {} : { emailConfirmedAt: now }),
      now,
    }),
    ...openAccount(env.DB, userId, now),
    ...(options.admin === true ? operatorRows(env, userId, options, now) : []),
    ...(await identityRows(env, userId, options.level ?? 3, now)),
  ]);
  const session = await openSessionFor(env, userId, options.remembered ?? false, now);
  if (options.steppedUp === true)
    await env.DB.batch([stepUpStatement(env.DB, session.sessionId, 'totp', now)]);
  return { userId, email, ...session };
}

function operatorRows(
  env: Env,
  userId: string,
  { roles = ['owner'], factor = true }: CustomerOptions,
  now: number,
): D1PreparedStatement[] {
  return [
    makeOperatorStatement(env.DB, userId, now),
    ...setRolesStatements(env.DB, userId, roles, now),
    ...(factor ? [addTotpStatement(env.DB, { userId, sealedSecret: 'x'.repeat(80), step: 0, now })] : []),
  ];
}

/** An identity that was found right, with a CPF of its own. */
export async function identityRows(
  env: Env,
  userId: string,
  level: Level,
  now: number = Date.now(),
): Promise<D1PreparedStatement[]> {
  if (level === 0) return [];
  const number = freshCpf('09');
  const identity = { number, fullName: 'Ana Prado', birthDate: '1990-05-17' };
  return knownIdentityStatements(env.DB, {
    userId,
    kind: 'cpf',
    country: 'BR',
    numberMac: numberMacs(env.PASSWORD_PEPPER, { kind: 'cpf', country: 'BR', number }).newest,
    sealed: await sealIdentity(env.PASSWORD_PEPPER, userId, identity),
    masked: maskCpf(number),
    birthYear: 1990,
    level,
    provider: 'sandbox',
    checkedAt: now,
    expiresAt: holdsUntil(now),
  });
}

/** One more session of a customer: a second device. */
export async function openSessionFor(
  env: Env,
  userId: string,
  remembered = false,
  now: number = Date.now(),
): Promise<Omit<Customer, 'userId' | 'email'>> {
  const id = crypto.randomUUID();
  const expiresAt = now + sessionLifetimeMs(remembered);
  const refreshToken = newRefreshToken();
  await env.DB.batch(
    openSessionStatements(env.DB, {
      id,
      userId,
      remembered,
      userAgent: 'tests',
      refreshTokenHash: hashRefreshToken(refreshToken),
      expiresAt,
      now,
    }),
  );
  const named = { id, userId, generation: 0, expiresAt };
  const { token: accessToken } = await signAccessToken(env.SESSION_SECRET, named, now);
  const cookie = cookieHeader({ access: accessToken, refresh: refreshToken });
  return {
    sessionId: id,
    accessToken,
    refreshToken,
    cookie,
    headers: { ...jsonHeaders(), Cookie: cookie },
  };
}

/** As the link of a letter does, without one. */
export async function freezeAtOnce(db: D1Database, userId: string): Promise<void> {
  await db.prepare('INSERT INTO freezes (user_id, frozen_at) VALUES (?1, ?2)').bind(userId, Date.now()).run();
}

export function cookieHeader(tokens: { access?: string; refresh?: string }, origin = ORIGIN): string {
  const names = cookieNames(origin);
  return [
    ...(tokens.access === undefined ? [] : [`${names.access}=${tokens.access}`]),
    ...(tokens.refresh === undefined ? [] : [`${names.refresh}=${tokens.refresh}`]),
  ].join('; ');
}

/** Headers of an unsafe request from our own page, from an address no other test uses. */
export function jsonHeaders(address: string = freshAddress()): Record<string, string> {
  return { 'Content-Type': 'application/json', Origin: ORIGIN, 'CF-Connecting-IP': address };
}
