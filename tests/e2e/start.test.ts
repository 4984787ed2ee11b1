// `npm start` serves the product: the other tests run the deployed bundle without `wrangler dev`.

import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type APIRequestContext, expect, test } from 'playwright/test';
import { node, runToEnd } from '../../worker/commands/processes.ts';
import { SEEDED_CUSTOMER } from '../../worker/commands/seed-accounts.ts';
import { databaseFile } from '../../worker/commands/state-buckets.ts';
import type { Portfolio } from '../../worker/contract/portfolio.ts';
import type { Quote } from '../../worker/contract/trades.ts';
import type { TransactionsPage } from '../../worker/contract/transactions.ts';
import { FREE_PORT, OUTPUT, ROOT, TEMPLATE } from './support/servers.ts';

/** Migrations and seed are checked first, beside other tests. */
const START_MS = 150_000;
/** Every byte is compared, and the books, closes and statements are computed again. */
const RESTORE_MS = 240_000;

test('npm start serves the built pages and the seeded data', async ({ request }) => {
  test.setTimeout(START_MS + 30_000);
  const state = join(OUTPUT, 'state-start');
  cpSync(TEMPLATE, state, { recursive: true });
  await whileServed(state, request, async (origin) => {
    const stats = (await (await request.get(`${origin}/api/stats`)).json()) as { customers: number };
    expect(stats.customers).toBeGreaterThan(0);
  });
});

test(
  'a backup that was restored is served: a customer signs in, has what there was, and trades on',
  { tag: '@deep' },
  async ({ request }) => {
    test.setTimeout(START_MS + RESTORE_MS);
    const [backup, state] = [join(OUTPUT, 'backup'), join(OUTPUT, 'state-restored')];
    for (const folder of [backup, state]) rmSync(folder, { recursive: true, force: true });
    const command = (name: string, ...args: string[]) =>
      runToEnd(
        node([join(ROOT, 'worker/commands', `${name}.ts`), ...args], {
          env: { ...process.env, ONCA_STATE: TEMPLATE },
        }),
      );
    await command('backup', '--to', backup);
    await command('restore', backup, '--into', state);
    const had = belongings(TEMPLATE);
    expect(had.transactions).toBeGreaterThan(0);

    await whileServed(state, request, async (origin) => {
      const { email, password } = SEEDED_CUSTOMER;
      const post = (path: string, data: object, headers = {}) =>
        request.post(`${origin}${path}`, { headers: { Origin: origin, ...headers }, data });
      expect((await post('/api/auth/sign-in', { email, password })).status()).toBe(200);
      const portfolio = (await (await request.get(`${origin}/api/portfolio`)).json()) as Portfolio;
      const page = (await (await request.get(`${origin}/api/transactions`)).json()) as TransactionsPage;
      expect({
        cashCents: portfolio.cashCents,
        ouncesE4: Object.fromEntries(portfolio.holdings.map(({ metal, ouncesE4 }) => [metal, ouncesE4])),
        transactions: page.total,
      }).toEqual(had);

      const order = { side: 'buy', metal: 'silver', totalCents: 10_000 };
      let quote = '';
      const status = async () => {
        const reply = await post('/api/quotes', order);
        if (reply.ok()) ({ quote } = (await reply.json()) as Quote);
        return reply.status();
      };
      await expect.poll(status).toBe(201);
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      expect((await post('/api/trades', { quote }, key)).status()).toBe(201);
    });
  },
);

/** What the seeded customer has, from the entries. */
function belongings(state: string) {
  const database = new DatabaseSync(databaseFile(state) ?? '', { readOnly: true });
  try {
    const sums = database
      .prepare(`SELECT asset, sum(amount) AS amount FROM entries WHERE account_id = ? GROUP BY asset`)
      .all(SEEDED_CUSTOMER.id) as { asset: string; amount: number }[];
    const { n } = database
      .prepare(`SELECT count(*) AS n FROM transactions WHERE account_id = ?`)
      .get(SEEDED_CUSTOMER.id) as { n: number };
    const { usd, gold, silver } = Object.fromEntries(sums.map(({ asset, amount }) => [asset, amount]));
    return { cashCents: usd, ouncesE4: { gold, silver }, transactions: n };
  } finally {
    database.close();
  }
}

async function whileServed(
  state: string,
  request: APIRequestContext,
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const server = spawn(process.execPath, [join(ROOT, 'worker/commands/start.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(FREE_PORT), ONCA_STATE: state },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (said += String(part)));
  const ended = new Promise((resolve) => server.on('exit', resolve));
  try {
    const origin = `http://localhost:${FREE_PORT}`;
    const answer = () =>
      request.get(origin).then(
        (reply) => String(reply.status()),
        () => said,
      );
    await Promise.race([
      expect.poll(answer, { timeout: START_MS }).toBe('200'),
      ended.then(() => Promise.reject(new Error(`It ended, saying: ${said}`))),
    ]);
    await work(origin);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}
