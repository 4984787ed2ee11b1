// Files of the bank are loaded and set aside at once: no movement that the bank said is lost, and what was found by a wrong file holds no
// movement of ours back.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { findFileInUse } from '../../../worker/db/bank-set-asides.ts';
import { addDays, startOfDay } from '../../../worker/domain/brasilia.ts';
import { HOUR_MS } from '../../../worker/domain/time.ts';
import type { Deps } from '../../../worker/services/deps.ts';
import { approveSetAside, proposeSetAside } from '../../../worker/services/operators/bank-files.ts';
import { loadBankFile } from '../../../worker/services/operators/load-bank-file.ts';
import { pageOfBreaks, resolveBreak } from '../../../worker/services/operators/reconciliation.ts';
import { bankDeps, BANKER, bankFindings, csvOf, load, type Row } from '../../support/bank-files.ts';
import { runs } from '../../support/deep.ts';
import { addCustomer, asD1, deposit, emptyBooks } from '../../support/node-books.ts';

const FIRST = '2026-11-02';
const NOW = startOfDay('2026-11-20');
const day = (n: number) => addDays(FIRST, n);
const onDay = (n: number) => startOfDay(day(n)) + 12 * HOUR_MS;
const facts = { isAdmin: true, roles: ['treasury'], hasFactor: true, tier: 'premium' } as const;
const ONE = { ...BANKER, facts };
const OTHER = { ...ONE, actorId: 'other', actor: 'other@example.com' };

let db: NodeD1;
const paid = (n: number, cents: number) =>
  deposit(asD1(db), { accountId: 'ana', amount: cents, at: onDay(n) });
const kinds = async (state: 'open' | 'resolved' | 'set-aside') =>
  (await pageOfBreaks({ db: asD1(db) }, BANKER.actorId, { state })).breaks.map(({ kind }) => kind).toSorted();

/** What loading says of a file. */
async function loaded(rows: readonly Row[], now = NOW) {
  const result = await load(db, rows, now);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

async function setAside(fileId: string): Promise<void> {
  const deps = bankDeps(db, NOW + 1) as unknown as Deps;
  const proposed = await proposeSetAside(deps, ONE, { id: fileId, reason: 'Of another account' });
  if (!proposed.ok) throw new Error(proposed.error.code);
  const id = proposed.value.files.find((file) => file.id === fileId)?.setAside?.id ?? '';
  const approved = await approveSetAside(deps, OTHER, id);
  if (!approved.ok) throw new Error(approved.error.code);
}

/** A file that has read all it compares when something else happens, once, before it is stored. */
async function loadedAfter(meanwhile: () => Promise<unknown>, rows: readonly Row[], now = NOW) {
  const { db: real, ...rest } = bankDeps(db, now);
  let happened = false;
  const raced = new Proxy(real, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== 'batch') return typeof value === 'function' ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        if (!happened) {
          happened = true;
          await meanwhile();
        }
        return target.batch(statements);
      };
    },
  });
  const result = await loadBankFile({ ...rest, db: raced }, BANKER, {
    source: 'dollars',
    label: 'raced.csv',
    bytes: csvOf(rows),
    account: null,
  });
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

async function newBooks(): Promise<void> {
  db = emptyBooks();
  for (const id of ['ana', BANKER.actorId, 'other']) await addCustomer(asD1(db), id, onDay(0));
  for (const id of [BANKER.actorId, 'other'])
    db.exec(`INSERT INTO admin_users (user_id, created_at) VALUES ('${id}', 1);
      INSERT INTO operator_roles (user_id, role, granted_at) VALUES ('${id}', 'treasury', 1)`);
}

beforeEach(newBooks);

