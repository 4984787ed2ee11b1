// The list of devices, ending one, ending the others; the letter about a new device; the log of all of it.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { hashDeviceToken } from '../../../worker/auth/device-token.ts';
import { sweepDevices } from '../../../worker/db/known-devices.ts';
import { DEVICE_KEPT_MS } from '../../../worker/domain/session-rules.ts';
import { GOOD_FORM } from '../../fixtures/sign-up-examples.ts';
import {
  createCustomer,
  type Customer,
  jsonHeaders,
  openSessionFor,
  ORIGIN,
} from '../../support/customers.ts';
import { call, cookieAfter, post, problemOf, refresh, sessionRow, setCookies } from '../accounts/calls.ts';
import { stepUpNow } from '../factors/enrol.ts';
import { ANDROID, eventsOf, FIREFOX, isSignedIn, kindsOf, lettersTo, signIn } from './account.ts';

type Listed = {
  id: string;
  device: string | null;
  place: string | null;
  lastSeenAt: string;
  current: boolean;
};

async function listFor(cookie: string): Promise<Listed[]> {
  const reply = await call('/api/auth/sessions', { headers: { Cookie: cookie } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  return ((await reply.json()) as { sessions: Listed[] }).sessions;
}

const endUnproven = (customer: Pick<Customer, 'headers'>, sessionId = '') =>
  call(`/api/auth/sessions${sessionId === '' ? '' : `/${sessionId}`}`, {
    method: 'DELETE',
    headers: customer.headers,
  });

async function end(customer: Customer, sessionId = ''): Promise<Response> {
  await stepUpNow(customer);
  return endUnproven(customer, sessionId);
}

test('a customer sees the devices that are signed in, this one first, and nothing of anybody else', async () => {
  const { email, userId, sessionId } = await createCustomer(env);
  const cookie = cookieAfter(await signIn(email, undefined, { 'User-Agent': FIREFOX }));
  const phone = cookieAfter(await signIn(email, undefined, { 'User-Agent': ANDROID }));
  const gone = await openSessionFor(env, userId);
  await env.DB.prepare('UPDATE sessions SET created_at = 1, expires_at = 2 WHERE id = ?')
    .bind(gone.sessionId)
    .run();
  await createCustomer(env);
  const list = await listFor(phone);
  expect(list.map(({ device, current }) => [device, current])).toEqual([
    ['Chrome · Android', true],
    ['Firefox · Linux', false],
    [null, false],
  ]);
  expect(list.at(-1)?.id).toBe(sessionId);
  expect((await listFor(cookie)).find(({ current }) => current)?.device).toBe('Firefox · Linux');
});

test('ending one session ends that one, at once, and the log says which device it was', async () => {
  const customer = await createCustomer(env);
  const phone = cookieAfter(await signIn(customer.email, undefined, { 'User-Agent': ANDROID }));
  const other = await openSessionFor(env, customer.userId);
  const phoneId = (await listFor(customer.cookie)).find(({ device }) => device === 'Chrome · Android')?.id;
  const reply = await end({ ...customer, headers: { ...customer.headers, 'User-Agent': FIREFOX } }, phoneId);
  expect(reply.status).toBe(204);
  expect(await isSignedIn(phone)).toBe(false);
  expect(await isSignedIn(other.cookie)).toBe(true);
  expect(await sessionRow(phoneId ?? '')).toMatchObject({ end_reason: 'revoked' });
  expect((await eventsOf(customer.userId)).filter(({ kind }) => kind === 'session-ended')).toEqual([
    { kind: 'session-ended', device: 'Firefox · Linux', place: null, detail: 'Chrome · Android', times: 1 },
  ]);
  expect((await end(customer, phoneId)).status).toBe(404);
});

test('the page of an ended session learns of it: its socket closes, and refreshing says why', async () => {
  const customer = await createCustomer(env);
  const phone = await openSessionFor(env, customer.userId);
  const socket = await openStream(phone.cookie);
  const codes: number[] = [];
  socket.addEventListener('close', ({ code }) => codes.push(code));
  const mine = await openStream(customer.cookie);
  await end(customer, phone.sessionId);
  await expect.poll(() => codes).toEqual([4001]);
  expect(mine.readyState).toBe(WebSocket.OPEN);
  mine.close();
  const refused = await refresh(phone.refreshToken);
  expect(refused.status).toBe(401);
  expect(await problemOf(refused)).toMatchObject({ code: 'SessionEnded' });
});

async function openStream(cookie: string): Promise<WebSocket> {
  const headers = { Upgrade: 'websocket', Origin: ORIGIN, Cookie: cookie };
  const { webSocket } = await call('/api/prices/stream', { headers });
  if (webSocket === null) throw new Error('The upgrade was refused');
  webSocket.accept();
  return webSocket;
}

test.each([
  ['somebody else’s', async () => (await createCustomer(env)).sessionId],
  ['a made-up one', async () => crypto.randomUUID()],
  ['an injection', async () => encodeURIComponent("x' OR '1'='1")],
])('%s cannot be ended and looks like none', async (_name, makeId) => {
  const [customer, id] = [await createCustomer(env), await makeId()];
  const reply = await end(customer, id);
  expect(reply.status).toBe(404);
  expect(await problemOf(reply)).toMatchObject({ code: 'NotFound' });
  const row = await sessionRow(id);
  expect(row?.['ended_at'] ?? null).toBeNull();
  expect(await kindsOf(customer.userId)).toEqual([]);
});

test('ending the others leaves this one, tells how many it were, and writes to the customer once', async () => {
  const customer = await createCustomer(env);
  const others = [await openSessionFor(env, customer.userId), await openSessionFor(env, customer.userId)];
  const stranger = await createCustomer(env);
  expect(await (await end(customer)).json()).toEqual({ ended: 2 });
  expect(await isSignedIn(customer.cookie)).toBe(true);
  expect(await isSignedIn(stranger.cookie)).toBe(true);
  for (const { cookie } of others) expect(await isSignedIn(cookie)).toBe(false);
  // Without another session there is nothing to report.
  expect(await (await end(customer)).json()).toEqual({ ended: 0 });
  expect(await kindsOf(customer.userId)).toEqual(['sessions-ended']);
  expect((await lettersTo(customer.userId)).map(({ message }) => message['change'])).toEqual([
    'sessions-ended',
  ]);
});

test('ending another session takes a proof, so that a stolen session cannot shut its owner out', async () => {
  const customer = await createCustomer(env);
  const other = await openSessionFor(env, customer.userId);
  for (const sessionId of ['', other.sessionId]) {
    const reply = await endUnproven(customer, sessionId);
    expect(reply.status).toBe(403);
    expect(await problemOf(reply)).toMatchObject({ code: 'StepUpRequired', methods: ['password'] });
  }
  expect(await isSignedIn(other.cookie)).toBe(true);
});

test('ending the session in front of the customer is signing out', async () => {
  const customer = await createCustomer(env);
  const reply = await endUnproven(customer, customer.sessionId);
  expect(reply.status).toBe(204);
  expect(setCookies(reply).get('onca_access')?.attributes).toContain('Max-Age=0');
  expect(await sessionRow(customer.sessionId)).toMatchObject({ end_reason: 'signed-out' });
  expect(await kindsOf(customer.userId)).toEqual(['signed-out']);
});

const newSignIns = async (userId: string) =>
  (await lettersTo(userId)).filter(({ kind }) => kind === 'new-sign-in').map(({ message }) => message);

test('a sign-in from a new device is told by letter, from a known one it is not', async () => {
  const { email, userId } = await createCustomer(env);
  const first = await signIn(email, undefined, { 'User-Agent': ANDROID });
  expect(await newSignIns(userId)).toMatchObject([{ device: 'Chrome · Android', place: null }]);
  const device = cookieAfter(first)
    .split('; ')
    .find((pair) => pair.startsWith('onca_device='));
  // The device stays known after the customer has left, whatever the browser calls itself by then.
  await signIn(email, undefined, { 'User-Agent': FIREFOX, Cookie: device ?? '' });
  expect(await newSignIns(userId)).toHaveLength(1);
  await signIn(email, undefined, { 'User-Agent': ANDROID });
  expect(await newSignIns(userId)).toHaveLength(2);
});

test.each([
  ['another customer’s', (device: string) => device],
  ['a made-up one', () => 'A'.repeat(43)],
  ['rubbish', () => '%00;rm'],
])('a device cookie that is %s makes no device known', async (_name, make) => {
  const [mine, other] = [await createCustomer(env), await createCustomer(env)];
  const theirs = setCookies(await signIn(other.email)).get('onca_device')?.value ?? '';
  await signIn(mine.email, undefined, { Cookie: `onca_device=${make(theirs)}` });
  expect(await newSignIns(mine.userId)).toHaveLength(1);
});

test('L13: a device cookie that somebody planted is changed by the sign-in, and a copy of it stays a stranger’s', async () => {
  const [mine, other] = [await createCustomer(env), await createCustomer(env)];
  const cookieOf = (reply: Response) => `onca_device=${setCookies(reply).get('onca_device')?.value ?? ''}`;
  const planted = cookieOf(await signIn(other.email));
  const own = cookieOf(await signIn(mine.email, undefined, { Cookie: planted }));
  expect(own).not.toBe(planted);
  expect(await newSignIns(mine.userId)).toHaveLength(1);
  // Who else uses this browser is known in it, as before.
  expect(cookieOf(await signIn(other.email, undefined, { Cookie: own }))).toBe(own);
  expect(cookieOf(await signIn(mine.email, undefined, { Cookie: own }))).toBe(own);
  expect(await newSignIns(other.userId)).toHaveLength(1);
  expect(await newSignIns(mine.userId)).toHaveLength(1);
  await signIn(mine.email, undefined, { Cookie: planted });
  expect(await newSignIns(mine.userId)).toHaveLength(2);
});

test('who signs up gets no letter about it, and the device is known from then on', async () => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  const reply = await post('/api/auth/sign-up', { ...GOOD_FORM, email });
  expect(reply.status).toBe(201);
  const { profile } = (await reply.json()) as { profile: { id: string } };
  const cookie = cookieAfter(reply);
  await signIn(email, GOOD_FORM.password, { Cookie: cookie });
  expect(await newSignIns(profile.id)).toEqual([]);
  expect(await kindsOf(profile.id)).toEqual(['signed-up', 'signed-in']);
});

test('the table of devices holds no cookie, and forgets those whose cookie has run out', async () => {
  const { email, userId } = await createCustomer(env);
  const token = setCookies(await signIn(email)).get('onca_device')?.value ?? '';
  const { results } = await env.DB.prepare('SELECT device_hash AS hash FROM known_devices WHERE user_id = ?')
    .bind(userId)
    .all();
  expect(results).toEqual([{ hash: hashDeviceToken(token) }]);
  await env.DB.prepare('UPDATE known_devices SET last_seen_at = last_seen_at - ?2 WHERE user_id = ?1')
    .bind(userId, DEVICE_KEPT_MS + 60_000)
    .run();
  expect(await sweepDevices(env.DB, Date.now())).toBe(1);
});

test('signing out is in the log; a session that a new one replaces in the same browser is not', async () => {
  const { email, userId, headers } = await createCustomer(env);
  const first = await signIn(email);
  await signIn(email, undefined, { Cookie: cookieAfter(first) });
  expect(await kindsOf(userId)).toEqual(['signed-in', 'signed-in']);
  await call('/api/auth/sign-out', { method: 'POST', headers });
  await call('/api/auth/sign-out', { method: 'POST', headers });
  expect(await kindsOf(userId)).toEqual(['signed-in', 'signed-in', 'signed-out']);
});

test('a refresh token that comes back late ends the session, and the log says so', async () => {
  const { userId, refreshToken } = await createCustomer(env);
  await refresh(refreshToken);
  await env.DB.prepare('UPDATE refresh_tokens SET spent_at = spent_at - 60000').run();
  expect((await refresh(refreshToken)).status).toBe(401);
  expect(await kindsOf(userId)).toEqual(['session-reuse-ended']);
});

test('asking needs a session', async () => {
  for (const [method, path] of [
    ['GET', '/api/auth/sessions'],
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${crypto.randomUUID()}`],
    ['GET', '/api/auth/security-log'],
  ] as const) {
    expect((await call(path, { method, headers: jsonHeaders() })).status, `${method} ${path}`).toBe(401);
  }
});
