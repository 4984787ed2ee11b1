// migrations/0045_account_days.sql and the reading of the chart: whatever was posted, in whatever order of clocks, hours and days hold
// what the entries say, the migration fills them as the trigger does, and a chart has the changes that a replay of all entries finds.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { crowd } from '../../../worker/commands/seed-people.ts';
import { ACCOUNT_DAYS_RULES, inspectAccountDays } from '../../../worker/db/account-days-check.ts';
import { readHistoryFacts } from '../../../worker/db/portfolio-history.ts';
import { RANGE_PLANS } from '../../../worker/domain/history-ranges.ts';
import { type Position, timeGrid } from '../../../worker/domain/portfolio-history.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { asD1, copyOf, migratedDatabase, stocked } from '../../support/node-books.ts';
import { runs } from '../../support/deep.ts';
import { copyInto, databaseBefore, migrate } from '../../support/migrations.ts';

const THIS = '0045_account_days.sql';
const SEED_ENV = {
  ENVIRONMENT: 'local',
  PASSWORD_PEPPER: 'test-pepper-0123456789abcdef0123',
  PAYOUT_KEY: 'test-payout-key-0123456789abcdef0123',
} as const;
const NOW = Date.UTC(2026, 10, 20, 15, 20, 31, 500);

const BEFORE = copyInto(NodeD1, databaseBefore(THIS));
const AFTER = migratedDatabase();

type Posting = {
  readonly kind: 'trade' | 'settlement' | 'bonus' | 'waiver' | 'payout' | 'gift';
  readonly asset: 'usd' | 'gold' | 'silver';
  readonly amount: number;
  readonly at: number;
  /** Undone later, at the clock of its own. */
  readonly undoneAt: number | null;
};
type Entry = Posting & { readonly undoes: boolean };

const entriesOf = (life: readonly Posting[]): Entry[] =>
  life.flatMap((posting) => {
    const entry = { ...posting, undoes: false };
    if (posting.undoneAt === null) return [entry];
    return [entry, { ...posting, at: posting.undoneAt, amount: -posting.amount, undoes: true }];
  });

/** In the order of the life, which is not that of the clocks. Balances are not what this is about. */
function post(db: NodeD1, life: readonly Posting[]): void {
  db.exec(
    `INSERT INTO accounts (id, kind, created_at) VALUES ('ana', 'customer', 0), ('bia', 'customer', 0);`,
  );
  const operation = db.prepared(
    `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, reverses, created_at)
     VALUES (?, (SELECT coalesce(max(seq), 0) + 1 FROM operations), ?, 'house', ?, 'h', ?, ?, ?, ?)`,
  );
  const line = db.prepared(
    'INSERT INTO entries (operation_id, line, account_id, asset, amount) VALUES (?, ?, ?, ?, ?)',
  );
  for (const [index, { kind, asset, amount, at, undoneAt }] of life.entries()) {
    // Bia does the same a day later, so that an account is never mixed up with another.
    for (const [account, laterMs] of [
      ['ana', 0],
      ['bia', DAY_MS],
    ] as const) {
      const id = `${account}-${index}`;
      operation.run(id, account, id, kind, kind === 'trade' ? id : null, null, at + laterMs);
      line.run(id, 1, account, asset, amount);
      line.run(id, 2, 'house:cash-clearing', asset, -amount);
      if (undoneAt === null) continue;
      operation.run(`${id}-undone`, account, `${id}-undone`, 'reversal', null, id, undoneAt + laterMs);
      line.run(`${id}-undone`, 1, account, asset, -amount);
      line.run(`${id}-undone`, 2, 'house:cash-clearing', asset, amount);
    }
  }
}

const sumOf = (entries: readonly Entry[], counts: (entry: Entry) => boolean): number =>
  entries.filter(counts).reduce((sum, { amount }) => sum + amount, 0);

const changeOf = (entries: readonly Entry[]) => ({
  cashCents: sumOf(entries, ({ asset }) => asset === 'usd'),
  paidInCents: sumOf(
    entries,
    ({ asset, kind }) => asset === 'usd' && ['settlement', 'waiver', 'payout'].includes(kind),
  ),
  ouncesE4: {
    gold: sumOf(entries, ({ asset }) => asset === 'gold'),
    silver: sumOf(entries, ({ asset }) => asset === 'silver'),
  },
  bonusE4: sumOf(entries, ({ asset, kind }) => asset === 'silver' && kind === 'bonus'),
});

