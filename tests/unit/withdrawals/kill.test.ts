// Kill -9 at every statement and every call of a run that sends: whoever comes after finds each withdrawal paid once, or gives it back once.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { BankFile, survivor } from '../../support/killed-sending.ts';
import { migratedDatabase, stocked } from '../../support/node-books.ts';
import { ask, cashOf, findingsOf, payoutOf, send, START, withdrawalBooks } from '../../support/withdrawal-books.ts';

const PROGRAM = resolve(import.meta.dirname, '../../support/killed-sending.ts');
const CASH = 500_000;
const AMOUNT = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'onca-sending-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The signal that ended it; null: there was no such place. */
function killedAt(file: string, bank: string, place: number): Promise<string | null> {
  const child = spawn(process.execPath, [PROGRAM, file, bank, String(START), String(place)], { stdio: 'ignore' });
  return new Promise((settle) => child.on('exit', (_, signal) => settle(signal)));
}

test('kill -9 at each place of sending: paid once or given back once', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const books = await withdrawalBooks(CASH, stocked(migratedDatabase()));
  const made = await ask(books, AMOUNT, 'pix');
  if (!made.ok) throw new Error(made.error);
  const { id } = made.value;
  const ends: string[] = [];
  for (let place = 0, signal: string | null = 'SIGKILL'; signal !== null; place += 1) {
    const [file, bank] = [join(folder, `${place}.sqlite`), join(folder, `${place}.bank`)];
    books.node.exec(`VACUUM INTO '${file}'`);
    signal = await killedAt(file, bank, place);
    const after = survivor(file, bank, START);
    for (const ms of [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, HOUR_MS]) {
      after.now += ms;
      await send(after);
    }
    const { state } = await payoutOf(after, id);
    const paid = new BankFile(bank).paid().filter((line) => line.startsWith(id)).length;
    expect([place, state, paid]).toEqual([place, state, state === 'paid' ? 1 : 0]);
    expect([place, state]).toEqual([place, expect.stringMatching(/^(?:paid|returned)$/u)]);
    expect(await cashOf(after)).toBe(state === 'paid' ? CASH - AMOUNT : CASH);
    expect(await findingsOf(after)).toEqual([]);
    after.node.close();
    ends.push(state);
  }
  // It ran to its end at last; and between the two words of the row the bank had heard nothing.
  expect(ends.length).toBeGreaterThan(15);
  expect(ends.at(-1)).toBe('paid');
  expect(ends).toContain('returned');
  noted.mockRestore();
});
