// Operators for browser tests, each of them new: codes of the one in the seed can be taken only once, and tests would wait
// for each other. Nobody becomes an operator through the site, so the row goes straight into the test server's database.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OWN_SERVER } from './servers.ts';
import type { Account, Person } from './test.ts';

const DATABASES = join(OWN_SERVER.state, 'v3/d1/miniflare-D1DatabaseObject');
/** The server writes too. */
const BUSY_MS = 5_000;

/** A signed-in operator without a second factor: "is it you?" is answered with the password. */
export async function signUpOperator(
  account: Account,
  { language = 'pt-BR', tier = 'premium' }: { language?: 'pt-BR' | 'en'; tier?: 'standard' | 'premium' } = {},
): Promise<Person> {
  const person = await account.signUp(language);
  change((database) => {
    const { id } = database.prepare('SELECT id FROM users WHERE email = ?').get(person.email) as {
      id: string;
    };
    database.prepare('INSERT INTO admin_users (user_id, created_at) VALUES (?, ?)').run(id, Date.now());
    database.prepare('UPDATE users SET tier = ? WHERE id = ?').run(tier, id);
  });
  return person;
}

/** The proof that changes ask for, by the API: for tests that are about something else. */
export async function prove(account: Account, { password }: Person): Promise<void> {
  await account.post('/api/auth/step-up', { method: 'password', password });
}

/** Straight into the tables, for what no call of the product does. */
export function change(work: (database: DatabaseSync) => void): void {
  const name = readdirSync(DATABASES).find((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite');
  if (name === undefined) throw new Error(`No database in ${DATABASES}`);
  const database = new DatabaseSync(join(DATABASES, name), { timeout: BUSY_MS });
  try {
    work(database);
  } finally {
    database.close();
  }
}
