// Random commands against the real Worker and, beside it, the reference model: answers are the predicted ones,
// cash, holdings and basis agree after every step, and the books balance at the end.

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import { DEPOSIT_METHODS } from '../../../worker/domain/fees.ts';
import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import { placeOrder, type OrderSize } from '../../../worker/domain/quotes.ts';
import { SIDES, type Side } from '../../../worker/domain/trades.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { ageDeposits, expectBooksToBalance, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith, type Calls } from '../../support/money-calls.ts';
import { MoneyModel, seenIn } from '../../support/money-model.ts';
import { runs } from '../../support/deep.ts';

type Done = { readonly path: string; readonly body: unknown; readonly key: string; readonly bytes: string };
type World = {
  readonly model: MoneyModel;
  readonly calls: Calls;
  readonly customer: Customer;
  readonly hub: SetPrices;
  readonly done: Done[];
};
/** What happened, and what the model says should have. */
type Step = { readonly actual: unknown; readonly expected: unknown };
type Command = (world: World) => Promise<Step>;
const NOTHING: Step = { actual: null, expected: null };

async function send(world: World, path: string, body: unknown, expected: number | string): Promise<Step> {
  const key = crypto.randomUUID();
  const reply = await world.calls.post(path, body, key);
  if (reply.ok) world.done.push({ path, body, key, bytes: await reply.clone().text() });
  return { actual: await outcome(reply), expected };
}

const deposit =
  (amountCents: number, method: string): Command =>
  async (world) => {
    await ageDeposits(env.DB, world.customer);
    return send(world, '/api/deposits', { amountCents, method }, world.model.deposit(amountCents));
  };

const ask =
  (side: Side, metal: TradedMetal, size: OrderSize): Command =>
  async ({ model, calls, hub }) => {
    const amount =
      size.by === 'max'
        ? { max: true }
        : size.by === 'weight'
          ? { ouncesE4: size.ouncesE4 }
          : { totalCents: size.totalCents };
    const reply = await calls.post('/api/quotes', { side, metal, ...amount });
    const means = { cashCents: model.cashCents, ...model.holdings[metal] };
    const order = placeOrder(side, size, hub.prices[metal] ?? 0, means);
    if (!order.ok) return { actual: await outcome(reply), expected: order.error };
    const { quote, ouncesE4, subtotalCents, feeCents, totalCents } = await reply.json<Quote>();
    model.quotes.push({ quote, side, metal, ouncesE4, totalCents, expired: false, used: false });
    return { actual: { ouncesE4, subtotalCents, feeCents, totalCents }, expected: order.value };
  };

const trade =
  (index: number): Command =>
  async (world) => {
    const quote = world.model.quotes[index % Math.max(1, world.model.quotes.length)];
    if (quote === undefined) return NOTHING;
    return send(world, '/api/trades', { quote: quote.quote }, world.model.trade(quote));
  };

/** The newest quote at once: what a customer does. */
const tradeNewest: Command = async (world) => trade(world.model.quotes.length - 1)(world);

const replay =
  (index: number): Command =>
  async ({ calls, done }) => {
    const past = done[index % Math.max(1, done.length)];
    if (past === undefined) return NOTHING;
    const reply = await calls.post(past.path, past.body, past.key);
    return {
      actual: { replayed: reply.headers.get('Idempotent-Replayed'), bytes: await reply.text() },
      expected: { replayed: 'true', bytes: past.bytes },
    };
  };

const movePrice =
  (metal: TradedMetal, priceCents: number): Command =>
  async ({ hub }) => {
    hub.prices[metal] = priceCents;
    return NOTHING;
  };

const leaveQuoteToExpire =
  (side: Side, metal: TradedMetal): Command =>
  async ({ model, customer }) => {
    const terms = { side, metal, ouncesE4: 10_000, priceCents: 5_000 };
    const quote = await quoteFor(env, customer, terms, { issuedAt: 0, expiresAt: 20_000 });
    model.quotes.push({ quote, side, metal, ouncesE4: 10_000, totalCents: 0, expired: true, used: false });
    return NOTHING;
  };

const metal = fc.constantFrom(...TRADED_METALS);
const side = fc.constantFrom(...SIDES);
const index = fc.nat({ max: 1_000 });
const amount = fc.integer({ min: 9_900, max: 900_000 });
const size: fc.Arbitrary<OrderSize> = fc.oneof(
  fc.record({ by: fc.constant('weight' as const), ouncesE4: fc.integer({ min: 0, max: 400_000 }) }),
  fc.record({ by: fc.constant('money' as const), totalCents: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.constant({ by: 'max' as const }),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(amount, fc.constantFrom(...DEPOSIT_METHODS)).map((args) => deposit(...args)),
  },
  { weight: 1, arbitrary: fc.constantFrom(20_013, 20_066).map((cents) => deposit(cents, 'wire')) },
  { weight: 6, arbitrary: fc.tuple(side, metal, size).map((args) => ask(...args)) },
  { weight: 4, arbitrary: fc.constant(tradeNewest) },
  { weight: 4, arbitrary: index.map(trade) },
  { weight: 2, arbitrary: index.map(replay) },
  {
    weight: 1,
    arbitrary: fc.tuple(metal, fc.integer({ min: 1_000, max: 900_000 })).map((args) => movePrice(...args)),
  },
  { weight: 1, arbitrary: fc.tuple(side, metal).map((args) => leaveQuoteToExpire(...args)) },
);

test('random commands: the Worker and the reference model agree after every one', async () => {
  const noLimit = { limit: async () => ({ success: true }) } as Env['RATE_LIMIT_QUOTES'];
  const seen = new Set<unknown>();
  const life = fc.asyncProperty(
    fc.array(command, { minLength: 15, maxLength: 45, size: 'max' }),
    async (commands) => {
      const customer = await createCustomer(env, { steppedUp: true });
      const hub = new SetPrices({ gold: 400_000, silver: 5_000 });
      const calls = callsOf(customer, workerWith(hub, { RATE_LIMIT_QUOTES: noLimit }));
      const world: World = { model: new MoneyModel(), calls, customer, hub, done: [] };
      for (const run of commands) {
        const { actual, expected } = await run(world);
        expect(actual).toEqual(expected);
        const portfolio = await (await calls.get('/api/portfolio')).json<Portfolio>();
        expect(seenIn(portfolio)).toEqual(world.model.seen());
        seen.add(expected);
      }
      await expectBooksToBalance(env.DB);
    },
  );
  await fc.assert(life, { numRuns: runs(4, 400), seed: 20_261_121 });
  // The walk was not idle: every kind of answer came up.
  const kinds = [
    201,
    'InsufficientFunds',
    'InsufficientHoldings',
    'TradeBelowMinimum',
    'QuoteUsed',
    'QuoteExpired',
  ];
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
});
