// Payments that come once more, after a deposit has failed or long after it was asked for, or for an account that is closed.

import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TimelinePage } from '../../../worker/contract/operators/timeline.ts';
import { CLOSING_WAIT_MS } from '../../../worker/domain/closing.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { createCustomer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { outcome } from '../../support/money-calls.ts';
import { askToClose, closeDue } from '../accounts/my-data-world.ts';
import {
  ana,
  become,
  callback,
  cash,
  decide,
  deposited,
  details,
  done,
  one,
  openDesk,
  other,
  propose,
  proposed,
} from './deposit-desk.ts';
import { asOperator } from './operator-calls.ts';

beforeAll(openDesk);
beforeEach(() => become());

const waiting = async (id: string) =>
  (await details(id)).deposit.strays
    .filter(({ end }) => end === null)
    .map(({ reference, cents }) => [reference, cents]);

describe('a second payment of the same amount', () => {
  test('is one of its own by its name; the first one said again is not', async () => {
    const id = await deposited(20_013);
    for (const name of ['wire-1', 'wire-1', 'wire-2', 'wire-1', 'wire-2', 'wire-3'])
      expect((await callback(id, 'completed', 20_013, name)).status).toBe(200);
    expect(await cash()).toBe(20_013);
    expect(await waiting(id)).toEqual([
      ['wire-2', 20_013],
      ['wire-3', 20_013],
    ]);
    expect((await details(id)).proposable).toEqual(['deposit-return', 'deposit-keep', 'charge-back']);
    expect(await done(id, 'deposit-return')).toBe(200);
    expect(await waiting(id)).toHaveLength(1);
    await expectBooksToBalance(env.DB);
  });

  test('after one that was credited as what arrived, too', async () => {
    const id = await deposited(20_013);
    await callback(id, 'completed', 19_000, 'wire-1');
    expect(await done(id, 'deposit-arrived')).toBe(200);
    for (const name of ['wire-1', 'wire-2', 'wire-2']) await callback(id, 'completed', 19_000, name);
    expect(await waiting(id)).toEqual([['wire-2', 19_000]]);
    expect(await cash()).toBe(19_000);
  });

  test('where two credited it before anybody heard of a payment, the first that is told of is it', async () => {
    const id = await deposited(20_013);
    expect(await done(id, 'deposit-settle')).toBe(200);
    for (const name of ['wire-1', 'wire-1', 'wire-2']) await callback(id, 'completed', 20_013, name);
    expect(await waiting(id)).toEqual([['wire-2', 20_013]]);
    const renamed = env.DB.prepare(`UPDATE deposits SET paid_reference = 'x' WHERE id = ?`).bind(id).run();
    await expect(renamed).rejects.toThrow('keeps its name');
  });

  test('of two that come at once one is credited and one waits', async () => {
    const id = await deposited(20_013);
    await Promise.all(
      ['wire-1', 'wire-2', 'wire-1', 'wire-2'].map((name) => callback(id, 'completed', 20_013, name)),
    );
    expect(await cash()).toBe(20_013);
    expect(await waiting(id)).toHaveLength(1);
    await expectBooksToBalance(env.DB);
  });
});

describe('the limits of a level', () => {
  test.each([0, 29, 31, 400])(
    'hold for what arrives %d days after the deposit was asked for',
    async (days) => {
      await become(await createCustomer(env, { level: 1 }));
      const id = await deposited(20_013);
      expect(await done(id, 'deposit-fail')).toBe(200);
      await env.DB.prepare('UPDATE deposits SET created_at = created_at - ?2 WHERE id = ?1')
        .bind(id, days * DAY_MS)
        .run();
      await callback(id, 'completed', 5_000_000);
      const proposal = await proposed(id, 'deposit-arrived');
      expect(await outcome(await decide(other, proposal, 'approve'))).toBe('ArrivedBeyondLimit');
      expect(await cash()).toBe(0);
    },
  );

  test('hold for payments that come as asked for after their deposits had failed', async () => {
    await become(await createCustomer(env, { level: 1 }));
    const each = 90_013;
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const id = await deposited(each);
      expect(await done(id, 'deposit-fail')).toBe(200);
      await callback(id, 'completed', each);
      ids.push(id);
    }
    const answers: (string | number)[] = [];
    for (const id of ids) answers.push(await done(id, 'deposit-settle'));
    const credited = answers.filter((answer) => answer === 200).length;
    expect(answers.slice(credited)).toEqual(Array(3 - credited).fill('ArrivedBeyondLimit'));
    expect(credited).toBeLessThan(3);
    expect(await cash()).toBe(credited * each);
    await expectBooksToBalance(env.DB);
  });
});

