// A recomputation of the closes finds what was changed, says which day and which value, and finds nothing where nothing was.

import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkText } from '../../../web/features/site/verify/check.ts';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { CloseContent } from '../../../worker/contract/signed-records.ts';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { storeMinutes } from '../../../worker/services/candles.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { closeRecord } from '../../../worker/services/operators/day-closes.ts';
import { verifyCloses } from '../../../worker/services/verify-closes.ts';
import { NEW_KEY, OLD_KEY } from '../../fixtures/signing-keys.ts';
import { addCustomer, asD1, CLOSE_ENV, copyOf, emptyBooks, move } from '../../support/node-books.ts';

const KEYS = publicKeys(CLOSE_ENV);
const START = Date.parse('2026-11-20T00:00:00.000Z');
const at = (day: number, hours = 12): number => START + day * DAY_MS + hours * HOUR_MS;

async function price(db: D1Database, cents: number, when: number): Promise<void> {
  const startAt = when - (when % MINUTE_MS);
  const candle = { startAt, open: cents, high: cents, low: cents, close: cents, lastAt: when };
  await storeMinutes(
    db,
    [{ series: 'gold', kind: 'simulated', source: 'test', licence: 'commercial', candle }],
    when,
  );
}

/** Four days: 20 to 23 November. */
async function closedBooks(): Promise<NodeD1> {
  const made = emptyBooks();
  const db = asD1(made);
  for (const id of ['ana', 'bia']) await addCustomer(db, id, START);
  for (const [day, amount] of [500, 40, 3].entries()) {
    await move(db, { accountId: 'ana', asset: 'usd', amount, at: at(day) }, `usd ${day}`);
    await move(db, { accountId: 'bia', asset: 'gold', amount: 20 + day, at: at(day) }, `gold ${day}`);
    await price(db, 400_000 + day, at(day, 20));
  }
  await closeDays({ db, env: CLOSE_ENV, now: () => at(4, 1) });
  // Whoever damages books has the file.
  for (const [table, verb] of [
    ['day_closes', 'updated'],
    ['day_closes', 'deleted'],
    ['entries', 'updated'],
    ['entries', 'deleted'],
  ]) {
    made.exec(`DROP TRIGGER ${table}_are_never_${verb}`);
  }
  made.exec('DROP TRIGGER day_closes_follow_one_another');
  return made;
}

let closed: NodeD1 | undefined;
let node: NodeD1;
let db: D1Database;
beforeEach(async () => {
  closed ??= await closedBooks();
  node = copyOf(closed);
  db = asD1(node);
});

const found = async (span?: { from: string; to: string }) =>
  (await verifyCloses(db, KEYS, span)).differences.map(({ day, value }) => `${day.slice(8)} ${value}`);

test('closes that nobody touched hold, and the last one can be kept elsewhere', async () => {
  const last = await db.prepare('SELECT day, hash FROM day_closes ORDER BY day DESC').first();
  expect(await verifyCloses(db, KEYS)).toEqual({
    days: 4,
    first: '2026-11-20',
    last,
    chains: 1,
    differences: [],
  });
});

test('a span begins from the close before it', async () => {
  expect(await verifyCloses(db, KEYS, { from: '2026-11-22', to: '2026-11-22' })).toMatchObject({
    days: 1,
    first: '2026-11-22',
    last: { day: '2026-11-22' },
    chains: 0,
    differences: [],
  });
});

test('a span without closes has none', async () => {
  const span = { from: '2027-01-01', to: '2027-02-01' };
  expect(await verifyCloses(db, KEYS, span)).toEqual({
    days: 0,
    first: null,
    last: null,
    chains: 0,
    differences: [],
  });
});

