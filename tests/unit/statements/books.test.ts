// Statements of real books: the seeded customers' pasts, closed day by day (D78).

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { crowd } from '../../../worker/commands/seed-people.ts';
import { seedStock } from '../../../worker/commands/seed-stock.ts';
import { forgetStatements } from '../../../worker/db/personal-data.ts';
import { noteStray } from '../../../worker/db/stray-payments.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { HOUR_MS } from '../../../worker/domain/time.ts';
import { NOTHING, type StatementBalance } from '../../../worker/domain/statements.ts';
import { creditArrivedStatements, reserveDeposit } from '../../../worker/ledger/deposits.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { makeStatements } from '../../../worker/services/make-statements.ts';
import { fileBytes, statementFile } from '../../../worker/services/statement-files.ts';
import { listMonths, statementFor, viewStatement } from '../../../worker/services/statements.ts';
import { checkFile } from '../../../web/features/site/verify/check.ts';
import { runs } from '../../support/deep.ts';
import { writeManyTransactions } from '../../support/many-transactions.ts';
import { saveTo } from '../../support/migrations.ts';
import { asD1, copyOf, deposit, migratedDatabase, STATEMENT_ENV } from '../../support/node-books.ts';

const NOW = Date.UTC(2026, 10, 24, 6);
const LATER = Date.UTC(2027, 2, 3, 4);
const SEED_ENV = {
  ENVIRONMENT: 'local',
  PASSWORD_PEPPER: 'test-pepper-0123456789abcdef0123',
  PAYOUT_KEY: 'test-payout-key-0123456789abcdef0123',
} as const;
const CLOSE = { ...STATEMENT_ENV, PRICE_PROVIDERS: 'simulated', FX_PROVIDERS: 'simulated' };
const PROGRAM = resolve(import.meta.dirname, '../../support/statement-hashes.ts');
const run = promisify(execFile);

const people = crowd(NOW)
  .filter(({ transactions }) => transactions > 0)
  .slice(0, runs(8, 2_000));

let folder: string;
let closed: NodeD1;
let node: NodeD1;
let db: D1Database;
const depsAt = (now: number) => ({
  db,
  env: STATEMENT_ENV,
  now: () => now,
  newId: () => crypto.randomUUID(),
  defer: () => undefined,
  hub: undefined as never,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'onca-statements-'));
  closed = migratedDatabase();
  const books = asD1(closed);
  await closed.atomically(async () => {
    await seedStock(books, SEED_ENV, NOW, people);
    await seedCrowd(books, SEED_ENV, NOW, people);
  });
  await closeDays({ db: books, env: CLOSE, now: () => NOW }, { atMost: Infinity });
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  node = copyOf(closed);
  db = asD1(node);
});

const balanceOf = ({ cashCents, goldE4, silverE4, goldBasisCents, silverBasisCents }: StatementBalance) => ({
  cashCents,
  goldE4,
  silverE4,
  goldBasisCents,
  silverBasisCents,
});
/** What the nightly check says of statements: the vault of these books has no bars. */
const offRules = async () =>
  (await inspectLedger(db)).findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('statements-'));
const person = (index: number): string => people[index]?.id ?? '';
const monthsOf = async (id: string) => {
  const list = await listMonths(depsAt(NOW), id);
  return list.ok ? list.value.months.map(({ month }) => month).toReversed() : [];
};
const deposited = (accountId: string, at: number) => deposit(db, { accountId, amount: 10_000, at });