test('nothing is credited to an account that was closed before the payment came: it goes back', async () => {
  await become(await createCustomer(env, { steppedUp: true }));
  const [early, late] = [await deposited(20_013), await deposited(30_013)];
  for (const id of [early, late]) expect(await done(id, 'deposit-fail')).toBe(200);
  expect((await askToClose(ana)).status).toBe(202);
  await closeDue(Date.now() + CLOSING_WAIT_MS);
  await callback(early, 'completed', 20_013);
  await callback(late, 'completed', 29_000);
  for (const [id, kind] of [
    [early, 'deposit-settle'],
    [late, 'deposit-arrived'],
  ] as const) {
    expect((await details(id)).proposable).toEqual(['deposit-return', 'deposit-keep']);
    expect(await outcome(await propose(one, id, kind))).toBe('NotAsProposed');
    expect(await done(id, 'deposit-return')).toBe(200);
  }
  await expectBooksToBalance(env.DB);
});

test('an operator who opens the customer finds what was announced at its time, and what was credited at its own', async () => {
  const [id, plain] = [await deposited(20_013), await deposited(30_000)];
  await env.DB.prepare('UPDATE deposits SET created_at = created_at - ?2 WHERE id = ?1')
    .bind(id, DAY_MS)
    .run();
  const ask = asOperator(other);
  const path = `/users/${ana.userId}`;
  expect((await ask(`${path}/views`, { method: 'POST' })).status).toBe(201);
  const shown = async (query = '') => {
    const page = await (await ask(`${path}/timeline?kind=deposit${query}`)).json<TimelinePage>();
    const entries = page.entries.map((entry) =>
      entry.kind === 'deposit' ? `${entry.part} ${entry.amountCents} ${entry.status}` : entry.kind,
    );
    return { entries, ids: page.entries.map((entry) => entry.id), nextCursor: page.nextCursor };
  };
  expect((await shown()).entries).toEqual(['whole 30000 completed', 'whole 20013 pending']);
  await callback(id, 'completed', 19_000);
  expect(await done(id, 'deposit-arrived')).toBe(200);
  const { entries, ids } = await shown();
  expect(entries).toEqual(['credited 19000 completed', 'whole 30000 completed', 'announced 20013 completed']);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toContain(plain);
  // Page by page it is the same.
  const paged: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await shown(`&limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    paged.push(...page.entries);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(entries);
  const day = await env.DB.prepare('SELECT created_at AS at FROM deposits WHERE id = ?')
    .bind(id)
    .first<number>('at');
  const until = encodeURIComponent(new Date((day ?? 0) + 1).toISOString());
  expect((await shown(`&until=${until}`)).entries).toEqual(['announced 20013 completed']);
});

test('the log says what was announced and what was credited', async () => {
  const id = await deposited(20_013);
  await callback(id, 'completed', 19_000);
  expect(await done(id, 'deposit-arrived')).toBe(200);
  const line = await env.DB.prepare(
    `SELECT before, after FROM audit_log WHERE subject_id = ? AND action = 'deposit.arrived'`,
  )
    .bind(id)
    .first<{ before: string; after: string }>();
  expect(JSON.parse(line?.before ?? '')).toMatchObject({ status: 'pending', amountCents: 20_013 });
  expect(JSON.parse(line?.after ?? '')).toMatchObject({ amountCents: 19_000, strayCents: 19_000 });
});
