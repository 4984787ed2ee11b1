// The newsletter's list over HTTP.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { NEWSLETTER_ADDRESS_LIMIT } from '../../../worker/domain/contact-rules.ts';
import { freshAddress } from '../../support/customers.ts';
import { call, post, problemOf } from '../accounts/calls.ts';

const someone = () => `reader-${crypto.randomUUID()}@example.com`;

const subscribersNamed = async (email: string): Promise<number> =>
  (await env.DB.prepare('SELECT count(*) AS n FROM newsletter_subscribers WHERE email = ?')
    .bind(email)
    .first<number>('n')) ?? -1;

test('an address is put on the list, in its normal form and with its language', async () => {
  const email = someone();
  const reply = await post('/api/newsletter', {
    email: `  ${email.toUpperCase()} `,
    language: 'en',
    website: '',
  });
  expect(reply.status).toBe(202);
  expect(await reply.text()).toBe('');
  const row = await env.DB.prepare('SELECT * FROM newsletter_subscribers WHERE email = ?')
    .bind(email)
    .first();
  expect(row).toMatchObject({ email, language: 'en' });
  expect(Date.now() - Number(row?.['created_at'])).toBeLessThan(60_000);
});

test('the language is Portuguese unless the page says otherwise', async () => {
  const [plain, odd] = [someone(), someone()];
  await post('/api/newsletter', { email: plain });
  await post('/api/newsletter', { email: odd, language: 'fr' });
  const { results } = await env.DB.prepare(
    'SELECT language FROM newsletter_subscribers WHERE email IN (?, ?)',
  )
    .bind(plain, odd)
    .run();
  expect(results).toEqual([{ language: 'pt-BR' }, { language: 'pt-BR' }]);
});

test('a second time is refused, in other letters too', async () => {
  const email = someone();
  await post('/api/newsletter', { email });
  const reply = await post('/api/newsletter', { email: email.toUpperCase() });
  expect(await problemOf(reply)).toMatchObject({
    status: 409,
    code: 'AlreadySubscribed',
    detail: 'This email is already subscribed',
  });
  expect(await subscribersNamed(email)).toBe(1);
});

test('twenty at once for one address make one row, and one of them succeeds', async () => {
  const email = someone();
  const replies = await Promise.all(Array.from({ length: 20 }, () => post('/api/newsletter', { email })));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([202, ...Array<number>(19).fill(409)]);
  expect(await subscribersNamed(email)).toBe(1);
});

test.each([
  ['nothing', {}, 'emailRequired', 'Please enter your email address'],
  ['spaces', { email: '  ' }, 'emailRequired', 'Please enter your email address'],
  ['a number', { email: 7 }, 'emailRequired', 'Please enter your email address'],
  ['no address', { email: 'ana' }, 'invalidEmail', 'Please enter a valid email address'],
  ['two addresses', { email: 'a@b.co, c@d.co' }, 'invalidEmail', 'Please enter a valid email address'],
  [
    '255 characters',
    { email: `${'a'.repeat(250)}@b.co` },
    'invalidEmail',
    'Please enter a valid email address',
  ],
])('%s instead of an e-mail is refused', async (_name, body, code, message) => {
  const problem = await problemOf(await post('/api/newsletter', body));
  expect(problem).toMatchObject({ status: 422, code: 'ValidationFailed', detail: message });
  expect(problem.errors).toEqual([{ field: 'email', code, message }]);
});

test('a robot that fills the trap gets the usual answer, and nothing is stored', async () => {
  const email = someone();
  expect((await post('/api/newsletter', { email, website: 'spam' })).status).toBe(202);
  expect(await subscribersNamed(email)).toBe(0);
});

test('asking for one address after the other ends at the limit', async () => {
  const from = { 'CF-Connecting-IP': freshAddress() };
  for (let i = 0; i < NEWSLETTER_ADDRESS_LIMIT.max; i += 1) {
    expect((await post('/api/newsletter', { email: someone() }, from)).status).toBe(202);
  }
  const email = someone();
  const refused = await post('/api/newsletter', { email }, from);
  expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'TooManyRequests' });
  expect(await subscribersNamed(email)).toBe(0);
});

test('from another site, as text, too large or with GET it is refused', async () => {
  const body = { email: someone() };
  expect((await post('/api/newsletter', body, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await post('/api/newsletter', body, { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await post('/api/newsletter', { email: 'x'.repeat(65 * 1024) })).status).toBe(413);
  expect((await call('/api/newsletter')).status).toBe(404);
  expect(await subscribersNamed(body.email)).toBe(0);
});
