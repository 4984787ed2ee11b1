// Kill -9 at every place of a close: either all of it is there, or nothing, and the next job comes to the same bytes, in whichever
// time zone and language.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import { closesBetween } from '../../../worker/db/day-closes.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { verifyCloses } from '../../../worker/services/verify-closes.ts';
import { saveTo } from '../../support/migrations.ts';
import {
  addCustomer,
  asD1,
  CLOSE_ENV,
  migratedDatabase,
  move,
  notesAlongside,
  stocked,
} from '../../support/node-books.ts';

const PROGRAM = resolve(import.meta.dirname, '../../support/killed-close.ts');
const START = Date.parse('2026-11-20T00:00:00.000Z');
const NOW = START + 2 * DAY_MS + HOUR_MS;
/** The close itself and two of another room. */
const STATEMENTS = 3;

const folder = mkdtempSync(join(tmpdir(), 'onca-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const books = stocked(migratedDatabase());
beforeAll(async () => {
  const db = asD1(books);
  await addCustomer(db, 'ana', START);
  await move(db, { accountId: 'ana', asset: 'usd', amount: 500, at: START + HOUR_MS });
  await move(db, { accountId: 'ana', asset: 'gold', amount: 4, at: START + DAY_MS });
});

/** The signal that ended it. */
function killedAt(file: string, place: number): Promise<string | null> {
  // Somewhere else, where a day and a number are written in another way.
  const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' };
  const child = spawn(process.execPath, [PROGRAM, file, String(NOW), String(place)], {
    stdio: 'ignore',
    env,
  });
  return new Promise((settle) => child.on('exit', (_, signal) => settle(signal)));
}

async function stateOf(db: D1Database) {
  const closes = await closesBetween(db, '2000-01-01', '2100-01-01', 100);
  const { results } = await db.prepare('SELECT id FROM ledger_checks ORDER BY id').all<{ id: string }>();
  return { closes, notes: results.map(({ id }) => id) };
}

const closeAll = (db: D1Database) =>
  closeDays({ db, env: CLOSE_ENV, now: () => NOW }, { alongside: notesAlongside });

test('kill -9 leaves all of a close or nothing of it, and the days closed afterwards are the same', async () => {
  const undisturbed = join(folder, 'undisturbed.sqlite');
  saveTo(undisturbed, books);
  const whole = asD1(new NodeD1(undisturbed));
  await closeAll(whole);
  const expected = await stateOf(whole);
  expect(expected.closes).toHaveLength(2);

  const places = Array.from({ length: STATEMENTS + 2 }, (_, place) => place);
  const after = await Promise.all(
    places.map(async (place) => {
      const file = join(folder, `${place}.sqlite`);
      saveTo(file, books);
      expect(await killedAt(file, place)).toBe('SIGKILL');
      const db = asD1(new NodeD1(file));
      const left = await stateOf(db);
      await closeAll(db);
      expect(await stateOf(db)).toEqual(expected);
      expect((await verifyCloses(db, publicKeys(CLOSE_ENV))).differences).toEqual([]);
      return [left.closes.length, left.notes.length];
    }),
  );
  // Before the commit nothing; after it the first day.
  expect(after).toEqual(places.map((place) => (place <= STATEMENTS ? [0, 0] : [1, 2])));
});
