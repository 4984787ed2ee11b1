// The vault is never sold twice: what it does not have is refused in words before a quote is confirmed, and in the batch itself
// whoever comes at the same time. What comes back can be sold again.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import type { Stock } from '../../../worker/contract/stock.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import { readFreeE4, readStock } from '../../../worker/db/stock.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { DeepHealth } from '../../../worker/services/health.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';
import { buyOut, endow, expectBooksToBalance, fund, quoteFor, type QuoteTerms } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from '../admin/operator-calls.ts';
import { type World, operationOf, proposed, undo, world } from '../admin/reversal-world.ts';

const worker = workerWith(new SetPrices({ gold: 100_000, silver: 5_000 }));
const buyOne: QuoteTerms = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 };
const RACERS = runs(32, 400);

const free = (metal: TradedMetal = 'silver') => readFreeE4(env.DB, metal);
const refusal = async (reply: Response) => {
  const { code, metal, freeOuncesE4 } = await reply.json<Problem & Record<string, unknown>>();
  return { status: reply.status, code, metal, freeOuncesE4 };
};
const ask = (who: Customer, body: object) => callsOf(who, worker).post('/api/quotes', body);

/** Who owns enough to sell some back to the vault. */
let owner: Customer;
let ana: Customer;
beforeAll(async () => {
  owner = await createCustomer(env);
  await fund(env.DB, owner, 1_000_000);
  await endow(env.DB, owner, { metal: 'silver', ouncesE4: 20_000_000, priceCents: 1 });
});
beforeEach(async () => {
  await buyOut(env, 'silver', 0);
  ana = await createCustomer(env);
  await fund(env.DB, ana, 1_000_000);
});

async function sellBack(ouncesE4: number, priceCents = buyOne.priceCents): Promise<void> {
  const quote = await quoteFor(env, owner, { ...buyOne, side: 'sell', ouncesE4, priceCents });
  expect(await outcome(await callsOf(owner).trade(quote))).toBe(201);
}

test(`${RACERS} buyers at once of what is there for half of them: each ounce is sold once`, async () => {
  // Cheaply: what the owner trades in a day stays below the sum that asks for a proof.
  await sellBack((RACERS / 2) * 10_000, 100);
  const buyers = await Promise.all([1, 2, 3, 4].map(() => createCustomer(env)));
  for (const buyer of buyers) await fund(env.DB, buyer, RACERS * 5_025);
  const asked = await Promise.all(
    Array.from({ length: RACERS }, async (_, n) => {
      const buyer = buyers[n % buyers.length] as Customer;
      return { buyer, quote: await quoteFor(env, buyer, buyOne) };
    }),
  );
  expect(await outcomes(asked.map(({ buyer, quote }) => callsOf(buyer).trade(quote)))).toEqual({
    201: RACERS / 2,
    OutOfStock: RACERS / 2,
  });
  expect(await free()).toBe(0);
  await expectBooksToBalance(env.DB);
});

test('buyers and sellers at once: never more is sold than is there', async () => {
  await sellBack(50_000);
  await fund(env.DB, ana, 500_000);
  const sides = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? ('buy' as const) : ('sell' as const)));
  const replies = await Promise.all(
    sides.map(async (side) => {
      const who = side === 'buy' ? ana : owner;
      return callsOf(who).trade(await quoteFor(env, who, { ...buyOne, side }));
    }),
  );
  const done = await Promise.all(replies.map(outcome));
  const bought = done.filter((one, n) => one === 201 && sides[n] === 'buy').length;
  expect(done.filter((_, n) => sides[n] === 'sell')).toEqual(Array.from({ length: 12 }, () => 201));
  expect(await free()).toBe(50_000 + (12 - bought) * 10_000);
  expect(new Set(done)).toEqual(new Set(bought === 12 ? [201] : [201, 'OutOfStock']));
  await expectBooksToBalance(env.DB);
});

describe('a quote', () => {
  test('is refused with what is there: by weight, by money and for all the cash', async () => {
    await sellBack(12_345);
    const short = { status: 409, code: 'OutOfStock', metal: 'silver', freeOuncesE4: 12_345 };
    for (const size of [{ ouncesE4: 12_346 }, { totalCents: 100_000 }, { max: true }])
      expect(await refusal(await ask(ana, { side: 'buy', metal: 'silver', ...size }))).toEqual(short);
  });

  test('of the last ounces is given, and honoured', async () => {
    await sellBack(12_345);
    const reply = await ask(ana, { side: 'buy', metal: 'silver', ouncesE4: 12_345 });
    expect(reply.status).toBe(201);
    expect(await outcome(await callsOf(ana).trade((await reply.json<Quote>()).quote))).toBe(201);
    expect(await free()).toBe(0);
  });

  test('of a sale needs no stock, nor of the other metal that there is', async () => {
    expect((await ask(owner, { side: 'sell', metal: 'silver', ouncesE4: 10_000 })).status).toBe(201);
    expect((await ask(ana, { side: 'buy', metal: 'gold', ouncesE4: 10_000 })).status).toBe(201);
  });

  test('says first that the cash does not suffice', async () => {
    const poor = await createCustomer(env);
    const reply = await ask(poor, { side: 'buy', metal: 'silver', ouncesE4: 10_000 });
    expect(await outcome(reply)).toBe('InsufficientFunds');
  });
});

test('a quote that others overtook trades nothing, and goes through with the same key once there is metal', async () => {
  const quote = await quoteFor(env, ana, buyOne);
  const none = { status: 409, code: 'OutOfStock', metal: 'silver', freeOuncesE4: 0 };
  expect(await refusal(await callsOf(ana).trade(quote, 'again'))).toEqual(none);
  expect(await (await callsOf(ana).get('/api/portfolio')).json()).toMatchObject({ cashCents: 1_000_000 });
  await sellBack(10_000);
  expect(await outcome(await callsOf(ana).trade(quote, 'again'))).toBe(201);
  await expectBooksToBalance(env.DB);
});

