// Kill -9 at every statement and every call of a run that sends: whoever comes after finds each withdrawal paid once, or gives it back once.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { BankFile, killedAt as bareRunAt, survivor } from '../../support/killed-sending.ts';
import { runs } from '../../support/deep.ts';
import { saveTo } from '../../support/migrations.ts';
import { migratedDatabase, stocked } from '../../support/node-books.ts';
import {
  ask,
  cashOf,
  findingsOf,
  payoutOf,
  send,
  START,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const PROGRAM = resolve(import.meta.dirname, '../../support/killed-sending.ts');
/** The usual run takes those around the call and the ends. */
const isEvery = runs(0, 1) === 1;
const bareRun = (file: string, bank: string, now: number, note: (what: string) => void) =>
  bareRunAt(file, bank, now, -1, note);
const CASH = 500_000;
const AMOUNT = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'onca-sending-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The signal that ended it. */
function killedAt(file: string, bank: string, place: number): Promise<string | null> {
  const child = spawn(process.execPath, [PROGRAM, file, bank, String(START), String(place)], {
    stdio: 'ignore',
  });
  return new Promise((settle) => child.on('exit', (_, signal) => settle(signal)));
}

test('kill -9 at each place of sending: paid once or given back once', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const books = await withdrawalBooks(CASH, stocked(migratedDatabase()));
  const made = await ask(books, AMOUNT, 'pix');
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  const fresh = (name: string) => {
    const file = join(folder, `${name}.sqlite`);
    saveTo(file, books.node);
    return [file, join(folder, `${name}.bank`)] as const;
  };
  // One that nobody kills says how many places there are, and where the bank is called.
  const steps: string[] = [];
  await send(bareRun(...fresh('whole'), START, (what) => steps.push(what)));
  const called = steps.indexOf('bank');
  expect([called > 3, steps.length > called + 8]).toEqual([true, true]);
  const some = [called - 1, called, called + 1, called + 6, steps.length - 1];
  const places = isEvery ? steps.map((_, at) => at) : some;
  const files = places.map((place) => fresh(String(place)));
  const signals = await Promise.all(files.map(([file, bank], at) => killedAt(file, bank, places[at] ?? -1)));
  expect(signals).toEqual(places.map(() => 'SIGKILL'));
  const ends = new Map<number, string>();
  for (const [at, [file, bank]] of files.entries()) {
    const after = survivor(file, bank, START);
    for (const ms of [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, HOUR_MS]) {
      after.now += ms;
      await send(after);
    }
    const { state } = await payoutOf(after, id);
    const paid = new BankFile(bank).paid().filter((line) => line.startsWith(id)).length;
    expect([places[at], `${state}, ${paid}`]).toEqual([
      places[at],
      expect.stringMatching(/^(?:paid, 1|returned, 0)$/u),
    ]);
    expect(await cashOf(after)).toBe(state === 'paid' ? CASH - AMOUNT : CASH);
    expect(await findingsOf(after)).toEqual([]);
    after.node.close();
    ends.set(places[at] ?? -1, state);
  }
  // Before `sending` another run begins anew; between the two words the bank had heard nothing.
  expect([ends.get(called - 1), ends.get(called), ends.get(called + 1)]).toEqual([
    'paid',
    'returned',
    'paid',
  ]);
  noted.mockRestore();
});
