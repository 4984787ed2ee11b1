// When the database fails, the money may or may not have moved: 503, and the same key finds out safely.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance, fund, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, SetPrices, workerWith } from '../../support/money-calls.ts';

const buyOne = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 } as const;
const hub = new SetPrices({ gold: 400_000, silver: 5_000 });
let ana: Customer;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
});

/** A database whose next `times` batches end in `message`, before or after they were committed. */
function breaking(message: string, when: 'before' | 'after', times = 1): D1Database {
  let left = times;
  return new Proxy(env.DB, {
    get(database, name) {
      if (name !== 'batch') {
        const value: unknown = Reflect.get(database, name);
        return typeof value === 'function' ? value.bind(database) : value;
      }
      return async (statements: D1PreparedStatement[]) => {
        if (left === 0) return database.batch(statements);
        left -= 1;
        if (when === 'after') await database.batch(statements);
        throw new Error(message);
      };
    },
  });
}

async function cashOf(customer: Customer): Promise<number> {
  return (await (await callsOf(customer).get('/api/portfolio')).json<Portfolio>()).cashCents;
}

describe('a trade', () => {
  test.each([
    'D1_ERROR: database is locked: SQLITE_BUSY',
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'Network connection lost.',
  ])('that meets "%s" answers 503, and happens when it is sent again', async (message) => {
    const calls = callsOf(ana, workerWith(hub, { DB: breaking(message, 'before') }));
    const quote = await quoteFor(env, ana, buyOne);
    const reply = await calls.trade(quote, 'k');
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await reply.json()).toMatchObject({ code: 'Unavailable' });
    expect(await cashOf(ana)).toBe(100_000);
    expect(await outcome(await calls.trade(quote, 'k'))).toBe(201);
    expect(await cashOf(ana)).toBe(94_975);
    await expectBooksToBalance(env.DB);
  });

  test('whose commit happened though the connection broke is found by its key, and not made twice', async () => {
    const calls = callsOf(ana, workerWith(hub, { DB: breaking('Network connection lost.', 'after') }));
    const quote = await quoteFor(env, ana, buyOne);
    expect(await outcome(await calls.trade(quote, 'k'))).toBe('Unavailable');
    expect(await cashOf(ana)).toBe(94_975);
    const again = await calls.trade(quote, 'k');
    expect(again.status).toBe(201);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await cashOf(ana)).toBe(94_975);
    await expectBooksToBalance(env.DB);
  });
});

describe('a deposit', () => {
  test.each([1, 2, 3])('whose connection breaks after each of %i commits is credited once', async (times) => {
    const calls = callsOf(ana, workerWith(hub, { DB: breaking('Network connection lost.', 'after', times) }));
    const body = { amountCents: 50_000, method: 'debit_card' };
    let attempts = 0;
    for (let status = 0; status !== 201; attempts += 1) {
      const reply = await calls.deposit(body, 'k');
      status = reply.status;
      expect([201, 503]).toContain(status);
      await reply.body?.cancel();
    }
    expect(attempts).toBeGreaterThan(1);
    expect(await cashOf(ana)).toBe(150_000);
    await expectBooksToBalance(env.DB);
  });
});

test('a flood of quotes is limited per customer, and nobody else suffers', async () => {
  const bia = await createCustomer(env);
  const ask = { side: 'buy', metal: 'silver', ouncesE4: 10_000 };
  const worker = workerWith(hub);
  const flood = Array.from({ length: 260 }, () => callsOf(ana, worker).post('/api/quotes', ask));
  const counted = await outcomes(flood);
  // At most two windows of a minute can be touched.
  expect(counted[201]).toBeLessThanOrEqual(240);
  expect(counted['TooManyRequests']).toBeGreaterThanOrEqual(20);
  await fund(env.DB, bia, 100_000);
  expect(await outcome(await callsOf(bia, worker).post('/api/quotes', ask))).toBe(201);
});
