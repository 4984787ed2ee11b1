// The log itself: written with the event or not at all, never rewritten, paged, swept, and flood-proof.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  refusedSignInStatement,
  securityEventStatement,
  sweepSecurityEvents,
} from '../../../worker/db/security-events.ts';
import { SECURITY_LOG_KEPT_DAYS } from '../../../worker/domain/session-rules.ts';
import { REFUSED_SIGN_IN_SPAN_MS, SECURITY_EVENT_KINDS } from '../../../worker/domain/security-events.ts';
import { createCustomer } from '../../support/customers.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { ANDROID, eventsOf, signIn } from './account.ts';

type Page = { events: { id: string; kind: string; times: number; at: string }[]; nextCursor: string | null };

const pageFor = (cookie: string, query = '') =>
  call(`/api/auth/security-log${query}`, { headers: { Cookie: cookie } });

const write = (userId: string, over: Partial<Parameters<typeof securityEventStatement>[1]> = {}) =>
  securityEventStatement(env.DB, {
    id: crypto.randomUUID(),
    userId,
    kind: 'signed-in',
    at: Date.now(),
    device: null,
    place: null,
    ...over,
  }).run();

test('the customer reads every event once, newest first, page by page, also when times are equal', async () => {
  const { userId, cookie } = await createCustomer(env);
  const at = Date.now();
  for (let index = 0; index < 7; index += 1) await write(userId, { at: at - Math.floor(index / 3) });
  const seen: Page['events'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const reply = await pageFor(cookie, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    const page = (await reply.json()) as Page;
    seen.push(...page.events);
    cursor = page.nextCursor;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
  expect(seen.map(({ at: time }) => time)).toEqual(
    seen
      .map(({ at: time }) => time)
      .toSorted()
      .toReversed(),
  );
});

test('nobody reads another customer’s log', async () => {
  const [mine, other] = [await createCustomer(env), await createCustomer(env)];
  await write(other.userId);
  expect(await (await pageFor(mine.cookie)).json()).toEqual({ events: [], nextCursor: null });
});

test.each([
  '?cursor=x',
  '?limit=0',
  '?limit=101',
  '?limit=many',
  '?cursor=1.%27%20OR%201',
  `?cursor=${'9'.repeat(300)}`,
])('the page %s does not exist', async (query) => {
  const { cookie } = await createCustomer(env);
  const reply = await pageFor(cookie, query);
  expect(reply.status).toBe(422);
  expect(await problemOf(reply)).toMatchObject({ code: 'ValidationFailed' });
});

test('wrong passwords of one hour share a line, so that guessing cannot flood the log', async () => {
  const { email, userId, cookie } = await createCustomer(env);
  await Promise.all(
    Array.from({ length: 6 }, () => signIn(email, 'wrong 9 wrong', { 'User-Agent': ANDROID })),
  );
  await expect.poll(async () => (await eventsOf(userId)).reduce((sum, { times }) => sum + times, 0)).toBe(6);
  const events = await eventsOf(userId);
  // Two lines only if the hour turned while the test ran.
  expect(events.length).toBeLessThanOrEqual(2);
  expect(events[0]).toMatchObject({ kind: 'sign-in-refused', device: 'Chrome · Android' });
  const page = (await (await pageFor(cookie)).json()) as Page;
  expect(page.events[0]?.kind).toBe('sign-in-refused');
});

test('the next hour has a line of its own', async () => {
  const { userId } = await createCustomer(env);
  const at = REFUSED_SIGN_IN_SPAN_MS * 500_000;
  for (const time of [at, at + 1, at + REFUSED_SIGN_IN_SPAN_MS]) {
    await refusedSignInStatement(env.DB, { userId, at: time, device: null, place: null }).run();
  }
  expect((await eventsOf(userId)).map(({ times }) => times)).toEqual([2, 1]);
});

test('an unknown e-mail leaves no line', async () => {
  const before = await env.DB.prepare('SELECT count(*) AS n FROM security_events').first('n');
  await signIn(`nobody-${crypto.randomUUID()}@example.com`, 'wrong 9 wrong');
  expect(await env.DB.prepare('SELECT count(*) AS n FROM security_events').first('n')).toBe(before);
});

test('what happened is never rewritten', async () => {
  const { userId } = await createCustomer(env);
  await write(userId);
  for (const change of [`kind = 'signed-out'`, 'happened_at = 1', `device = 'x'`, 'times = 2']) {
    const update = env.DB.prepare(`UPDATE security_events SET ${change} WHERE user_id = ?`).bind(userId);
    const refusal: unknown = await update.run().catch((error: unknown) => error);
    expect(String(refusal), `with ${change}`).toContain('never rewritten');
  }
});

test('a failed batch leaves no line: the log never tells of what did not happen', async () => {
  const { userId } = await createCustomer(env);
  const event = {
    id: crypto.randomUUID(),
    userId,
    kind: 'password-changed',
    at: 1,
    device: null,
    place: null,
  } as const;
  const batch = env.DB.batch([
    securityEventStatement(env.DB, event),
    env.DB.prepare('INSERT INTO admin_users (user_id, created_at) VALUES (NULL, NULL)'),
  ]);
  await expect(batch).rejects.toThrow('NOT NULL');
  expect(await eventsOf(userId)).toEqual([]);
});

test('texts that a request chose are cut, and empty ones are none', async () => {
  const { userId } = await createCustomer(env);
  await write(userId, { device: '  ', place: '😀'.repeat(500), detail: '\ud800' });
  const [event] = await eventsOf(userId);
  expect(event?.device).toBeNull();
  expect([...(event?.place ?? '')]).toHaveLength(120);
  expect(event?.detail).toBe('\ufffd');
});

test('the table takes every kind there is', async () => {
  const { userId, cookie } = await createCustomer(env);
  for (const kind of SECURITY_EVENT_KINDS) {
    if (kind !== 'sign-in-refused') await write(userId, { kind });
  }
  const page = (await (await pageFor(cookie, '?limit=100')).json()) as Page;
  expect(page.events).toHaveLength(SECURITY_EVENT_KINDS.length - 1);
});

test('events are kept for as long as the page says, then swept', async () => {
  const { userId } = await createCustomer(env);
  const now = Date.now();
  const kept = SECURITY_LOG_KEPT_DAYS * 24 * 60 * 60_000;
  await write(userId, { at: now - kept - 1_000, kind: 'signed-up' });
  await write(userId, { at: now - kept + 60_000, kind: 'signed-in' });
  expect(await sweepSecurityEvents(env.DB, now)).toBe(1);
  expect((await eventsOf(userId)).map(({ kind }) => kind)).toEqual(['signed-in']);
});

test.each([
  [
    'a page of the log',
    'SELECT * FROM security_events WHERE user_id = ? ORDER BY happened_at DESC, id DESC LIMIT 20',
  ],
  ['a known device', 'SELECT 1 FROM known_devices WHERE user_id = ? AND device_hash = 1'],
  ['a link', 'SELECT 1 FROM mailed_links WHERE token_hash = ?'],
  ['a customer’s open links', 'SELECT 1 FROM mailed_links WHERE user_id = ? AND uses = 0'],
])('finding %s reads an index, never a whole table', async (_name, sql) => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind('x').all<{ detail: string }>();
  expect(results.map(({ detail }) => detail).filter((detail) => !detail.startsWith('SEARCH'))).toEqual([]);
});
