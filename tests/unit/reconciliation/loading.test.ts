// A file of the bank is compared with the books: each of its lines is one of ours or a break, whatever came before it.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { BANK_SOURCES } from '../../../worker/domain/bank-files.ts';
import { addDays, startOfDay } from '../../../worker/domain/brasilia.ts';
import { HOUR_MS } from '../../../worker/domain/time.ts';
import { loadBankFile } from '../../../worker/services/operators/load-bank-file.ts';
import { pageOfBreaks, resolveBreak, takeBreak } from '../../../worker/services/operators/reconciliation.ts';
import { bankDeps, BANKER, bankFindings, csvOf, load, type Row } from '../../support/bank-files.ts';
import { WAITED_TED, waitedTed } from '../../support/waited-ted.ts';
import { runs } from '../../support/deep.ts';
import { addCustomer, asD1, deposit, emptyBooks, move } from '../../support/node-books.ts';

const FIRST = '2026-11-02';
const NOW = startOfDay('2026-11-20');
const day = (n: number) => addDays(FIRST, n);
const onDay = (n: number) => startOfDay(day(n)) + 12 * HOUR_MS;

let db: NodeD1;
const paid = (n: number, cents: number) =>
  deposit(asD1(db), { accountId: 'ana', amount: cents, at: onDay(n) });
const breaks = async (state: 'open' | 'resolved' | 'closed' = 'open') =>
  (await pageOfBreaks({ db: asD1(db) }, BANKER.actorId, { state })).breaks;
const kinds = async (state?: 'closed') => (await breaks(state)).map(({ kind }) => kind).toSorted();
const logged = () =>
  db
    .prepared(`SELECT action, note FROM audit_log ORDER BY seq`)
    .all()
    .map(({ action, note }) => [action, note].filter((text) => text !== null).join(': '));

beforeEach(async () => {
  db = emptyBooks();
  await addCustomer(asD1(db), 'ana', onDay(0));
  await addCustomer(asD1(db), BANKER.actorId, onDay(0));
});

test('each line is one of ours or a break, and what the bank does not have is one too', async () => {
  const [byName, differs] = [await paid(1, 20_000), await paid(1, 30_000)];
  await paid(2, 40_000);
  await paid(3, 50_000);
  // The bank may still be about to say so.
  await paid(8, 60_000);
  const loaded = await load(
    db,
    [
      { day: day(1), cents: 20_000, id: byName },
      { day: day(1), cents: 29_999, id: differs },
      { day: day(4), cents: 40_000 },
      { day: day(9), cents: -1_200, id: 'fee of the account' },
    ],
    NOW,
  );
  expect(loaded).toMatchObject({
    ok: true,
    value: {
      file: { source: 'dollars', format: 'csv', lines: 4, repeated: 0, fromDay: day(1), toDay: day(9) },
      matched: 2,
      closed: 0,
      breaks: { 'amount-differs': 1, 'ours-alone': 1, 'theirs-alone': 1 },
    },
  });
  const found = new Map((await breaks()).map((one) => [one.kind, one]));
  expect(found.get('amount-differs')).toMatchObject({
    bankCents: 29_999,
    ourCents: 30_000,
    paymentIds: [differs],
  });
  expect(found.get('ours-alone')).toMatchObject({
    bankCents: null,
    ourCents: 50_000,
    day: day(3),
    file: null,
  });
  expect(found.get('theirs-alone')).toMatchObject({
    bankCents: -1_200,
    ourCents: null,
    operationId: null,
    file: { label: 'november.csv', line: 5 },
  });
  expect(bankFindings(db)).toEqual([]);
  expect(logged()).toEqual(['bank.file-loaded']);
});

test('the same file is taken once, and a line that two files have is stored once', async () => {
  await paid(1, 20_000);
  const rows = [{ day: day(1), cents: 20_000 }];
  expect(await load(db, rows, NOW)).toMatchObject({ ok: true });
  expect(await load(db, rows, NOW)).toEqual({ ok: false, error: { code: 'BankFileKnown' } });
  const more = await load(db, [...rows, { day: day(2), cents: 500 }, { day: day(2), cents: 500 }], NOW);
  expect(more).toMatchObject({
    ok: true,
    value: { file: { lines: 3, repeated: 1 }, breaks: { 'theirs-alone': 2 } },
  });
  expect(bankFindings(db)).toEqual([]);
});