/** As the chart was read before: every entry since the first moment, to the first moment at or after it. */
function naiveChanges(entries: readonly Entry[], times: readonly number[]) {
  const [first = 0, last] = [times[0], times.length - 1];
  const stepOf = ({ at }: Entry) => {
    const step = times.findIndex((moment) => moment >= at);
    return step === -1 ? last : step;
  };
  const since = entries.filter(({ at }) => at >= first);
  return [...new Set(since.map(stepOf))]
    .toSorted((a, b) => a - b)
    .map((step) => ({ step, by: changeOf(since.filter((entry) => stepOf(entry) === step)) }));
}

/** What a day moved may come to nothing: then it is read as a change of nothing. */
const isChange = ({ by }: { readonly by: Position }) => JSON.stringify(by) !== JSON.stringify(changeOf([]));

/** Any moment, and those at which a period or a point begins or ends: to the millisecond. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 900 * DAY_MS }).map((ago) => NOW - ago),
  fc
    .record({
      hours: fc.integer({ min: 0, max: 24 * 900 }),
      ms: fc.constantFrom(-1, 0, 1),
      unit: fc.constantFrom(HOUR_MS, DAY_MS),
    })
    .map(({ hours, ms, unit }) => Math.floor((NOW - hours * HOUR_MS) / unit) * unit + ms),
);
const kinds = fc.constantFrom(
  ...(['trade', 'settlement', 'waiver', 'payout', 'gift'] as const).map((kind) => ({
    kind,
    asset: 'usd' as const,
  })),
  ...(['gold', 'silver'] as const).map((asset) => ({ kind: 'trade' as const, asset })),
);
const posting = fc
  .record({
    what: kinds,
    amount: fc.integer({ min: -900_000, max: 900_000 }).filter((amount) => amount !== 0),
    at: moments,
    undoneAt: fc.option(moments, { freq: 4 }),
  })
  .map(({ what: { kind, asset }, amount, at, undoneAt }): Posting => ({ kind, asset, amount, at, undoneAt }));
const lives = fc
  .record({
    postings: fc.array(posting, { maxLength: 40 }),
    bonus: fc.option(fc.record({ at: moments, undoneAt: fc.option(moments) })),
  })
  .map(({ postings, bonus }) =>
    bonus === null
      ? postings
      : postings.concat({
          kind: 'bonus',
          asset: 'silver',
          amount: 20_000,
          at: bonus.at,
          undoneAt: bonus.undoneAt,
        }),
  );
/** A chart that begins at a movement, or within the day before one, and is drawn of hours, of days or of weeks. */
const charts = fc.array(
  fc.record({
    movement: fc.nat(),
    earlierMs: fc.oneof(
      fc.constantFrom(-1, 0, 1, HOUR_MS, DAY_MS - HOUR_MS, DAY_MS),
      fc.integer({ min: 0, max: DAY_MS }),
    ),
    lengthMs: fc.oneof(
      fc.integer({ min: 0, max: 35 }).map((days) => days * DAY_MS),
      fc.integer({ min: 0, max: 1_000 * DAY_MS }),
      fc.constant(9 * 366 * DAY_MS),
    ),
  }),
  { minLength: 8, maxLength: 8 },
);

const rowsOf = (db: NodeD1, table: string) =>
  db.prepared(`SELECT * FROM ${table} ORDER BY account_id, ended_at`).all();

/** The later files, which take the most time, are applied to the past of every so many lives. */
const LATER_FILES_EVERY = runs(6, 1);

test('a chart has every change that the entries have, to the millisecond; the migration fills what the trigger does', async () => {
  let lived = 0;
  await fc.assert(
    fc.asyncProperty(lives, charts, async (life, asked) => {
      lived += 1;
      const isLater = lived % LATER_FILES_EVERY === 0;
      const [db, before] = [copyOf(AFTER), copyOf(BEFORE)];
      post(db, life);
      post(before, life);
      migrate(before, (name) => name === THIS || (isLater && name > THIS));
      for (const table of ['account_hours', 'account_days'])
        expect(rowsOf(before, table)).toEqual(rowsOf(db, table));

      const entries = entriesOf(life);
      for (const { movement, earlierMs, lengthMs } of asked) {
        const from = (entries[movement % Math.max(1, entries.length)]?.at ?? NOW) - earlierMs;
        const grid = timeGrid(from, from + lengthMs);
        const { changes } = await readHistoryFacts(asD1(db), 'ana', null, grid);
        expect(changes.filter(isChange)).toEqual(naiveChanges(entries, grid.times).filter(isChange));
      }
      expect(await inspectAccountDays(asD1(db))).toEqual([]);
      for (const { sql } of ACCOUNT_DAYS_RULES.filter(({ rule }) => !rule.endsWith('to-balances'))) {
        expect(db.prepared(sql).all()).toEqual([]);
      }
      db.close();
      before.close();
    }),
    { numRuns: runs(12, 250) },
  );
});

