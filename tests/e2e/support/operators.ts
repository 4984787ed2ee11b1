// Operators for browser tests, each of them new: codes of the one in the seed can be taken only once, and tests would wait
// for each other. Nobody becomes an operator through the site, so the row goes straight into the test server's database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parseEnv } from 'node:util';
import type { Page } from 'playwright/test';
import type { OperatorRole } from '../../../worker/domain/operator-roles.ts';
import { proofWords, translator } from '../../support/words.ts';
import { newTotpKey } from '../../../worker/auth/totp.ts';
import { sealTotpKey } from '../../../worker/auth/totp-key.ts';
import { change, withDatabase } from './database.ts';
import { codeOf } from './factors.ts';
import { ROOT } from './servers.ts';
import type { Account, Person } from './test.ts';

/** Somebody with an authenticator app. */
export type Operator = Person & { readonly key: string };

type OperatorOptions = {
  readonly language?: 'pt-BR' | 'en';
  readonly tier?: 'standard' | 'premium';
  readonly roles?: readonly OperatorRole[];
  /** As if a code had just been asked for and shown: for tests that are about something else. */
  readonly proved?: boolean;
};

/**
 * A signed-in operator with an app, all of whose codes are unused: "is it you?" is answered with `codeOf(operator.key, 0)`. The
 * app goes straight into the table too: no letter tells of it.
 */
export async function signUpOperator(
  account: Account,
  { language = 'pt-BR', tier = 'premium', roles = ['owner'], proved = false }: OperatorOptions = {},
): Promise<Operator> {
  const person = await account.signUp(language);
  const id = withDatabase((database) => idOf(database, person));
  const key = newTotpKey();
  const { PASSWORD_PEPPER = '' } = parseEnv(readFileSync(join(ROOT, '.dev.vars'), 'utf8'));
  const sealed = await sealTotpKey(PASSWORD_PEPPER, id, key);
  change((database) => {
    database
      .prepare('INSERT INTO totp_factors (user_id, sealed_secret, last_step, created_at) VALUES (?, ?, 0, ?)')
      .run(id, sealed, Date.now());
    makeOperatorIn(database, person, roles, tier);
    if (proved) proveIn(database, person);
  });
  return { ...person, key };
}

/** Makes an operator of somebody who has signed up. */
export function makeOperator(person: Person, roles: readonly OperatorRole[]): void {
  change((database) => makeOperatorIn(database, person, roles, 'premium'));
}

/** As if the operator had just been asked and had shown a code. */
export function prove(person: Person): void {
  change((database) => proveIn(database, person));
}

function makeOperatorIn(
  database: DatabaseSync,
  person: Person,
  roles: readonly OperatorRole[],
  tier: 'standard' | 'premium',
): void {
  const id = idOf(database, person);
  database.prepare('UPDATE totp_factors SET last_step = 0 WHERE user_id = ?').run(id);
  database.prepare('INSERT INTO admin_users (user_id, created_at) VALUES (?, ?)').run(id, Date.now());
  const role = database.prepare('INSERT INTO operator_roles (user_id, role, granted_at) VALUES (?, ?, ?)');
  for (const one of roles) role.run(id, one, Date.now());
  database.prepare('UPDATE users SET tier = ? WHERE id = ?').run(tier, id);
}

function proveIn(database: DatabaseSync, person: Person): void {
  const proven = `UPDATE sessions SET stepped_up_at = ?, stepped_up_by = 'totp' WHERE user_id = ?`;
  database.prepare(proven).run(Date.now(), idOf(database, person));
}

/** Answers the question of a page, with the code that the app shows now. */
export async function proveInPage(page: Page, { key }: Operator, locale: 'pt-BR' | 'en'): Promise<void> {
  const t = translator(proofWords, locale);
  const question = page.getByRole('dialog', { name: t('title') });
  await question.getByLabel(t('totp.label')).fill(codeOf(key, 0));
  await question.getByRole('button', { name: t('submit'), exact: true }).click();
}

function idOf(database: DatabaseSync, { email }: Person): string {
  return (database.prepare('SELECT id FROM users WHERE email = ?').get(email) as { id: string }).id;
}