test('a later file ends the break of an earlier one, from either side', async () => {
  await paid(1, 20_000);
  await load(
    db,
    [
      { day: day(1), cents: 777 },
      { day: day(6), cents: 30_000 },
    ],
    NOW,
  );
  expect(await kinds()).toEqual(['ours-alone', 'theirs-alone', 'theirs-alone']);
  // The other side of 300.00 is booked late, and that of 200.00 comes with the next file.
  await paid(7, 30_000);
  const next = await load(
    db,
    [
      { day: day(3), cents: 20_000 },
      { day: day(8), cents: 1 },
    ],
    NOW,
  );
  expect(next).toMatchObject({ ok: true, value: { matched: 2, closed: 2 } });
  expect(await kinds()).toEqual(['theirs-alone', 'theirs-alone']);
  expect(await kinds('closed')).toEqual(['ours-alone', 'theirs-alone']);
  expect(bankFindings(db)).toEqual([]);
});

test('a payment that was missing and comes with another amount differs', async () => {
  const id = await paid(1, 20_000);
  await load(
    db,
    [
      { day: day(1), cents: 1 },
      { day: day(6), cents: 2 },
    ],
    NOW,
  );
  await load(db, [{ day: day(7), cents: 20_001, id }], NOW);
  expect(await kinds()).toEqual(['amount-differs', 'theirs-alone', 'theirs-alone']);
  expect(await kinds('closed')).toEqual(['ours-alone']);
  expect(bankFindings(db)).toEqual([]);
});

test('a trade, and what undoes one, is no movement of a bank', async () => {
  const moved = { accountId: 'ana', asset: 'usd', at: onDay(1) } as const;
  const [trade, undoing] = [
    await move(asD1(db), { ...moved, amount: 20_000 }),
    await move(asD1(db), { ...moved, amount: -20_000 }),
  ];
  db.exec(`UPDATE operations SET kind = 'trade', quote_id = 'q' WHERE id = '${trade}';
    UPDATE operations SET kind = 'reversal', reverses = '${trade}' WHERE id = '${undoing}'`);
  const rows = [
    { day: day(1), cents: 20_000 },
    { day: day(9), cents: 5 },
  ];
  expect(await load(db, rows, NOW)).toMatchObject({
    ok: true,
    value: { matched: 0, breaks: { 'ours-alone': 0, 'theirs-alone': 2 } },
  });
});

test('the sources of the database are those of the code', () => {
  const rows = db
    .prepared('SELECT source, asset, house_account AS account FROM bank_sources ORDER BY source')
    .all();
  expect(rows.map((row) => Object.assign({}, row))).toEqual(
    Object.entries(BANK_SOURCES).map(([source, { asset, account }]) => ({ source, asset, account })),
  );
});

test('a day that is not there yet refuses the file: it would end the days of grace of all before it', async () => {
  const row = { day: addDays('2026-11-20', 2), cents: 1 };
  expect(await load(db, [row], NOW)).toEqual({
    ok: false,
    error: { code: 'BankFileRefused', fault: 'day', line: 2 },
  });
  expect(await load(db, [{ ...row, day: addDays('2026-11-20', 1) }], NOW)).toMatchObject({ ok: true });
});

test('a statement of another account than the house has is refused', async () => {
  const file = (account: string) =>
    new TextEncoder().encode(
      `<OFX><CURDEF>USD<BANKACCTFROM><BANKID>021<ACCTID>${account}</BANKACCTFROM><STMTTRN><DTPOSTED>20261103<TRNAMT>1<FITID>a</STMTTRN></OFX>`,
    );
  const loading = (bytes: Uint8Array, account: string | null) =>
    loadBankFile(bankDeps(db, NOW), BANKER, { source: 'dollars', label: 'a.ofx', bytes, account });
  expect(await loading(file('4712'), '21/4711')).toEqual({
    ok: false,
    error: { code: 'BankFileRefused', fault: 'account', line: null },
  });
  expect(await loading(file('47-11'), '21/4711')).toMatchObject({ ok: true });
  // Nobody has said which is ours.
  expect(await loading(file('4712'), null)).toMatchObject({ ok: true });
});