test('of the seeded customers every chart has the changes that their entries have', async () => {
  const [db, now] = [stocked(copyOf(AFTER)), Date.UTC(2026, 10, 24, 6)];
  const people = crowd(now)
    .filter(({ transactions }) => transactions > 0)
    .slice(0, runs(15, 2_000));
  await db.atomically(async () => void (await seedCrowd(asD1(db), SEED_ENV, now, people)));
  const stored = db.prepared(
    `SELECT coalesce(undone.kind, o.kind) AS kind, e.asset, e.amount, o.created_at AS at FROM entries e
       JOIN operations o ON o.id = e.operation_id LEFT JOIN operations undone ON undone.id = o.reverses
     WHERE e.account_id = ?`,
  );
  let changed = 0;
  for (const { id } of people) {
    const entries = stored.all(id) as unknown as Entry[];
    const first = Math.min(now, ...entries.map(({ at }) => at));
    for (const { days } of Object.values(RANGE_PLANS)) {
      const grid = timeGrid(days === null ? first : Math.max(first, now - days * DAY_MS), now);
      const { changes } = await readHistoryFacts(asD1(db), id, null, grid);
      expect(changes.filter(isChange)).toEqual(naiveChanges(entries, grid.times).filter(isChange));
      changed += changes.length;
    }
  }
  expect(changed).toBeGreaterThan(200);
  expect(await inspectAccountDays(asD1(db))).toEqual([]);
  db.close();
});

test('the nightly check adds up again what the last three closes have moved, and the command everything', async () => {
  const [db, now] = [copyOf(AFTER), Date.UTC(2026, 10, 20)];
  const posted = (at: number): Posting => ({ kind: 'gift', asset: 'usd', amount: 500, at, undoneAt: null });
  post(db, [posted(now - 40 * DAY_MS), posted(now - 30 * DAY_MS)]);
  const operations = Number(db.prepared('SELECT max(seq) AS seq FROM operations').get()?.['seq']);
  const close = db.prepared(
    `INSERT INTO day_closes (day, price_kind, seq_to, customers, cash_cents, gold_e4, silver_e4, stock_gold_e4, stock_silver_e4,
       entries_hash, previous_hash, hash, kid, signature, closed_at)
     VALUES (?, 'simulated', ?, 0, 0, 0, 0, 0, 0, ?, ?, ?, 'k', ?, ?)`,
  );
  const rules = ACCOUNT_DAYS_RULES.filter(({ rule }) => rule.endsWith('equal-entries'));
  const nightly = () => rules.filter(({ sql }) => db.prepared(sql).all().length > 0).map(({ rule }) => rule);
  // On another day and in another hour: all sums are as before.
  db.exec(`UPDATE account_days SET ended_at = ended_at + ${DAY_MS} WHERE account_id = 'ana';
    UPDATE account_hours SET ended_at = ended_at + ${HOUR_MS} WHERE account_id = 'ana'`);
  expect(nightly()).toEqual(['account-hours-equal-entries', 'account-days-equal-entries']);

  // Closes after the last of them: the first three leave it among what is looked at.
  for (const [days, hash] of ['a', 'b', 'c', 'd'].map((letter, n) => [n, letter.repeat(64)] as const)) {
    expect(nightly()).toHaveLength(2);
    const day = new Date(now + days * DAY_MS).toISOString().slice(0, 10);
    const before = days === 0 ? null : String.fromCodePoint(96 + days).repeat(64);
    close.run(day, operations, hash, before, hash, 's'.repeat(86), now + (days + 1) * DAY_MS);
  }
  expect(nightly()).toEqual([]);
  const found = await inspectAccountDays(asD1(db));
  expect(found.map(({ rule }) => rule).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'account-days-equal-entries'),
    ...Array.from({ length: 4 }, () => 'account-hours-equal-entries'),
  ]);
  expect(found[0]).toEqual({
    rule: 'account-hours-equal-entries',
    subject: expect.stringMatching(/^ana \d+$/u),
    detail: expect.stringMatching(/^cash_cents (?:0 for 500|500 for 0), paid_in_cents 0 for 0, /u),
  });
  db.close();
});
