// Messages over HTTP against the real Worker and database.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { CONTACT_ADDRESS_LIMIT } from '../../../worker/domain/contact-rules.ts';
import worker from '../../../worker/index.ts';
import { ACCEPTED_MESSAGES, GOOD_MESSAGE, REFUSED_MESSAGES } from '../../fixtures/contact-examples.ts';
import { freshAddress, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { call, post, problemOf } from '../accounts/calls.ts';

const message = (change: Record<string, unknown> = {}) => ({ ...GOOD_MESSAGE, ...change });

type Stored = {
  id: string;
  type: string;
  user_id: string | null;
  email: string;
  phone: string | null;
  data: string;
};

async function storedIn(reply: Response): Promise<Stored | null> {
  const { id } = (await reply.json()) as { id: string };
  return env.DB.prepare('SELECT * FROM submissions WHERE id = ?').bind(id).first<Stored>();
}

const countSubmissions = async (): Promise<number> =>
  (await env.DB.prepare('SELECT count(*) AS n FROM submissions').first<number>('n')) ?? -1;

test('a message is stored as a submission that waits for the webhook', async () => {
  const reply = await post('/api/contact', message({ website: '' }), { 'User-Agent': 'Jaguar/9' });
  expect(reply.status).toBe(202);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  const stored = await storedIn(reply);
  expect(stored).toMatchObject({
    type: 'contact',
    user_id: null,
    email: 'ana@example.com',
    phone: '5511987654321',
    user_agent: 'Jaguar/9',
  });
  expect(JSON.parse(stored?.data ?? '')).toEqual({
    name: 'Ana Prado',
    subject: 'Meu saldo',
    inquiry: 'account',
    message: 'Bom dia.\nQuero entender uma movimentação.',
    language: 'pt-BR',
  });
  const forward = await env.DB.prepare('SELECT * FROM submission_forwards WHERE submission_id = ?')
    .bind(stored?.id)
    .first();
  expect(forward).toMatchObject({ state: 'pending', attempts: 0, rounds: 0, last_error: null });
});

test.each(REFUSED_MESSAGES)('a message is refused for $name', async ({ change, problems }) => {
  const reply = await post('/api/contact', message(change));
  expect(reply.status).toBe(422);
  const problem = await problemOf(reply);
  expect(problem.code).toBe('ValidationFailed');
  expect(problem.detail).toBe(problems[0]?.[2]);
  expect(problem.errors?.map(({ field, code, message: said }) => [field, code, said])).toEqual(problems);
});

test.each(ACCEPTED_MESSAGES)('a message is taken with $name', async ({ change, stored }) => {
  const reply = await post('/api/contact', message(change));
  expect(reply.status).toBe(202);
  const row = await storedIn(reply);
  const told = { ...row, ...(JSON.parse(row?.data ?? '{}') as object) };
  expect(told).toMatchObject(stored);
});

test.each([
  ['a number for a name', { name: 7 }, 'nameRequired'],
  ['a list for an e-mail', { email: ['a@b.co'] }, 'emailRequired'],
  ['a map for a subject', { subject: { $ne: 1 } }, 'subjectRequired'],
  ['null for a topic', { inquiry: null }, 'inquiryUnknown'],
  ['a flag for a message', { message: true }, 'messageRequired'],
])('%s counts as empty', async (_name, change, code) => {
  const problem = await problemOf(await post('/api/contact', message(change)));
  expect(problem).toMatchObject({ status: 422, errors: [{ code }] });
});

test('fields nobody asked for are not stored', async () => {
  const reply = await post('/api/contact', message({ password: 'jaguar9', admin: true }));
  expect(JSON.stringify(await storedIn(reply))).not.toMatch(/jaguar9|admin/u);
});

test('a robot that fills the trap gets the usual answer, and nothing is stored', async () => {
  const before = await countSubmissions();
  const trapped = await post('/api/contact', message({ website: 'https://spam.example' }));
  const clumsy = await post('/api/contact', { website: 'x' });
  const honest = await post('/api/contact', message());
  expect([trapped.status, clumsy.status, honest.status]).toEqual([202, 202, 202]);
  expect(Object.keys((await trapped.json()) as object)).toEqual(['id']);
  expect(await countSubmissions()).toBe(before + 1);
});

test('five messages an hour from one address, whatever happens to be sent at the same time', async () => {
  const address = freshAddress();
  const before = await countSubmissions();
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => post('/api/contact', message(), { 'CF-Connecting-IP': address })),
  );
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([
    ...Array<number>(CONTACT_ADDRESS_LIMIT.max).fill(202),
    ...Array<number>(7).fill(429),
  ]);
  expect(await countSubmissions()).toBe(before + CONTACT_ADDRESS_LIMIT.max);
  const refused = replies.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  expect((await post('/api/contact', message())).status).toBe(202);
});

test('a refused message takes no place in the limit', async () => {
  const address = freshAddress();
  for (let i = 0; i < 6; i += 1) {
    const reply = await post('/api/contact', message({ name: '' }), { 'CF-Connecting-IP': address });
    expect(reply.status).toBe(422);
  }
  expect((await post('/api/contact', message(), { 'CF-Connecting-IP': address })).status).toBe(202);
});

test.each([
  ['from another site', { Origin: 'https://evil.example' }, 403, 'CrossSite'],
  ['as a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415, 'UnsupportedMediaType'],
])('a message %s is refused', async (_name, headers, status, code) => {
  const reply = await post('/api/contact', message(), headers);
  expect(await problemOf(reply)).toMatchObject({ status, code });
});

test('a message of 65 kB is too large', async () => {
  const reply = await post('/api/contact', message({ message: 'm'.repeat(65 * 1024) }));
  expect(await problemOf(reply)).toMatchObject({ status: 413, code: 'PayloadTooLarge' });
});

test('only POST is there', async () => {
  expect((await call('/api/contact')).status).toBe(404);
});

test('a signed-out visitor may write, and no problem repeats what was sent', async () => {
  const marker = 'marker-4711';
  const reply = await post('/api/contact', message({ email: marker, phone: marker, inquiry: marker }));
  expect(await reply.text()).not.toContain(marker);
});

test('a database in trouble is 503, so that the message may be sent again', async () => {
  const lost = new Error('D1_ERROR: Network connection lost.');
  const db = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'batch') return () => Promise.reject(lost);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const ctx = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/contact`, {
    method: 'POST',
    headers: jsonHeaders(),
    body: JSON.stringify(message()),
  });
  const reply = await worker.fetch(request, { ...env, DB: db }, ctx);
  await waitOnExecutionContext(ctx);
  expect(await problemOf(reply)).toMatchObject({ status: 503, code: 'Unavailable' });
});