describe('a file that is set aside between what a later one reads and what that writes', () => {
  const shared = [
    { day: day(1), cents: 700, id: 'shared 1' },
    { day: day(2), cents: 800, id: 'shared 2' },
  ];

  test('leaves its lines to the later one', async () => {
    const first = await loaded(shared);
    const second = await loadedAfter(
      () => setAside(first.file.id),
      [...shared, { day: day(3), cents: 900, id: 'own' }],
    );
    expect(second).toMatchObject({
      file: { lines: 3, repeated: 0 },
      breaks: { 'theirs-alone': 3 },
    });
    expect(bankFindings(db)).toEqual([]);
    const live = db.prepared('SELECT count(*) AS n FROM bank_lines WHERE set_aside_at IS NULL').get();
    expect(live).toEqual({ n: 3 });
  });

  test.each([
    ['the amount', 20_000, { matched: 0, breaks: { 'amount-differs': 0, 'theirs-alone': 1 } }],
    ['another amount', 20_001, { matched: 0, breaks: { 'amount-differs': 0, 'theirs-alone': 1 } }],
  ])('is no partner of a movement of ours with %s of its line', async (_what, cents, expected) => {
    // The line comes before the payment is booked, and is nobody's until the next file.
    const first = await loaded([{ day: day(1), cents, id: 'late' }]);
    const id = await paid(1, 20_000);
    db.exec(`UPDATE deposits SET gateway_reference = 'late' WHERE id = '${id}'`);
    const second = await loadedAfter(() => setAside(first.file.id), [{ day: day(2), cents: 3 }]);
    expect(second).toMatchObject(expected);
    expect(bankFindings(db)).toEqual([]);
  });
});

test('a movement of ours that another file has meanwhile is not missing', async () => {
  await paid(1, 20_000);
  const second = await loadedAfter(
    () => loaded([{ day: day(1), cents: 20_000 }]),
    [
      { day: day(0), cents: 1 },
      { day: day(9), cents: 2 },
    ],
  );
  expect(second.breaks).toMatchObject({ 'ours-alone': 0, 'theirs-alone': 2 });
  expect(bankFindings(db)).toEqual([]);
});

test('what an older release left matched and missing at once keeps no file out', async () => {
  const rows = [
    { day: day(0), cents: 1 },
    { day: day(9), cents: 2 },
  ];
  await paid(1, 20_000);
  await loaded(rows);
  await loaded([{ day: day(1), cents: 20_000 }]);
  db.exec(`DROP TRIGGER bank_breaks_end_once;
    UPDATE bank_breaks SET state = 'open', ended_at = NULL WHERE kind = 'ours-alone'`);
  expect(bankFindings(db)).toEqual(['bank-matches-are-ours']);
  expect(await loaded([{ day: day(9), cents: 3 }])).toMatchObject({ matched: 0 });
});

describe('of two files that overlap the one that repeats the other is the later one', () => {
  const shared = { day: day(1), cents: 700, id: 'shared' };

  test('also where it was begun first', async () => {
    let first = '';
    const second = await loadedAfter(async () => {
      first = (await loaded([shared], NOW + 5_000)).file.id;
    }, [shared, { day: day(2), cents: 800 }]);
    expect(second.file).toMatchObject({ repeated: 1, loadedAt: new Date(NOW + 5_001).toISOString() });
    expect(await findFileInUse(asD1(db), first)).toEqual({ isRepeated: true });
    await expect(setAside(first)).rejects.toThrow('BankFileRepeated');
    // After the later one it may be.
    await setAside(second.file.id);
    await setAside(first);
    expect(bankFindings(db)).toEqual([]);
  });

  test('also where both are of one millisecond', async () => {
    const first = await loaded([shared]);
    for (let n = 2; n < 6; n += 1) {
      const next = await loaded([shared, { day: day(n), cents: n }]);
      expect(next.file.repeated).toBe(1);
    }
    expect(await findFileInUse(asD1(db), first.file.id)).toEqual({ isRepeated: true });
    const times = db.prepared('SELECT count(DISTINCT loaded_at) AS n FROM bank_files').get();
    expect(times).toEqual({ n: 5 });
  });

  test('and where an older release stored it otherwise, the nightly check says that a line is lost', async () => {
    const first = await loaded([shared]);
    await loaded([shared, { day: day(2), cents: 800 }]);
    db.exec(`DROP TRIGGER bank_files_are_never_updated;
      UPDATE bank_files SET loaded_at = loaded_at - 10 WHERE repeated > 0`);
    expect(bankFindings(db)).toEqual([]);
    await setAside(first.file.id);
    expect(bankFindings(db)).toEqual(['bank-files-are-stored-whole']);
    // A file that has it again mends it.
    await loaded([shared, { day: day(3), cents: 900 }]);
    expect(bankFindings(db)).toEqual([]);
  });
});