test('the bonus is a claim on the same stock: refused while there is no silver, and not spent', async () => {
  const claim = () => callsOf(ana, worker).post('/api/bonus/claim', {}, 'bonus');
  expect(await refusal(await claim())).toMatchObject({ code: 'OutOfStock', freeOuncesE4: 0 });
  await sellBack(30_000);
  expect(await outcome(await claim())).toBe(201);
  expect(await free()).toBe(10_000);
  await expectBooksToBalance(env.DB);
});

describe('a reversal', () => {
  const traded = async (who: Customer, side: 'buy' | 'sell') => {
    const reply = await callsOf(who).trade(await quoteFor(env, who, { ...buyOne, side }));
    return (await reply.json<{ transaction: { id: string } }>()).transaction.id;
  };
  let operators: World;
  beforeEach(async () => {
    operators = await world();
  });

  test('of a purchase brings the metal back into the vault', async () => {
    await sellBack(10_000);
    const id = await traded(ana, 'buy');
    expect(await free()).toBe(0);
    expect(await outcome(await undo(operators, id))).toBe(200);
    expect(await free()).toBe(10_000);
    await expectBooksToBalance(env.DB);
  });

  test('of a sale is refused once the metal is sold on, and is done when there is some again', async () => {
    const id = await traded(owner, 'sell');
    await traded(ana, 'buy');
    const { id: proposal } = await proposed(operators.proposer, id);
    const approve = () =>
      asOperator(operators.approver, worker)(`/ledger/reversals/${proposal}/approve`, {
        method: 'POST',
        body: {},
      });
    expect(await refusal(await approve())).toMatchObject({
      status: 409,
      code: 'OutOfStock',
      metal: 'silver',
      freeOuncesE4: 0,
    });
    await sellBack(10_000);
    expect(await outcome(await approve())).toBe(200);
    expect((await operationOf(operators.proposer, id)).reversedBy).not.toBeNull();
    await expectBooksToBalance(env.DB);
  });
});

test('a bar that customers’ metal rests on is not released, also when buyers are faster than its approval', async () => {
  await buyOut(env, 'gold', 4_299_570);
  const [treasurer, second] = [await makeOperator(), await makeOperator()];
  const call = (who: Customer, path: string, body: object) =>
    asOperator(who, worker)(`/bars${path}`, {
      method: 'POST',
      body: { reason: 'Sold to a refiner', ...body },
    });
  const reply = await call(treasurer, '/vault-gold-1/releases', {});
  expect(reply.status).toBe(201);
  const { id } = await reply.json<{ id: string }>();
  // Someone buys a grain of it meanwhile.
  await endow(env.DB, ana, { metal: 'gold', ouncesE4: 1, priceCents: 1 });
  const short = { status: 409, code: 'OutOfStock', metal: 'gold', freeOuncesE4: 4_299_569 };
  expect(await refusal(await call(second, `/proposals/${id}/approve`, { note: '' }))).toEqual(short);
  expect(await refusal(await call(treasurer, '/vault-gold-2/releases', {}))).toEqual(short);

  // Of two that are approved at once where only one is free, one leaves.
  const back = { side: 'sell', metal: 'gold', ouncesE4: 1, priceCents: 1_000_000 } as const;
  expect(await outcome(await callsOf(ana).trade(await quoteFor(env, ana, back)))).toBe(201);
  const other = await (await call(treasurer, '/vault-gold-2/releases', {})).json<{ id: string }>();
  const approvals = [id, other.id].map((one) => call(second, `/proposals/${one}/approve`, { note: '' }));
  expect(await outcomes(approvals)).toEqual({ 200: 1, OutOfStock: 1 });
  expect(await free('gold')).toBe(0);
  await expectBooksToBalance(env.DB);
});

test('everybody is told what can be sold; operators see what is sold out', async () => {
  await sellBack(12_345);
  await buyOut(env, 'gold', 0);
  const reply = await realWorker(new Request(`${ORIGIN}/api/stock`));
  expect(reply.headers.get('Cache-Control')).toContain('max-age');
  const { metals } = await reply.json<Stock>();
  expect(metals).toEqual([
    { metal: 'gold', freeOuncesE4: 0 },
    { metal: 'silver', freeOuncesE4: 12_345 },
  ]);
  const waiting = async (roles: readonly ['treasury'] | readonly ['content']) =>
    (await asOperator(await makeOperator({ roles }), worker)('/waiting')).json<{ soldOut: unknown }>();
  expect(await waiting(['treasury'])).toMatchObject({ soldOut: ['gold'] });
  expect(await waiting(['content'])).toMatchObject({ soldOut: null });
});

test('customers’ metal without a bar under it is a fault of the platform', async () => {
  const deep = async () =>
    (
      await realWorker(
        new Request(`${ORIGIN}/api/health/deep`, { headers: { Authorization: `Bearer ${env.OPS_TOKEN}` } }),
      )
    ).json<DeepHealth>();
  expect((await deep()).stock.ok).toBe(true);
  await env.DB.prepare(`UPDATE stock SET uncovered_e4 = 5 WHERE metal = 'silver'`).run();
  expect(await deep()).toMatchObject({
    status: 'degraded',
    stock: { ok: false, metals: await readStock(env.DB) },
  });
  await env.DB.prepare(`UPDATE stock SET uncovered_e4 = 0 WHERE metal = 'silver'`).run();
});