/** By a program of its own. */
async function printed(
  from: NodeD1,
  now: number,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.sqlite`);
  // Without the name of the file system it would be one in memory, like the database that is copied.
  saveTo(file, from);
  const env = { ...process.env, ...environment };
  const args = [PROGRAM, file, String(now), String(runs(1, 200))];
  return (await run(process.execPath, args, { env, maxBuffer: 1024 ** 3 })).stdout;
}

test('each month made twice is the same bytes: in another process, by another clock, zone and language, after more has happened', async () => {
  const printing = printed(closed, NOW, { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' });
  // What comes after a month changes nothing of it.
  await node.atomically(async () => {
    for (let later = 0; later < runs(100, 10_000); later += 1) {
      await deposited(person(later % people.length), NOW + later);
    }
  });
  const elsewhere = { TZ: 'Asia/Kathmandu', LANG: 'pt_BR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  const [first, second] = await Promise.all([printing, printed(node, LATER, elsewhere)]);
  expect(second).toBe(first);
  expect(first.trim().split('\n').length).toBeGreaterThan(people.length);
});

test('what was made once is made again from the ledger, and signed by the key of then', async () => {
  const [id, [month = '']] = [person(0), await monthsOf(person(0))];
  const bytesOf = async () => {
    const statement = await statementFor(depsAt(LATER), id, month);
    if (statement === null) throw new Error('there is one');
    return Promise.all(
      (['pdf', 'csv', 'json'] as const).map((format) => fileBytes(depsAt(LATER), statement, format, 'en')),
    );
  };
  const before = await bytesOf();
  await deposited(id, LATER);
  expect(await bytesOf()).toEqual(before);
});

test('each statement begins where the one before ended, names its hash, and adds up per asset', async () => {
  for (const { id } of people.slice(0, runs(6, 400))) {
    let before: Awaited<ReturnType<typeof statementFor>> = null;
    for (const month of await monthsOf(id)) {
      const statement = await statementFor(depsAt(NOW), id, month);
      if (statement === null) throw new Error(`no statement ${month}`);
      const { opening, closing, movements, previous, seqFrom } = statement.content;
      expect(balanceOf(opening)).toEqual(before === null ? NOTHING : balanceOf(before.content.closing));
      expect([previous, seqFrom]).toEqual([before?.row.sha256 ?? null, before?.row.seqTo ?? 0]);
      for (const asset of ['cashCents', 'goldE4', 'silverE4'] as const) {
        expect(closing[asset] - opening[asset]).toBe(movements.reduce((sum, one) => sum + one[asset], 0));
      }
      before = statement;
    }
    // And the last one ends with what is there: nothing moved since.
    const preview = await viewStatement(depsAt(NOW), id, '2026-11', {});
    const now = await db
      .prepare('SELECT cash_cents AS cents FROM accounts WHERE id = ?')
      .bind(id)
      .first<number>('cents');
    expect(preview).toMatchObject({
      ok: true,
      value: { signed: null, formats: [], closing: { cashCents: now } },
    });
  }
});

test('a statement, as each of its files, is genuine to whoever has the public keys', async () => {
  const id = person(1);
  const month = (await monthsOf(id)).at(-1) ?? '';
  for (const format of ['pdf', 'csv', 'json'] as const) {
    const file = await statementFile(
      depsAt(NOW),
      { accountId: id, month, readerId: id },
      { format, language: 'pt-BR' },
    );
    if (!file.ok) throw new Error(file.error.code);
    const verdict = await checkFile(new Blob([new Uint8Array(file.value.bytes)]), publicKeys(STATEMENT_ENV));
    expect(verdict).toMatchObject({ verdict: 'genuine', content: { account: id } });
  }
});

test('months that are none, that come or that were before the account have no statement, and the open month has no file', async () => {
  const id = person(0);
  const wanted = (month: string) => ({ accountId: id, month, readerId: id });
  for (const month of ['2026-13', '0000-00', '2027-01', '2019-05', '2026-1', '', '2026-10 ', '٢٠٢٦-١٠']) {
    expect(await viewStatement(depsAt(NOW), id, month, {})).toEqual({
      ok: false,
      error: { code: 'NotFound' },
    });
    expect(await statementFile(depsAt(NOW), wanted(month), { format: 'pdf', language: 'en' })).toEqual({
      ok: false,
      error: { code: 'NotFound' },
    });
  }
  expect(await statementFile(depsAt(NOW), wanted('2026-11'), { format: 'csv', language: 'en' })).toEqual({
    ok: false,
    error: { code: 'StatementNotReady' },
  });
  expect(await listMonths(depsAt(NOW), 'house:fee-income')).toEqual({
    ok: false,
    error: { code: 'NotFound' },
  });
});

test('the job makes the month’s statements for who moved something, once, and tells each of it', async () => {
  const [mover, other] = [person(2), person(3)];
  await db.prepare('UPDATE settings SET notification_email = (user_id = ?)').bind(mover).run();
  await deposited(mover, Date.UTC(2026, 10, 30));
  await deposited(other, Date.UTC(2026, 10, 30));
  const inDecember = Date.UTC(2026, 11, 1, 0, 6);
  await closeDays({ db, env: CLOSE, now: () => inDecember }, { atMost: Infinity });
  const novembers = () =>
    db.prepare(`SELECT count(*) AS n FROM statements WHERE month = '2026-11'`).first<number>('n');
  let looked = 0;
  for (let ran = 1; ran > 0; looked += ran) ran = await makeStatements(depsAt(inDecember), { atOnce: 1 });
  expect(looked).toBeGreaterThanOrEqual(2);
  const made = await novembers();
  const movers = await db
    .prepare(
      `SELECT count(DISTINCT o.account_id) AS n FROM operations o JOIN statements s ON s.account_id = o.account_id AND s.month = '2026-11'
       WHERE o.seq > s.seq_from AND o.seq <= s.seq_to`,
    )
    .first<number>('n');
  expect([made, await makeStatements(depsAt(inDecember)), await novembers()]).toEqual([movers, 0, movers]);
  const { results } = await db
    .prepare(`SELECT user_id AS id, message FROM mail_outbox WHERE kind = 'statement-ready'`)
    .run();
  // The other has switched letters off.
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({ id: mover });
  expect(JSON.parse(String(results[0]?.['message']))).toMatchObject({ month: '2026-11' });
  expect(await offRules()).toEqual([]);
});

test('a deposit that is credited later as what arrived stays what had been announced in the month before', async () => {
  const id = person(6);
  const [depositId, at] = [crypto.randomUUID(), Date.UTC(2026, 10, 30)];
  const facts = { accountId: id, amountCents: 20_000, feeCents: 0 };
  const asked = { requestHash: 'h', now: at, alongside: [], ...facts, depositId, idempotencyKey: depositId };
  await reserveDeposit(db, {
    ...asked,
    operationId: crypto.randomUUID(),
    method: 'wire',
    gateway: 'sandbox',
  });
  const inDecember = Date.UTC(2026, 11, 4);
  await closeDays({ db, env: CLOSE, now: () => inDecember }, { atMost: Infinity });
  const before = await statementFor(depsAt(inDecember), id, '2026-11');
  expect(before?.content.uncredited).toMatchObject([{ transaction: depositId, amountCents: 20_000 }]);

  node.exec('PRAGMA foreign_keys = OFF');
  await noteStray(db, depositId, { id: 's', reference: 'WIRE-1', cents: 19_000, now: inDecember });
  await db.batch(
    creditArrivedStatements(
      db,
      { ...facts, id: depositId },
      {
        operationId: crypto.randomUUID(),
        requestHash: 'h',
        now: inDecember,
        alongside: [],
        proposalId: 'p',
        arrived: { strayId: 's', amountCents: 19_000, feeCents: 0 },
      },
    ),
  );
  expect((await statementFor(depsAt(inDecember), id, '2026-11'))?.content).toEqual(before?.content);
});

test('of a past that is closed late nobody is told', async () => {
  await makeStatements(depsAt(NOW), { atOnce: Infinity });
  expect(await db.prepare('SELECT count(*) AS n FROM statements').first('n')).toBeGreaterThan(people.length);
  expect(
    await db.prepare(`SELECT count(*) AS n FROM mail_outbox WHERE kind = 'statement-ready'`).first('n'),
  ).toBe(0);
});

test('a closed account keeps its statements: the same signed bytes, and nobody’s name', async () => {
  const id = person(4);
  const month = (await monthsOf(id)).at(-1) ?? '';
  const read = async () => {
    const statement = await statementFor(depsAt(NOW), id, month);
    if (statement === null) throw new Error('there is one');
    const [json, pdf] = [
      await fileBytes(depsAt(NOW), statement, 'json', 'en'),
      new TextDecoder('latin1').decode(await fileBytes(depsAt(NOW), statement, 'pdf', 'en')),
    ];
    return { json, pdf };
  };
  const before = await read();
  const name =
    (await db.prepare('SELECT full_name AS name FROM users WHERE id = ?').bind(id).first<string>('name')) ??
    '';
  const inPdf = name.replaceAll(/[^ -~]/gu, (letter) => `\\${letter.charCodeAt(0).toString(8)}`);
  expect(before.pdf).toContain(inPdf);
  await db.batch([
    ...forgetStatements(db, { userId: id, provedEmail: null }),
    db.prepare('UPDATE users SET closed_at = ? WHERE id = ?').bind(NOW, id),
  ]);
  const after = await read();
  expect(after.json).toEqual(before.json);
  expect(after.pdf).not.toContain(inPdf);
  expect(
    await db
      .prepare('SELECT count(*) AS n FROM statements WHERE account_id = ? AND holder_name IS NOT NULL')
      .bind(id)
      .first('n'),
  ).toBe(0);
});

test('a statement that was made is never changed or removed', async () => {
  const id = person(0);
  const [month = ''] = await monthsOf(id);
  await statementFor(depsAt(NOW), id, month);
  const refused = async (sql: string) =>
    expect(db.prepare(sql).run()).rejects.toThrow(/never (?:changed|deleted)/u);
  await refused(`UPDATE statements SET cash_cents = cash_cents + 1`);
  await refused(`UPDATE statements SET holder_name = 'Mallory'`);
  await refused(`DELETE FROM statements`);
});

/** What somebody with the database in hand might do: the triggers are out of the way. */
const DAMAGE: Readonly<Record<string, { readonly sql: string; readonly rule: string }>> = {
  'a balance': { sql: 'UPDATE statements SET cash_cents = cash_cents + 1', rule: 'statements-equal-entries' },
  'the count': { sql: 'UPDATE statements SET movements = movements + 1', rule: 'statements-equal-entries' },
  'an earlier hash': {
    sql: `UPDATE statements SET sha256 = '${'0'.repeat(64)}' WHERE previous_sha256 IS NULL`,
    rule: 'statements-begin-where-the-one-before-ended',
  },
  'the place': {
    sql: 'UPDATE statements SET seq_from = seq_from + 1 WHERE previous_sha256 IS NOT NULL',
    rule: 'statements-begin-where-the-one-before-ended',
  },
  'a statement that is gone': {
    sql: 'DELETE FROM statements WHERE previous_sha256 IS NULL',
    rule: 'statements-begin-where-the-one-before-ended',
  },
};

test.each(Object.entries(DAMAGE))('the nightly check finds %s', async (_, { sql, rule }) => {
  await makeStatements(depsAt(NOW), { atOnce: Infinity });
  expect(await offRules()).toEqual([]);
  for (const trigger of ['statements_are_never_changed', 'statements_are_never_deleted'])
    node.exec(`DROP TRIGGER ${trigger}`);
  node.exec('PRAGMA foreign_keys = OFF');
  node.exec(sql);
  expect(await offRules()).toContain(rule);
});

test('books that were changed behind a statement show none, and say so', async () => {
  const id = person(0);
  const month = (await monthsOf(id)).at(-1) ?? '';
  const statement = await statementFor(depsAt(NOW), id, month);
  const touched = statement?.content.movements[0];
  if (touched === undefined) throw new Error('it has a movement');
  node.exec('DROP TRIGGER transactions_stay_what_they_are');
  await db
    .prepare('UPDATE transactions SET fee_cents = fee_cents + 1 WHERE id = ?')
    .bind(touched.transaction)
    .run();
  await expect(statementFor(depsAt(NOW), id, month)).rejects.toThrow('is not what was signed');
});

test('50,000 movements in a month: pages on the screen, a CSV with all of them, and no PDF', async () => {
  const id = person(5);
  const many = runs(5_200, 50_000);
  const day = { now: Date.UTC(2026, 10, 30, 12), spanMs: HOUR_MS };
  await writeManyTransactions(db, { userId: id }, { count: many, ...day });
  const inDecember = Date.UTC(2026, 11, 1, 0, 6);
  await closeDays({ db, env: CLOSE, now: () => inDecember }, { atMost: Infinity });
  const wanted = { accountId: id, month: '2026-11', readerId: id };
  for (const format of ['pdf', 'json'] as const) {
    expect(await statementFile(depsAt(inDecember), wanted, { format, language: 'en' })).toMatchObject({
      error: { code: 'StatementTooLong' },
    });
  }
  const csv = await statementFile(depsAt(inDecember), wanted, { format: 'csv', language: 'en' });
  if (!csv.ok) throw new Error(csv.error.code);
  expect(new TextDecoder().decode(csv.value.bytes).split('\r\n').length).toBeGreaterThan(many);
  const page = await viewStatement(depsAt(inDecember), id, '2026-11', {});
  expect(page).toMatchObject({ ok: true, value: { formats: ['csv'], total: expect.any(Number) } });
  if (!page.ok) throw new Error(page.error.code);
  const first = page.value;
  expect(first.movements).toHaveLength(200);
  const next = await viewStatement(depsAt(inDecember), id, '2026-11', {
    cursor: { seq: Number(first.nextCursor) },
  });
  const seqs = [...first.movements, ...(next.ok ? next.value.movements : [])].map(({ seq }) => seq);
  expect(new Set(seqs).size).toBe(400);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
});
