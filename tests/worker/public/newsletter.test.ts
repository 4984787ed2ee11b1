// The newsletter's list over HTTP.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import { isSubscribed, sweepUnconfirmed } from '../../../worker/db/newsletter.ts';
import { UNCONFIRMED_KEPT_MS } from '../../../worker/domain/contact-rules.ts';
import { NEWSLETTER_ADDRESS_LIMIT, NEWSLETTER_LETTER_LIMIT } from '../../../worker/domain/contact-rules.ts';
import { freshAddress, ORIGIN } from '../../support/customers.ts';
import { call, post, problemOf } from '../accounts/calls.ts';

const someone = () => `reader-${crypto.randomUUID()}@example.com`;

const lettersTo = async (email: string) =>
  (
    await env.DB.prepare(
      'SELECT kind, message, user_id AS userId FROM mail_outbox WHERE email = ? ORDER BY created_at',
    )
      .bind(email)
      .all<{ kind: string; message: string; userId: string | null }>()
  ).results;

const rowOf = (email: string) =>
  env.DB.prepare('SELECT * FROM newsletter_subscribers WHERE email = ?').bind(email).first<{
    link_id: string | null;
    confirmed_at: number | null;
    leave_token: string;
  }>();

/** The token in the last letter. */
async function tokenFor(email: string): Promise<string> {
  const row = await rowOf(email);
  return linkToken(env.SESSION_SECRET, { purpose: 'newsletter-confirm', id: row?.link_id ?? '' });
}

const confirm = (token: unknown) => post('/api/newsletter/confirm', { token });

/** As a mail program does it: no cookie, no origin, a form's body. */
const oneClick = (token: string, init: RequestInit = {}) =>
  call(`/api/newsletter/unsubscribe?token=${token}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    ...init,
  });

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

test('a second time is refused once the mailbox has confirmed, in other letters too', async () => {
  const email = someone();
  await post('/api/newsletter', { email });
  expect((await post('/api/newsletter', { email })).status).toBe(202);
  expect((await confirm(await tokenFor(email))).status).toBe(204);
  const reply = await post('/api/newsletter', { email: email.toUpperCase() });
  expect(await problemOf(reply)).toMatchObject({
    status: 409,
    code: 'AlreadySubscribed',
    detail: 'This email is already subscribed',
  });
  expect(await subscribersNamed(email)).toBe(1);
});

test('twenty at once for one address make one row and three letters, and no answer tells', async () => {
  const email = someone();
  const replies = await Promise.all(Array.from({ length: 20 }, () => post('/api/newsletter', { email })));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual(Array<number>(20).fill(202));
  expect(await lettersTo(email)).toHaveLength(NEWSLETTER_LETTER_LIMIT.max);
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

test('nobody is on the list before the link of the letter is pressed; a second press says the same', async () => {
  const email = someone();
  await post('/api/newsletter', { email, language: 'en' });
  expect((await lettersTo(email)).map(({ kind, userId }) => [kind, userId])).toEqual([
    ['newsletter-confirm', null],
  ]);
  expect(await isSubscribed(env.DB, email)).toBe(false);
  const token = await tokenFor(email);
  expect((await confirm(token)).status).toBe(204);
  expect((await confirm(token)).status).toBe(204);
  expect(await isSubscribed(env.DB, email)).toBe(true);
  expect((await lettersTo(email)).map(({ kind }) => kind)).toEqual([
    'newsletter-confirm',
    'newsletter-welcome',
  ]);
});

test('a later letter replaces the link of an earlier one, and an old link opens nothing', async () => {
  const email = someone();
  await post('/api/newsletter', { email });
  const first = await tokenFor(email);
  await post('/api/newsletter', { email });
  expect(await problemOf(await confirm(first))).toMatchObject({ code: 'LinkInvalid' });
  const second = await tokenFor(email);
  await env.DB.prepare('UPDATE newsletter_subscribers SET link_until = 1 WHERE email = ?').bind(email).run();
  expect(await problemOf(await confirm(second))).toMatchObject({ code: 'LinkInvalid' });
  expect(await isSubscribed(env.DB, email)).toBe(false);
});

test.each([
  ['nothing', undefined],
  ['a number', 7],
  ['a short text', 'abc'],
  ['SQL', `' OR 1=1 --`],
  ['43 letters', 'A'.repeat(43)],
])('%s instead of a token confirms nobody', async (_name, token) => {
  expect((await confirm(token)).status).toBe(422);
});

test('each letter of the list carries the headers of RFC 8058, and their address leaves it by one POST', async () => {
  const email = someone();
  await post('/api/newsletter', { email });
  await confirm(await tokenFor(email));
  const token = (await rowOf(email))?.leave_token ?? '';
  await expect.poll(async () => (await mailsOf(email)).length).toBe(2);
  for (const headers of await mailsOf(email)) {
    expect(headers['List-Unsubscribe']).toBe(`<${ORIGIN}/api/newsletter/unsubscribe?token=${token}>`);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  }
  // A look is no press: mail programs open links by themselves.
  const look = await call(`/api/newsletter/unsubscribe?token=${token}`, { redirect: 'manual' });
  expect([look.status, look.headers.get('Location')]).toEqual([302, `/newsletter/leave#token=${token}`]);
  expect(await isSubscribed(env.DB, email)).toBe(true);
  const left = await oneClick(token);
  expect([left.status, left.headers.get('Set-Cookie'), await left.text()]).toEqual([200, null, '']);
  expect(await subscribersNamed(email)).toBe(0);
  expect((await oneClick(token)).status).toBe(200);
});

test('with the cookies of a session the one click is refused from another site', async () => {
  const email = someone();
  await post('/api/newsletter', { email });
  const token = (await rowOf(email))?.leave_token ?? '';
  const foreign = await oneClick(token, {
    headers: { Cookie: 'onca_access=x', Origin: 'https://evil.example' },
  });
  expect(foreign.status).toBe(403);
  expect(await subscribersNamed(email)).toBe(1);
});

test('addresses from before get nothing until they confirm, and whoever never does is forgotten', async () => {
  const old = someone();
  const now = Date.now();
  await env.DB.prepare(
    'INSERT INTO newsletter_subscribers (email, language, created_at, leave_token) VALUES (?, ?, ?, ?)',
  )
    .bind(old, 'en', now, 'f'.repeat(64))
    .run();
  expect(await isSubscribed(env.DB, old)).toBe(false);
  await sweepUnconfirmed(env.DB, now + UNCONFIRMED_KEPT_MS);
  expect(await subscribersNamed(old)).toBe(1);
  await sweepUnconfirmed(env.DB, now + UNCONFIRMED_KEPT_MS + 1);
  expect(await subscribersNamed(old)).toBe(0);
});

/** What the local transport was handed. */
async function mailsOf(email: string): Promise<Record<string, string>[]> {
  const { results } = await env.DB.prepare('SELECT headers FROM local_mailbox WHERE recipient = ?')
    .bind(email)
    .all<{ headers: string }>();
  return results.map(({ headers }) => JSON.parse(headers) as Record<string, string>);
}