test('what is in reais is no movement of the account in dollars', async () => {
  await paid(1, 20_000);
  const file = new TextEncoder().encode('Data;Histórico;Documento;Valor\n03/11/2026;x;;200,00\n');
  const loaded = await loadBankFile(bankDeps(db, NOW), BANKER, {
    account: null,
    source: 'reais',
    label: 'r.csv',
    bytes: file,
  });
  expect(loaded).toMatchObject({
    ok: true,
    value: { matched: 0, breaks: { 'theirs-alone': 1, 'ours-alone': 0 } },
  });
});

test('a TED that waited for its rate is one movement: its arrival', async () => {
  await waitedTed(asD1(db), { accountId: 'ana', at: onDay(1), brlCents: 53_000, usdCents: 10_000 });
  const file = `Data;Histórico;Documento;Valor\n03/11/2026;x;${WAITED_TED};530,00\n20/11/2026;y;;-1,00\n`;
  const loaded = await loadBankFile(bankDeps(db, NOW), BANKER, {
    account: null,
    source: 'reais',
    label: 'r.csv',
    bytes: new TextEncoder().encode(file),
  });
  expect(loaded).toMatchObject({
    ok: true,
    value: { matched: 1, breaks: { 'theirs-alone': 1, 'ours-alone': 0 } },
  });
});

test('a stray payment that was credited is found by its own name, and one that went back is not', async () => {
  const id = await paid(1, 20_000);
  const stray = (name: string, outcome: 'credited' | 'returned') =>
    db.exec(`INSERT INTO stray_payments (id, deposit_id, reference, cents, at, outcome, ended_at)
      VALUES ('${name}', '${id}', '${name}', 20000, 1, '${outcome}', 2)`);
  stray('TED-back', 'returned');
  stray('TED-credited', 'credited');
  // A week later: its amount alone finds nothing.
  const result = await load(
    db,
    [
      { day: day(1), cents: 5 },
      { day: day(9), cents: 20_000, id: 'TED-back' },
      { day: day(9), cents: 20_000, id: 'TED-credited' },
    ],
    NOW,
  );
  expect(result).toMatchObject({
    ok: true,
    value: { matched: 1, breaks: { 'theirs-alone': 2, 'ours-alone': 0 } },
  });
  expect(db.prepared('SELECT line, how FROM bank_matches').all()).toEqual([{ line: 4, how: 'reference' }]);
  // The bank takes it back, and calls it so again.
  const taken = { accountId: 'ana', asset: 'usd', amount: -20_000, at: onDay(2) } as const;
  const operation = await move(asD1(db), taken);
  db.exec(`PRAGMA foreign_keys = OFF;
    INSERT INTO disputes (id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents, due_cents, taken_cents,
      owed_cents, opened_at) VALUES ('dispute', '${id}', 'ana', 'sandbox', 'CASE', 20000, 0, 0, 20000, 20000, 0, 1);
    INSERT INTO dispute_steps VALUES ('${operation}', 'dispute', 'proposal')`);
  expect(await load(db, [{ day: day(10), cents: -20_000, id: 'TED-credited' }], NOW)).toMatchObject({
    ok: true,
    value: { matched: 1 },
  });
});