test.each(['open', 'resolved'] as const)(
  'a movement of ours that a wrong file lacks, %s, is matched with the right file once that is set aside',
  async (state) => {
    await paid(1, 20_000);
    const wrong = await loaded([
      { day: day(0), cents: 1, id: 'wrong 1' },
      { day: day(9), cents: 2, id: 'wrong 2' },
    ]);
    expect(wrong.breaks['ours-alone']).toBe(1);
    const { breaks } = await pageOfBreaks({ db: asD1(db) }, BANKER.actorId, { state: 'open' });
    const id = breaks.find(({ kind }) => kind === 'ours-alone')?.id ?? '';
    const reason = 'The bank has it tomorrow';
    if (state === 'resolved') await resolveBreak(bankDeps(db, NOW), BANKER, { id, reason });
    await setAside(wrong.file.id);
    expect(await kinds(state)).toEqual([]);
    expect(await kinds('set-aside')).toEqual(['ours-alone', 'theirs-alone', 'theirs-alone']);
    expect(await loaded([{ day: day(1), cents: 20_000 }])).toMatchObject({ matched: 1 });
    expect(bankFindings(db)).toEqual([]);
  },
);

test('what another file lacks stays as it is when a file of the same millisecond is set aside', async () => {
  await paid(1, 20_000);
  await loaded([
    { day: day(0), cents: 1, id: 'right 1' },
    { day: day(9), cents: 2, id: 'right 2' },
  ]);
  const wrong = await loaded([{ day: day(9), cents: 3, id: 'wrong' }]);
  await setAside(wrong.file.id);
  expect(await kinds('open')).toEqual(['ours-alone', 'theirs-alone', 'theirs-alone']);
});

const files = fc.array(
  fc.record({
    // Which of eight lines it has.
    lines: fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 4 }),
    clock: fc.integer({ min: 0, max: 3 }),
    aside: fc.boolean(),
  }),
  { minLength: 2, maxLength: 4 },
);

test('however files are loaded and set aside at once, each line of one that counts is there', async () => {
  await fc.assert(
    fc.asyncProperty(files, files, async (earlier, later) => {
      await newBooks();
      for (const n of [1, 3, 5]) await paid(n, 20_000 + n);
      const said = new Map<string, readonly number[]>();
      const one = async (lines: readonly number[], mark: string, now: number) => {
        const rows = lines.map((n) => ({ day: day(n), cents: 20_000 + n, id: `line ${n}` }));
        // A line of its own, so that no two files are the same.
        const { file } = await loaded([...rows, { day: day(8), cents: 1, id: mark }], now);
        said.set(file.id, lines);
        return file.id;
      };
      const ids = await Promise.all(earlier.map(({ lines, clock }, n) => one(lines, `a ${n}`, NOW + clock)));
      // Of a file that a later one repeats it is refused, and so it is to who loses a race.
      const results = await Promise.allSettled([
        ...later.map(({ lines, clock }, n) => one(lines, `b ${n}`, NOW + clock)),
        ...ids.filter((_, n) => earlier[n]?.aside).map(setAside),
      ]);
      const refused = results.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[])
        expect(String(reason)).toMatch(/BankFileRepeated|Unavailable/u);
      expect(bankFindings(db)).toEqual([]);
      const live = db.prepared('SELECT line_key AS key FROM bank_lines WHERE set_aside_at IS NULL').all();
      const keys = new Set(live.map(({ key }) => key));
      for (const { id } of db.prepared('SELECT id FROM bank_files WHERE set_aside_at IS NULL').all())
        for (const n of said.get(String(id)) ?? [])
          expect(keys).toContain(`${day(n)} ${20_000 + n} line ${n} 1`);
    }),
    { numRuns: runs(12) },
  );
});
