// The crowd of a local start is written past the real services: the same checks that end every money test hold for it.

import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { liveOf } from '../../../worker/commands/seed-life.ts';
import { payoutsUnderWay } from '../../../worker/commands/seed-payouts.ts';
import { crowd, CROWD_SIZE, CROWD_TRANSACTIONS } from '../../../worker/commands/seed-people.ts';
import { TradeReply } from '../../../worker/contract/trades.ts';
import { inspectLedger, LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { isMet } from '../../../worker/domain/alerts.ts';
import { EXCHANGE_POSITION_MAX_CENTS } from '../../../worker/domain/operator-alerts.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { SIMULATED_SEED, simulatedPrice } from '../../../worker/providers/simulated-walk.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { tradeReply } from '../../../worker/services/execute-trade.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { openSessionFor } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';
import { callsOf } from '../../support/money-calls.ts';
import { post } from '../accounts/calls.ts';

const NOW = Date.now();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The whole crowd is in the database of the browser tests too, whose books are checked after them. */
const PEOPLE = crowd(NOW).slice(0, runs(300, CROWD_SIZE));
/** Withdrawals of the last days. */
const UNDER_WAY = 11;
const TRANSACTIONS = PEOPLE.reduce((sum, { transactions }) => sum + transactions, UNDER_WAY);
let made = 0;

beforeAll(async () => {
  const underWay = await payoutsUnderWay(env.DB, env, NOW, PEOPLE);
  made = await seedCrowd(env.DB, env, NOW, PEOPLE, underWay);
}, 150_000);

const number = (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<number>('n');

test('every customer with every transaction, and books that balance', async () => {
  expect(made).toBe(PEOPLE.length);
  const { counts, findings } = await inspectLedger(env.DB);
  expect(findings).toEqual([]);
  expect(counts).toMatchObject({ accounts: PEOPLE.length, transactions: TRANSACTIONS });
  expect(counts.entries).toBeGreaterThan(3.5 * TRANSACTIONS);
});

test('the full ledger check reads each row a few times, not once for every other', async () => {
  const entries = Number(await number('SELECT count(*) AS n FROM entries'));
  for (const { rule, sql } of LEDGER_RULES) {
    const { meta } = await env.DB.prepare(sql).run();
    expect({ rule, tooMany: meta.rows_read > 10 * entries }).toEqual({ rule, tooMany: false });
  }
});

test('the order of commits is the order of time', async () => {
  const back = `SELECT count(*) AS n FROM (SELECT created_at, lag(created_at) OVER (ORDER BY seq) AS before FROM operations WHERE kind <> 'bar')
    WHERE created_at < before`;
  expect(await number(back)).toBe(0);
});

test('the operators’ queue is at work: holds, flags, a bank that has not answered, and ends', async () => {
  const { results } = await env.DB.prepare(
    `SELECT w.state || ' ' || w.flags AS stands, count(*) AS n FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id
     WHERE p.created_at > ?1 AND iif(w.state = 'held', w.holds <> '[]' AND w.hold_until > ?2, w.holds = '[]') GROUP BY 1 ORDER BY 1`,
  )
    .bind(NOW - 5 * DAY, NOW + HOUR)
    .run<{ stands: string; n: number }>();
  expect(results.map(({ stands, n }) => [stands, n])).toEqual([
    ['held ["first-use"]', 1],
    ['held []', 1],
    ['paid []', 3],
    ['returned []', 1],
    ['sending []', 1],
    ['waiting-approval ["first-use"]', 1],
    ['waiting-approval ["frequent"]', 1],
    ['waiting-approval ["large","first-use"]', 1],
    ['waiting-approval ["young-account"]', 1],
  ]);
  // The cron sends none of them within an hour, and of the one that it has the sandbox says no more.
  const deps = { ...depsFor(env, createExecutionContext()), now: () => NOW + HOUR };
  expect(await sendWithdrawals(deps)).toMatchObject({
    expired: 0,
    released: 0,
    sent: 0,
    asked: 1,
    waiting: 0,
  });
});

test('some pay reais, so that what the house has open between dollars and reais is far from its bound', async () => {
  const { results } = await env.DB.prepare(
    `SELECT b.state, count(*) AS n FROM brl_deposits b LEFT JOIN brl_payments p ON p.deposit_id = b.id
     WHERE (b.state = 'paid') = (p.state IS 'credited') AND b.payload IS NOT NULL GROUP BY b.state`,
  ).run<{ state: string; n: number }>();
  const count = Object.fromEntries(results.map(({ state, n }) => [state, n]));
  expect(count['paid']).toBeGreaterThan(0.03 * PEOPLE.length);
  expect(count['expired'] ?? 0).toBeGreaterThanOrEqual(runs(0, 1));
  const open = await number(
    `SELECT abs(sum(amount)) AS n FROM entries WHERE account_id = 'house:fx' AND asset = 'usd'`,
  );
  expect(open).toBeLessThan(EXCHANGE_POSITION_MAX_CENTS / 2);
});

test('a start a week later adds nothing', async () => {
  expect(await payoutsUnderWay(env.DB, env, NOW + 7 * DAY, PEOPLE)).toEqual([]);
  expect(await seedCrowd(env.DB, env, NOW + 7 * DAY, PEOPLE)).toBe(0);
  expect(await number('SELECT count(*) AS n FROM transactions')).toBe(TRANSACTIONS);
});

test('the same people with the same past at every start', () => {
  const [one, other] = [crowd(NOW), crowd(NOW)];
  expect(one).toEqual(other);
  expect(one.slice(0, 40).map((person) => liveOf(person, NOW))).toEqual(
    other.slice(0, 40).map((person) => liveOf(person, NOW)),
  );
  expect(new Set(one.map(({ email }) => email)).size).toBe(CROWD_SIZE);
  expect(one.every(({ email }) => email.endsWith('.example'))).toBe(true);
  expect(one.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(CROWD_TRANSACTIONS);
});

test('a spread as in life: standings, languages, sizes and two years of time', async () => {
  const part = async (where: string) =>
    Number(await number(`SELECT count(*) AS n FROM users WHERE ${where}`)) / PEOPLE.length;
  expect(await part("status = 'suspended'")).toBeGreaterThan(0.008);
  expect(await part("status = 'suspended'")).toBeLessThan(0.025);
  expect(await part(`last_active_at < ${NOW - 90 * DAY}`)).toBeGreaterThan(0.1);
  expect(await part(`last_active_at < ${NOW - 90 * DAY}`)).toBeLessThan(0.3);
  expect(await part('bonus_claimed_at IS NOT NULL')).toBeGreaterThan(0.2);
  expect(await number(`SELECT min(created_at) AS n FROM users`)).toBeLessThan(NOW - 700 * DAY);
  // Nobody did anything before they came, after they left, or tomorrow.
  const late = `SELECT count(*) AS n FROM transactions t JOIN users u ON u.id = t.account_id
    WHERE t.created_at < u.created_at OR coalesce(t.settled_at, t.created_at) > u.last_active_at OR t.created_at > ?`;
  expect(await number(late, NOW)).toBe(0);
  const { results } = await env.DB.prepare(
    'SELECT type, status, count(*) AS n FROM transactions GROUP BY type, status',
  ).run<{
    type: string;
    status: string;
    n: number;
  }>();
  const count = Object.fromEntries(results.map(({ type, status, n }) => [`${type} ${status}`, n]));
  expect(count['buy completed']).toBeGreaterThan(0.4 * TRANSACTIONS);
  expect(count['sell completed']).toBeGreaterThan(0.05 * TRANSACTIONS);
  expect(count['deposit completed']).toBeGreaterThan(0.15 * TRANSACTIONS);
  expect(count['deposit failed']).toBeGreaterThan(0.0025 * TRANSACTIONS);
  expect(count['deposit pending']).toBeGreaterThan(runs(0, 5));
  expect(count['withdrawal completed']).toBeGreaterThan(0.01 * TRANSACTIONS);
  expect(count['bonus completed']).toBeGreaterThan(0.2 * PEOPLE.length);
});

test('every transaction was at the simulated price of its moment, and every answer can be read again', async () => {
  const { results } = await env.DB.prepare(
    `SELECT t.metal, t.price_cents AS price, t.created_at AS at, o.reply FROM transactions t
     JOIN operations o ON o.id = t.operation_id WHERE o.kind = 'trade' ORDER BY t.id LIMIT 400`,
  ).run<{ metal: 'gold' | 'silver'; price: number; at: number; reply: string }>();
  expect(results).toHaveLength(400);
  for (const { metal, price, at, reply } of results) {
    expect(price).toBe(simulatedPrice(SIMULATED_SEED, metal, at));
    const { transaction, portfolio } = tradeReply(reply);
    expect(transaction.priceCents).toBe(price);
    expect(portfolio.cashCents).toBeGreaterThanOrEqual(0);
    expect(v.parse(TradeReply, { transaction, portfolio })).toEqual({ transaction, portfolio });
  }
});

test('all five kinds of submissions, each on its way to nowhere, and no alert that rings at once', async () => {
  const { results } = await env.DB.prepare('SELECT DISTINCT type FROM submissions ORDER BY type').run<{
    type: string;
  }>();
  expect(results.map(({ type }) => type)).toEqual(['contact', 'deposit', 'login', 'signup', 'trade']);
  expect(await number("SELECT count(*) AS n FROM submissions WHERE type = 'signup'")).toBe(PEOPLE.length);
  // None waits: a webhook of today gets none of this.
  expect(
    await number('SELECT count(*) AS n FROM submission_forwards WHERE next_attempt_at IS NOT NULL'),
  ).toBe(0);
  expect(
    await number("SELECT count(*) AS n FROM submission_forwards WHERE state = 'failed'"),
  ).toBeGreaterThan(0.01 * PEOPLE.length);
  expect(await number('SELECT count(*) AS n FROM mail_outbox')).toBe(0);
  const alerts = await env.DB.prepare(
    'SELECT metal, direction, target_cents AS targetCents FROM alerts',
  ).run<{ metal: 'gold' | 'silver'; direction: 'above' | 'below'; targetCents: number }>();
  expect(alerts.results.length).toBeGreaterThan(0.04 * PEOPLE.length);
  const price = Object.fromEntries(
    TRADED_METALS.map((metal) => [metal, simulatedPrice(SIMULATED_SEED, metal, NOW)]),
  );
  expect(alerts.results.filter((one) => isMet(one, price[one.metal] ?? 0))).toEqual([]);
});

test('a made-up customer is a customer: signs in, sees the past and trades on', async () => {
  const person = PEOPLE.find(
    ({ index, status, transactions, lastActiveAt }) =>
      index > 20 && status === 'active' && transactions > 8 && lastActiveAt > NOW - 4 * DAY,
  );
  if (person === undefined) throw new Error('nobody there');
  const signedIn = await post('/api/auth/sign-in', { email: person.email, password: 'onca-demo-2026' });
  expect(signedIn.status).toBe(200);
  const calls = callsOf(await openSessionFor(env, person.id));
  const list = await (await calls.get('/api/transactions?limit=200')).json<{ transactions: unknown[] }>();
  expect(list.transactions).toHaveLength(person.transactions);
  expect((await calls.deposit({ amountCents: 50_000, method: 'wire' })).status).toBe(201);
  const quoted = await calls.post('/api/quotes', { side: 'buy', metal: 'gold', totalCents: 30_000 });
  const { quote } = await quoted.json<{ quote: string }>();
  expect((await calls.trade(quote)).status).toBe(201);
  expect((await inspectLedger(env.DB)).findings).toEqual([]);
});

test.each(['production', 'staging', ''])(
  'nobody is made up when ENVIRONMENT is "%s"',
  async (ENVIRONMENT) => {
    const elsewhere = { ...env, ENVIRONMENT } as unknown as Env;
    await expect(seedCrowd(env.DB, elsewhere, NOW)).rejects.toThrow('ENVIRONMENT=local');
  },
);