describe('a break', () => {
  beforeEach(async () => {
    await load(db, [{ day: day(1), cents: -1_200 }], NOW);
  });
  const deps = () => bankDeps(db, NOW);
  const other = { ...BANKER, actorId: 'ana', actor: 'ana@example.com' };

  test('is taken, also from another, and resolved once with a reason; all of it is logged', async () => {
    const [{ id } = { id: '' }] = await breaks();
    expect(await takeBreak(deps(), BANKER, id)).toMatchObject({
      ok: true,
      value: { owner: { id: BANKER.actorId } },
    });
    // Again: nothing changes and nothing is logged.
    expect(await takeBreak(deps(), BANKER, id)).toMatchObject({ ok: true });
    expect(await takeBreak(deps(), other, id)).toMatchObject({ ok: true, value: { owner: { id: 'ana' } } });
    const reason = 'Monthly fee of the bank';
    expect(await resolveBreak(deps(), BANKER, { id, reason })).toMatchObject({
      ok: true,
      value: { state: 'resolved', resolution: reason, resolvedBy: BANKER.actor, owner: { id: 'ana' } },
    });
    const late = { ok: false, error: { code: 'BreakEnded' } };
    expect(await resolveBreak(deps(), other, { id, reason })).toEqual(late);
    expect(await takeBreak(deps(), other, id)).toEqual(late);
    expect(logged()).toEqual([
      'bank.file-loaded',
      'bank.break-taken',
      'bank.break-taken',
      `bank.break-resolved: ${reason}`,
    ]);
    expect(bankFindings(db)).toEqual([]);
  });

  test('that is resolved is no partner of a later movement of ours', async () => {
    const [{ id } = { id: '' }] = await breaks();
    await resolveBreak(deps(), BANKER, { id, reason: 'Given back by phone' });
    expect(await load(db, [{ day: day(9), cents: 5 }], NOW)).toMatchObject({
      ok: true,
      value: { matched: 0 },
    });
  });

  test('that is resolved between what a later file reads and what it writes is not matched as well', async () => {
    await paid(2, 20_000);
    // Ours was alone until this file; its break is resolved in the midst of it.
    await load(db, [{ day: day(9), cents: 5 }], NOW);
    const ours = (await breaks()).find(({ kind }) => kind === 'ours-alone');
    let isResolved = false;
    const { db: real, ...rest } = deps();
    const raced = new Proxy(real, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (key !== 'batch') return typeof value === 'function' ? value.bind(target) : value;
        return async (statements: D1PreparedStatement[]) => {
          if (!isResolved) {
            isResolved = true;
            await resolveBreak(deps(), BANKER, { id: ours?.id ?? '', reason: 'Found at the bank' });
          }
          return target.batch(statements);
        };
      },
    });
    const loaded = await loadBankFile({ ...rest, db: raced }, BANKER, {
      account: null,
      source: 'dollars',
      label: 'raced.csv',
      bytes: csvOf([{ day: day(2), cents: 20_000, id: 'late' }]),
    });
    expect(loaded).toMatchObject({ ok: true, value: { matched: 0, breaks: { 'theirs-alone': 1 } } });
    expect(bankFindings(db)).toEqual([]);
  });

  test('of two who resolve it at once one does', async () => {
    const [{ id } = { id: '' }] = await breaks();
    const results = await Promise.all(
      [BANKER, other].map((who) => resolveBreak(deps(), who, { id, reason: 'Both at once' })),
    );
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  test('that nobody knows is not found', async () => {
    expect(await takeBreak(deps(), BANKER, 'none')).toEqual({ ok: false, error: { code: 'NotFound' } });
    expect(await resolveBreak(deps(), BANKER, { id: 'none', reason: 'x y z' })).toMatchObject({ ok: false });
  });
});

test('files that are loaded at the same moment take no movement twice', async () => {
  for (const n of [1, 2, 3]) await paid(n, 20_000);
  const results = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      load(
        db,
        [
          { day: day(n), cents: 20_000, id: `at once ${n}` },
          { day: day(9), cents: n },
        ],
        NOW,
      ),
    ),
  );
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(db.prepared('SELECT count(*) AS n FROM bank_matches').get()).toEqual({ n: 3 });
  expect(bankFindings(db)).toEqual([]);
});

const rows = fc.array(
  fc.record({ day: fc.integer({ min: 0, max: 8 }).map(day), cents: fc.constantFrom(10_000, 20_000, -500) }),
  { minLength: 1, maxLength: 12 },
);

