// Complaints by the contact form: numbered, acknowledged at once, and limited.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { ContactReceipt } from '../../../worker/contract/contact.ts';
import { CONTACT_ADDRESS_LIMIT } from '../../../worker/domain/contact-rules.ts';
import { COMPLAINT_LETTER_LIMIT, complaintOf } from '../../../worker/domain/complaints.ts';
import { sendContact } from '../../../worker/services/send-contact.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { createExecutionContext } from 'cloudflare:test';
import { GOOD_MESSAGE } from '../../fixtures/contact-examples.ts';
import { createCustomer, freshAddress } from '../../support/customers.ts';
import { post, problemOf } from '../accounts/calls.ts';

const someone = () => `${crypto.randomUUID()}@example.com`;
const complain = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  post('/api/contact', { ...GOOD_MESSAGE, inquiry: 'complaint', ...change }, headers);
const receiptOf = async (reply: Response) => (await reply.json()) as ContactReceipt;

type Row = { readonly number: string; readonly dueAt: number };
const storedOf = (id: string) =>
  env.DB.prepare('SELECT number, due_at AS dueAt FROM complaints WHERE submission_id = ?')
    .bind(id)
    .first<Row>();
const lettersTo = async (email: string) =>
  (
    await env.DB.prepare(
      'SELECT id, user_id AS userId, kind, rank, language, message, expires_at - created_at AS usefulMs FROM mail_outbox WHERE email = ?',
    )
      .bind(email)
      .all<{ id: string; userId: string | null; kind: string; language: string; message: string }>()
  ).results;

test('a complaint has a number and a deadline, on the page, in the books and in a letter', async () => {
  const email = someone();
  const reply = await complain({ email, language: 'en' });
  expect(reply.status).toBe(202);
  const { id, complaint } = await receiptOf(reply);
  const stored = await storedOf(id);
  expect(complaint).toEqual({
    number: stored?.number,
    dueAt: new Date(stored?.dueAt ?? 0).toISOString(),
  });
  const [letter, ...others] = await lettersTo(email);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    id: `complaint:${id}`,
    userId: null,
    kind: 'complaint-received',
    language: 'en',
  });
  expect(JSON.parse(letter?.message ?? '')).toMatchObject({ number: stored?.number, dueAt: stored?.dueAt });
  // Somebody else may have given this address: nothing that was written goes there.
  expect(letter?.message).not.toMatch(/saldo|movimenta/u);
});

test('any other message has neither', async () => {
  const email = someone();
  const { id, complaint } = await receiptOf(await post('/api/contact', { ...GOOD_MESSAGE, email }));
  expect([complaint, await storedOf(id), await lettersTo(email)]).toEqual([undefined, null, []]);
});

test('a customer and a stranger are answered alike', async () => {
  const ana = await createCustomer(env);
  const replies = [await complain({ email: ana.email }), await complain({ email: someone() })];
  const [mine, theirs] = await Promise.all(replies.map(receiptOf));
  expect(Object.keys(mine ?? {})).toEqual(Object.keys(theirs ?? {}));
  const letters = (await lettersTo(ana.email)).filter(({ kind }) => kind === 'complaint-received');
  expect(letters.map(({ userId }) => userId)).toEqual([null]);
});

test('a robot that fills the trap sees a number, and nothing is stored or sent', async () => {
  const email = someone();
  const { id, complaint } = await receiptOf(await complain({ email, website: 'x' }));
  expect(complaint?.number).toMatch(/^\d{8}-\d{5}$/u);
  expect([await storedOf(id), await lettersTo(email)]).toEqual([null, []]);
});

test('three letters a day reach one address, from however many; the complaints are all taken', async () => {
  const email = someone();
  const count = COMPLAINT_LETTER_LIMIT.max + 5;
  const replies = await Promise.all(
    Array.from({ length: count }, () => complain({ email }, { 'CF-Connecting-IP': freshAddress() })),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
  const ids = await Promise.all(replies.map(async (reply) => (await receiptOf(reply)).id));
  const numbers = await Promise.all(ids.map(async (id) => (await storedOf(id))?.number));
  expect(new Set(numbers).size).toBe(count);
  expect(await lettersTo(email)).toHaveLength(COMPLAINT_LETTER_LIMIT.max);
});

test('complaints are messages to the limit of an address', async () => {
  const address = freshAddress();
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => complain({ email: someone() }, { 'CF-Connecting-IP': address })),
  );
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(CONTACT_ADDRESS_LIMIT.max);
});

test.each([
  ['no message', { message: '' }],
  ['an e-mail that is a link', { email: 'x<victim@x.example>' }],
  ['a list for a topic', { inquiry: ['complaint'] }],
])('a complaint with %s is refused, and no letter goes out', async (_, change) => {
  const before = await env.DB.prepare('SELECT count(*) AS n FROM complaints').first<number>('n');
  expect((await problemOf(await complain(change))).code).toBe('ValidationFailed');
  expect(await env.DB.prepare('SELECT count(*) AS n FROM complaints').first<number>('n')).toBe(before);
});

test('a number that another complaint has is replaced; message, number and letter come together or not at all', async () => {
  const now = Date.now();
  const first = crypto.randomUUID();
  // It ends alike, so that its number is the same.
  const twin = `${crypto.randomUUID().slice(0, 24)}${first.slice(24)}`;
  const third = crypto.randomUUID();
  expect(complaintOf(twin, now).number).toBe(complaintOf(first, now).number);
  // Each message takes two counters before its own id.
  const asked = ['', '', first, '', '', twin, third];
  const newId = () => asked.shift() || crypto.randomUUID();
  const deps = depsFor(env, createExecutionContext());
  const command = {
    ...GOOD_MESSAGE,
    inquiry: 'complaint' as const,
    language: 'en' as const,
    trapped: false,
    email: someone(),
    client: { addressKey: freshAddress(), userAgent: 'test' } as never,
  };
  const send = () => sendContact({ ...deps, now: () => now, newId }, command);
  const sent = [await send(), await send()];
  expect(sent.map((one) => one.ok && one.value.id)).toEqual([first, third]);
  const kept = await env.DB.prepare('SELECT count(*) AS n FROM submissions WHERE id = ?')
    .bind(twin)
    .first<number>('n');
  expect(kept).toBe(0);
  expect(await lettersTo(command.email)).toHaveLength(2);
});
