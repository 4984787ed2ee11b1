// L2: who reads a list that names customers is in the log before the list is answered, once an hour.

import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { noteListView } from '../../../worker/services/operators/list-views.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const HOUR = 60 * 60_000;
const LISTS = [
  ['customer', '/users'],
  ['identity', '/identities'],
  ['submission', '/submissions'],
  ['contact', '/contacts'],
  ['ledger', '/ledger/movements'],
  ['mail', '/mail'],
] as const;

const linesOf = async (operatorId: string) =>
  (
    await env.DB.prepare('SELECT * FROM audit_log WHERE actor_id = ? ORDER BY seq')
      .bind(operatorId)
      .all<Record<string, unknown>>()
  ).results;
const actionsOf = async (operatorId: string) => (await linesOf(operatorId)).map(({ action }) => action);

test.each(LISTS)('L2: the list of %s is a line, one for many calls at once', async (list, path) => {
  const [operator, colleague] = [
    await makeOperator({ tier: 'premium', steppedUp: false }),
    await makeOperator({ tier: 'premium' }),
  ];
  const ask = asOperator(operator);
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask(path)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect((await ask(`${path}?limit=1`)).status).toBe(200);
  const actions = await actionsOf(operator.userId);
  // Two, where the hour of the clock ends in between.
  expect(actions.length).toBeLessThanOrEqual(2);
  expect(new Set(actions)).toEqual(new Set([`${list}.listed`]));
  expect((await linesOf(operator.userId))[0]).toMatchObject({
    actor: operator.email,
    before: null,
    after: null,
  });
  await asOperator(colleague)(path);
  expect(await actionsOf(colleague.userId)).toEqual([`${list}.listed`]);
});

test('another hour is another line, and so is another list', async () => {
  const { userId, email } = await makeOperator({ tier: 'premium' });
  const by = { actorId: userId, actor: email, device: null, place: null };
  const start = Math.ceil(Date.now() / HOUR) * HOUR;
  const at = (ms: number) => ({ db: env.DB, now: () => start + ms });
  for (const ms of [0, 1, HOUR - 1]) await noteListView(at(ms), by, 'customer');
  expect(await actionsOf(userId)).toEqual(['customer.listed']);
  await noteListView(at(HOUR - 1), by, 'mail');
  await noteListView(at(HOUR), by, 'customer');
  expect((await linesOf(userId)).map(({ action, happened_at }) => [action, happened_at])).toEqual([
    ['customer.listed', start],
    ['mail.listed', start + HOUR - 1],
    ['customer.listed', start + HOUR],
  ]);
});

test('what is searched for is not in the log', async () => {
  const operator = await makeOperator({ tier: 'premium' });
  const sought = `sought-${crypto.randomUUID()}`;
  for (const [, path] of LISTS.slice(0, 3)) {
    expect((await asOperator(operator)(`${path}?search=${sought}@example.com`)).status).toBe(200);
  }
  const lines = await linesOf(operator.userId);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(lines)).not.toContain(sought);
});

test('where the line cannot be written, nothing is answered', async () => {
  const operator = await makeOperator({ tier: 'premium' });
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await env.DB.prepare(
    `CREATE TRIGGER log_is_full BEFORE INSERT ON audit_log WHEN NEW.actor_id = '${operator.userId}'
     BEGIN SELECT RAISE(ABORT, 'full'); END`,
  ).run();
  const replies = await Promise.all(LISTS.map(([, path]) => asOperator(operator)(path)));
  await env.DB.prepare('DROP TRIGGER log_is_full').run();
  silence.mockRestore();
  for (const reply of replies) {
    expect(reply.status).toBe(500);
    expect(await reply.json()).toMatchObject({ status: 500, detail: expect.any(String) as string });
  }
  expect(await linesOf(operator.userId)).toEqual([]);
});
