// The demo accounts of a local start, documented in the README: a customer and two operators. Never in production.

import { makeOperatorStatement, setRolesStatements } from '../db/operators/operators.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { openTotpKey, sealTotpKey } from '../auth/totp-key.ts';
import { addTotpStatement, findTotp, removeTotpStatement } from '../db/totp.ts';
import {
  confirmEmailStatement,
  createUserStatements,
  findCredentials,
  replacePasswordHash,
} from '../db/users.ts';
import { findIdentity } from '../db/identities.ts';
import { DEMO_OPERATOR_IDS } from '../domain/demo.ts';
import { currencyFor } from '../domain/settings-rules.ts';
import { TERMS_VERSION } from '../domain/terms.ts';
import { openAccount } from '../ledger/open-account.ts';
import { identityStatements } from './seed-identities.ts';

type SeededAccount = {
  /** Fixed, so that other seeds can give this customer a past. */
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone: string;
  readonly isAdmin: boolean;
  readonly tier: 'standard' | 'premium';
  /** The key of an authenticator app, where the account has one. */
  readonly totpKey?: string;
};

export const SEEDED_CUSTOMER: SeededAccount = {
  id: '0c0a0000-0000-4000-8000-000000000001',
  email: 'cliente@onca.example',
  password: 'onca-demo-2026',
  fullName: 'Clara Teixeira',
  phone: '5511912345678',
  isAdmin: false,
  tier: 'standard',
};

export const SEEDED_ADMIN: SeededAccount = {
  id: DEMO_OPERATOR_IDS[0],
  email: 'admin@onca.example',
  password: 'onca-admin-2026',
  fullName: 'Ademar Nogueira',
  phone: '5511987651234',
  isAdmin: true,
  tier: 'premium',
  totpKey: 'JBSWY3DPEHPK3PXP',
};

/** A reversal takes two operators. This one is of the standard tier: submissions stay closed to her (P12). */
export const SEEDED_SECOND_ADMIN: SeededAccount = {
  id: DEMO_OPERATOR_IDS[1],
  email: 'operadora@onca.example',
  password: 'onca-admin-2026',
  fullName: 'Odete Sampaio',
  phone: '5511976543210',
  isAdmin: true,
  tier: 'standard',
  totpKey: 'KRSXG5CTMVRXEZLU',
};

export const SEEDED_OPERATORS = [SEEDED_ADMIN, SEEDED_SECOND_ADMIN] as const;
export const SEEDED_ACCOUNTS = [SEEDED_CUSTOMER, ...SEEDED_OPERATORS] as const;

/** Creates the accounts that are missing and returns how many it created. Safe to run at every start. */
export async function seedAccounts(
  db: D1Database,
  env: Pick<Env, 'ENVIRONMENT' | 'PASSWORD_PEPPER'>,
  now: number,
  accounts: readonly SeededAccount[] = SEEDED_ACCOUNTS,
): Promise<number> {
  // Known passwords must never reach a public server: anything but a plain "local" is refused.
  if (env.ENVIRONMENT !== 'local') throw new Error('Demo accounts are only for ENVIRONMENT=local');
  let made = 0;
  for (const account of accounts) {
    if (await seedAccount(db, env.PASSWORD_PEPPER, account, now)) made += 1;
    await seedTotp(db, env.PASSWORD_PEPPER, account, now);
    const { id: userId, fullName } = account;
    const seeded = {
      userId,
      fullName,
      level: 2,
      place: SEEDED_ACCOUNTS.indexOf(account) + 1,
      at: now,
    } as const;
    if ((await findIdentity(db, userId)) === null)
      await db.batch(await identityStatements(db, env.PASSWORD_PEPPER, seeded));
  }
  return made;
}

async function seedAccount(
  db: D1Database,
  pepper: string,
  account: SeededAccount,
  now: number,
): Promise<boolean> {
  const found = await findCredentials(db, account.email);
  if (found !== null) {
    // Of a database from before addresses were proved.
    await confirmEmailStatement(db, { userId: found.profile.id, email: account.email }, now).run();
    // The development secrets were regenerated while the database stayed: set the documented password again.
    if (await verifyPassword(found.passwordHash, account.password, pepper)) return false;
    await replacePasswordHash(db, found.profile.id, await hashPassword(account.password, pepper), now);
    return false;
  }
  await db.batch([
    ...createUserStatements(db, {
      id: account.id,
      email: account.email,
      fullName: account.fullName,
      phone: account.phone,
      passwordHash: await hashPassword(account.password, pepper),
      tier: account.tier,
      termsVersion: TERMS_VERSION,
      language: 'pt-BR',
      currency: currencyFor('pt-BR'),
      emailConfirmedAt: now,
      now,
    }),
    ...openAccount(db, account.id, now),
    ...(account.isAdmin
      ? [makeOperatorStatement(db, account.id, now), ...setRolesStatements(db, account.id, ['owner'], now)]
      : []),
  ]);
  return true;
}

/** The documented authenticator app: added where missing, sealed again where the secrets were regenerated. */
async function seedTotp(
  db: D1Database,
  pepper: string,
  { id, totpKey }: SeededAccount,
  now: number,
): Promise<void> {
  if (totpKey === undefined) return;
  const found = await findTotp(db, id);
  if (found !== null && (await openTotpKey(pepper, id, found.sealedSecret)) !== null) return;
  const sealedSecret = await sealTotpKey(pepper, id, totpKey);
  await db.batch([
    removeTotpStatement(db, id),
    addTotpStatement(db, { userId: id, sealedSecret, step: 0, now }),
  ]);
}
