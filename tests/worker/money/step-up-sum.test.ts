// The step-up of trading counts the orders of a day: a large order in slices asks as well.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { Quote } from '../../../worker/contract/trades.ts';
import { stepUpStatement } from '../../../worker/db/factors.ts';
import { STEP_UP_WINDOW_MS } from '../../../worker/domain/factors.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, SetPrices, workerWith } from '../../support/money-calls.ts';

const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }));
const ALMOST = { side: 'buy', metal: 'silver', totalCents: 999_900 };

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env);
  await fund(env.DB, ana, 25_000_000);
});

const calls = () => callsOf(ana, worker);
const ask = (order: object = ALMOST) => calls().post('/api/quotes', order);
const quoteOf = async (reply: Response): Promise<string> => (await reply.json<Quote>()).quote;
const prove = () => env.DB.batch([stepUpStatement(env.DB, ana.sessionId, 'password', Date.now())]);

test('twenty orders of 9,999: the first is made, the others ask who it is', async () => {
  const made = [];
  for (let order = 0; order < 20; order += 1) {
    const quoted = await ask();
    made.push(quoted.ok ? await outcome(await calls().trade(await quoteOf(quoted))) : await outcome(quoted));
  }
  expect(made).toEqual([201, ...Array.from({ length: 19 }, () => 'StepUpRequired')]);
  const refused = await ask({ side: 'sell', metal: 'silver', max: true });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'StepUpRequired', methods: ['password'] });
});

test('twenty quotes asked for side by side do not pass the bound together, and each is honoured after the proof', async () => {
  const quotes = await Promise.all(Array.from({ length: 20 }, async () => quoteOf(await ask())));
  const counted = await outcomes(quotes.map((quote) => calls().trade(quote)));
  expect(counted).toEqual({ 201: 1, StepUpRequired: 19 });
  await expectBooksToBalance(env.DB);
  await prove();
  expect(await outcomes(quotes.map((quote) => calls().trade(quote)))).toEqual({ 201: 19, QuoteUsed: 1 });
  await expectBooksToBalance(env.DB);
});

test('a quote made after the proof is honoured when the proof has lapsed', async () => {
  await prove();
  const quotes = [await quoteOf(await ask()), await quoteOf(await ask())];
  await env.DB.prepare('UPDATE sessions SET stepped_up_at = NULL, stepped_up_by = NULL WHERE id = ?')
    .bind(ana.sessionId)
    .run();
  expect(await outcomes(quotes.map((quote) => calls().trade(quote)))).toEqual({ 201: 2 });
  expect(await outcome(await ask())).toBe('StepUpRequired');
});

test('orders older than a day count no more', async () => {
  expect((await calls().trade(await quoteOf(await ask()))).status).toBe(201);
  expect(await outcome(await ask())).toBe('StepUpRequired');
  await env.DB.prepare(`UPDATE transactions SET created_at = created_at - ?2 WHERE account_id = ?1`)
    .bind(ana.userId, STEP_UP_WINDOW_MS)
    .run();
  expect((await ask()).status).toBe(201);
});