test('however the lines come in files, each is in one place and nothing of ours is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      async (all, ours, parts) => {
        db = emptyBooks();
        await addCustomer(asD1(db), 'ana', onDay(0));
        await addCustomer(asD1(db), BANKER.actorId, onDay(0));
        for (const n of ours) await paid(n, 10_000 * ((n % 2) + 1));
        const named = all.map((row, index): Row => ({ ...row, id: `line ${index}` }));
        for (let part = 0; part < parts; part += 1) {
          const file = named.filter((_, index) => index % parts === part);
          await load(db, [...file, { day: day(0), cents: part + 1, id: `file ${part}` }], NOW);
        }
        expect(bankFindings(db)).toEqual([]);
        const count = (sql: string) => Number(db.prepared(`SELECT count(*) AS n FROM ${sql}`).get()?.['n']);
        expect(count('bank_lines')).toBe(all.length + parts);
        expect(count('bank_matches') + count("bank_breaks WHERE line IS NOT NULL AND state = 'open'")).toBe(
          all.length + parts,
        );
      },
    ),
    { numRuns: runs(12) },
  );
});

describe('the nightly check', () => {
  const vandalise = (...sql: string[]) => {
    for (const { name } of db.prepared("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
      db.exec(`DROP TRIGGER ${String(name)}`);
    db.exec('PRAGMA foreign_keys = OFF');
    for (const one of sql) db.exec(one);
  };

  test.each([
    ['bank-files-are-stored-whole', 'DELETE FROM bank_lines WHERE line = 2'],
    ['bank-files-are-stored-whole', 'UPDATE bank_files SET lines = lines + 1'],
    ['bank-lines-have-one-place', "DELETE FROM bank_breaks WHERE kind = 'theirs-alone'"],
    [
      'bank-lines-have-one-place',
      "UPDATE bank_breaks SET state = 'closed', ended_at = 1 WHERE kind = 'theirs-alone'",
    ],
    ['bank-matches-are-ours', 'UPDATE bank_lines SET cents = cents + 1 WHERE line = 2'],
    ['bank-matches-are-ours', "UPDATE bank_lines SET source = 'reais' WHERE line = 2"],
    [
      'bank-matches-are-ours',
      'UPDATE bank_breaks SET operation_id = (SELECT operation_id FROM bank_matches) WHERE operation_id IS NOT NULL',
    ],
    ['bank-balances-follow-or-are-breaks', "DELETE FROM bank_breaks WHERE kind = 'balance-differs'"],
    [
      'bank-balances-follow-or-are-breaks',
      "UPDATE bank_breaks SET our_cents = our_cents + 1 WHERE kind = 'balance-differs'",
    ],
    [
      'bank-balances-follow-or-are-breaks',
      'UPDATE bank_files SET balance_cents = 50005 WHERE balance_day IS NOT NULL',
    ],
    [
      'bank-balances-follow-or-are-breaks',
      "UPDATE bank_breaks SET state = 'closed', ended_at = 1 WHERE kind = 'balance-differs'",
    ],
  ])('%s: %s', async (rule, sql) => {
    await paid(1, 20_000);
    await paid(2, 30_000);
    await load(
      db,
      [
        { day: day(1), cents: 20_000 },
        { day: day(9), cents: 5, balance: 50_000 },
      ],
      NOW,
    );
    expect(bankFindings(db)).toEqual([]);
    vandalise(sql);
    expect(bankFindings(db)).toContain(rule);
  });
});

test.each([
  "UPDATE bank_files SET label = 'x'",
  'DELETE FROM bank_files',
  'UPDATE bank_lines SET cents = 1',
  'DELETE FROM bank_lines',
  "UPDATE bank_matches SET how = 'reference'",
  'DELETE FROM bank_matches',
  'DELETE FROM bank_breaks',
])('%s is refused by the database', async (sql) => {
  await paid(1, 20_000);
  await load(
    db,
    [
      { day: day(1), cents: 20_000 },
      { day: day(9), cents: 5 },
    ],
    NOW,
  );
  expect(() => db.exec(sql)).toThrow(/never/u);
});
