// Two thousand made-up customers with twenty thousand transactions, so that the operators' screens look as on a working day.
// One by one through the real services they would take minutes; here whole tables of rows are written at once, two hundred
// customers to a batch, and a test runs the full ledger check on them. Never in production.

import { hashPassword } from '../auth/passwords.ts';
import { liveOf } from './seed-life.ts';
import { crowd, type Person } from './seed-people.ts';
import { accountRows, alertRows, ledgerRows, submissionRows } from './seed-rows.ts';
import { alertsOf, submissionsOf } from './seed-submissions.ts';

/** A batch's rows travel as one text each, far below D1's 2 MB. */
const PEOPLE_PER_BATCH = 200;
/** All of them share it; documented for the demo customer. */
const CROWD_PASSWORD = 'onca-demo-2026';

/** Makes those who are missing; answers how many. A start that was interrupted is taken up again. */
export async function seedCrowd(
  db: D1Database,
  env: Pick<Env, 'ENVIRONMENT' | 'PASSWORD_PEPPER'>,
  now: number,
): Promise<number> {
  if (env.ENVIRONMENT !== 'local') throw new Error('A made-up crowd is only for ENVIRONMENT=local');
  const people = crowd(now);
  const there = await alreadyThere(db, people);
  const missing = people.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return 0;
  const passwordHash = await hashPassword(CROWD_PASSWORD, env.PASSWORD_PEPPER);
  for (let start = 0; start < missing.length; start += PEOPLE_PER_BATCH) {
    const some = missing.slice(start, start + PEOPLE_PER_BATCH);
    await db.batch(statementsFor(db, some, passwordHash, now));
  }
  return missing.length;
}

async function alreadyThere(db: D1Database, people: readonly Person[]): Promise<ReadonlySet<string>> {
  const ids = JSON.stringify(people.map(({ id }) => id));
  const { results } = await db
    .prepare('SELECT u.id FROM json_each(?) i JOIN users u ON u.id = i.value')
    .bind(ids)
    .run<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

function statementsFor(
  db: D1Database,
  people: readonly Person[],
  passwordHash: string,
  now: number,
): D1PreparedStatement[] {
  const lives = people.map((person) => ({ person, life: liveOf(person, now) }));
  const submissions = lives.flatMap(({ person, life }) => submissionsOf(person, life.transactions));
  return [
    ...accountRows(db, lives, passwordHash),
    ...ledgerRows(db, lives),
    ...submissionRows(db, submissions),
    alertRows(
      db,
      people.flatMap((person) => alertsOf(person, now)),
    ),
  ];
}