test.each([
  ['customers', 'customers = customers + 1', ['21 customers', '21 hash', '21 signature', '22 customers']],
  ['cash', 'cash_cents = cash_cents - 1', ['21 cashCents', '21 hash', '21 signature', '22 cashCents']],
  ['gold', 'gold_e4 = 0', ['21 goldE4', '21 hash', '21 signature', '22 goldE4']],
  ['silver', 'silver_e4 = 7', ['21 silverE4', '21 hash', '21 signature', '22 silverE4']],
  ['stock of gold', 'stock_gold_e4 = 1', ['21 stockGoldE4', '21 hash', '21 signature', '22 stockGoldE4']],
  [
    'stock of silver',
    'stock_silver_e4 = 1',
    ['21 stockSilverE4', '21 hash', '21 signature', '22 stockSilverE4'],
  ],
  ['price', 'gold_cents = gold_cents + 1', ['21 goldCents', '21 hash', '21 signature']],
  ['time of a price', 'gold_at = gold_at + 1', ['21 goldAt', '21 hash', '21 signature']],
  [
    'invented price',
    'silver_cents = 1, silver_at = 1',
    ['21 silverCents', '21 silverAt', '21 hash', '21 signature'],
  ],
  ['root', `root = '${'0'.repeat(64)}'`, ['21 hash', '21 signature']],
  [
    'hash of the entries',
    `entries_hash = '${'0'.repeat(64)}'`,
    ['21 entriesHash', '21 hash', '21 signature'],
  ],
  ['hash', `hash = '${'0'.repeat(64)}'`, ['21 hash', '21 signature', '22 previousHash']],
  ['link', 'previous_hash = NULL', ['21 previousHash', '21 hash', '21 signature']],
  ['signature', `signature = '${'A'.repeat(86)}'`, ['21 signature']],
  ['name of the key', `kid = 'nobody'`, ['21 signature']],
  ['time of the signature', 'closed_at = closed_at + 1', ['21 signature']],
  [
    'place',
    'seq_to = seq_to - 1',
    [
      '21 goldE4',
      '21 stockGoldE4',
      '21 entriesHash',
      '21 hash',
      '21 signature',
      '22 goldE4',
      '22 stockGoldE4',
      '22 entriesHash',
    ],
  ],
  [
    'kind of the prices',
    `price_kind = 'spot'`,
    ['21 previousHash', '21 goldCents', '21 goldAt', '21 hash', '21 signature', '22 previousHash'],
  ],
] as const)('another %s is found', async (_, change, where) => {
  node.exec(`UPDATE day_closes SET ${change} WHERE day = '2026-11-21'`);
  const differences = await found();
  expect(differences).toEqual(where);
});

test('a place beyond all operations is found', async () => {
  node.exec(`UPDATE day_closes SET seq_to = 9e15 WHERE day = '2026-11-21'`);
  expect(await found()).toEqual(
    expect.arrayContaining(['21 seqTo', '21 cashCents', '21 goldE4', '22 seqTo']),
  );
});

test('a day that is missing is found', async () => {
  node.exec(`DELETE FROM day_closes WHERE day = '2026-11-21'`);
  const differences = await found();
  expect(differences).toEqual(expect.arrayContaining(['22 day', '22 previousHash', '22 entriesHash']));
  expect(differences.some((one) => one.startsWith('23'))).toBe(false);
});

test.each([
  [
    'an amount',
    `UPDATE entries SET amount = amount + 1 WHERE operation_id = 'usd 1' AND line = 1`,
    ['21 cashCents', '21 entriesHash'],
  ],
  [
    'whose an entry is',
    `UPDATE entries SET account_id = 'bia' WHERE operation_id = 'usd 1' AND line = 1`,
    ['21 entriesHash'],
  ],
  [
    'an entry that was taken out',
    `DELETE FROM entries WHERE operation_id = 'gold 2' AND line = 2`,
    ['22 stockGoldE4', '22 entriesHash'],
  ],
  [
    'an entry that was put in',
    `INSERT INTO entries VALUES ('gold 0', 3, 'ana', 'silver', 5)`,
    ['20 silverE4', '20 entriesHash'],
  ],
] as const)('of the entries, %s is found in its day and in no other', async (_, damage, where) => {
  node.exec(damage);
  expect(await found()).toEqual(where);
});

test('what was changed is found from the close of the day before on, too', async () => {
  node.exec(`UPDATE entries SET amount = amount + 1 WHERE operation_id = 'usd 1' AND line = 1`);
  expect(await found({ from: '2026-11-21', to: '2026-11-21' })).toContain('21 entriesHash');
  expect(await found({ from: '2026-11-22', to: '2026-11-23' })).toEqual([]);
});

describe('a price', () => {
  test('that became known after the close makes it no wrong one', async () => {
    await price(db, 444_000, at(1, 23));
    expect(await found()).toEqual([]);
  });

  test('that was another one at that moment does', async () => {
    node.exec(
      `UPDATE candles SET close_cents = low_cents - 1, low_cents = low_cents - 1 WHERE start_at = ${at(1, 0)} AND resolution = 'day'`,
    );
    node.exec(
      `UPDATE candles SET close_cents = low_cents - 1, low_cents = low_cents - 1 WHERE start_at = ${at(1, 20)} AND resolution = 'hour'`,
    );
    expect(await found()).toEqual(['21 goldCents']);
  });
});

test('a signature counts under the keys that are published, in their time', async () => {
  const signedBy = (keys: string, retired = '') => publicKeys({ SIGNING_KEYS: keys, RETIRED_KEYS: retired });
  const all = ['20', '21', '22', '23'].map((day) => `${day} signature`);
  const with_ = async (keys: ReturnType<typeof signedBy> | null) =>
    (await verifyCloses(db, keys)).differences.map(({ day, value }) => `${day.slice(8)} ${value}`);
  expect(await with_(signedBy(OLD_KEY))).toEqual(all);
  expect(await with_(signedBy(`${OLD_KEY},${NEW_KEY}`))).toEqual([]);
  expect(await with_(null)).toEqual([]);
  const { d: _, ...half } = JSON.parse(NEW_KEY) as Record<string, string>;
  const gone = (retiredAt: string) => signedBy(OLD_KEY, JSON.stringify({ ...half, retiredAt }));
  expect(await with_(gone('2026-11-23T00:00:00.000Z'))).toEqual(all);
  expect(await with_(gone('2026-11-25T00:00:00.000Z'))).toEqual([]);
});

test('the record of a close is genuine for everybody, and says which value was changed', async () => {
  const record = await closeRecord({ db }, '2026-11-21');
  const text = record.ok ? record.value : '';
  const verdict = await checkText(text, KEYS);
  expect(verdict).toMatchObject({ verdict: 'genuine', signed: { domain: 'close' } });
  const content: unknown = verdict.verdict === 'genuine' ? verdict.content : null;
  expect(v.parse(CloseContent, content)).toMatchObject({
    day: '2026-11-21',
    seqTo: 4,
    goldCents: 400_001,
    silverCents: null,
    cashCents: 540,
    goldE4: 41,
  });
  expect(await checkText(text.replace('"cashCents":540', '"cashCents":541'), KEYS)).toMatchObject({
    verdict: 'changed',
    changes: [{ path: '/cashCents' }],
  });
  expect(await closeRecord({ db }, '2026-11-24')).toMatchObject({ ok: false, error: { code: 'NotFound' } });
});

describe('the nightly check', () => {
  const broken = async () => {
    const rules = LEDGER_RULES.filter(({ rule }) => rule.includes('close-') || rule.startsWith('closes-'));
    const replies = await db.batch<{ subject: string }>(rules.map(({ sql }) => db.prepare(sql)));
    return rules.flatMap(({ rule }, index) =>
      (replies[index]?.results ?? []).map(({ subject }) => `${rule} ${subject.slice(8)}`),
    );
  };

  test('finds nothing where nothing is wrong', async () => {
    expect(await broken()).toEqual([]);
  });

  test.each([
    [`DELETE FROM day_closes WHERE day = '2026-11-21'`, 'closes-follow-one-another 22'],
    [`UPDATE day_closes SET previous_hash = NULL WHERE day = '2026-11-21'`, 'closes-follow-one-another 21'],
    [`UPDATE day_closes SET previous_hash = hash WHERE day = '2026-11-20'`, 'closes-follow-one-another 20'],
    [`UPDATE day_closes SET seq_to = 1 WHERE day = '2026-11-21'`, 'closes-follow-one-another 21'],
    [`UPDATE day_closes SET seq_to = 99 WHERE day = '2026-11-23'`, 'closes-follow-one-another 23'],
    [`UPDATE day_closes SET cash_cents = 1 WHERE day = '2026-11-21'`, 'closes-equal-entries 21'],
    [`UPDATE day_closes SET gold_e4 = 1 WHERE day = '2026-11-21'`, 'closes-equal-entries 21'],
    [`UPDATE day_closes SET silver_e4 = 1 WHERE day = '2026-11-21'`, 'closes-equal-entries 21'],
    [`UPDATE day_closes SET stock_gold_e4 = 1 WHERE day = '2026-11-21'`, 'closes-equal-entries 21'],
    [`UPDATE day_closes SET stock_silver_e4 = 1 WHERE day = '2026-11-21'`, 'closes-equal-entries 21'],
    [`UPDATE entries SET amount = 6 WHERE operation_id = 'usd 2' AND line = 1`, 'closes-equal-entries 22'],
    [`UPDATE day_closes SET customers = 9 WHERE day = '2026-11-23'`, 'the-last-close-equals-balances 23'],
    [`UPDATE accounts SET cash_cents = 1 WHERE id = 'ana'`, 'the-last-close-equals-balances 23'],
    [`UPDATE holdings SET ounces_e4 = 1 WHERE account_id = 'bia'`, 'the-last-close-equals-balances 23'],
  ])('finds %s', async (damage, finding) => {
    node.exec(damage);
    expect(await broken()).toContain(finding);
  });
});
