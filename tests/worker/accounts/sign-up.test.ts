// Signing up over HTTP against the real Worker and database.

import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { SIGN_UP_ADDRESS_LIMIT } from '../../../worker/domain/session-rules.ts';
import { TERMS_VERSION } from '../../../worker/domain/terms.ts';
import { ACCEPTED_FORMS, GOOD_FORM, REFUSED_FORMS } from '../../fixtures/sign-up-examples.ts';
import { freshAddress } from '../../support/customers.ts';
import { call, cookieAfter, post, problemOf, setCookies } from './calls.ts';

const form = (change: Record<string, unknown> = {}) => ({
  ...GOOD_FORM,
  email: `ana-${crypto.randomUUID()}@example.com`,
  ...change,
});

const countOf = async (sql: string, ...values: string[]): Promise<number> =>
  (await env.DB.prepare(sql)
    .bind(...values)
    .first<number>('n')) ?? -1;

const accountsNamed = (email: string): Promise<number> =>
  countOf('SELECT count(*) AS n FROM users WHERE email = ?', email);

test.each(REFUSED_FORMS)('sign-up refuses $name', async ({ change, problems }) => {
  const reply = await post('/api/auth/sign-up', form(change));
  expect(reply.status).toBe(422);
  const problem = await problemOf(reply);
  expect(problem.code).toBe('ValidationFailed');
  expect(problem.detail).toBe(problems[0]?.[2]);
  expect(problem.errors?.map(({ field, code, message }) => [field, code, message])).toEqual(problems);
});

test.each(ACCEPTED_FORMS)('sign-up takes $name', async ({ change, stored }) => {
  const email = change.email === undefined ? `edge-${crypto.randomUUID()}@example.com` : change.email;
  const reply = await post('/api/auth/sign-up', form({ ...change, email }));
  expect(reply.status).toBe(201);
  expect(await reply.json()).toMatchObject({ profile: stored });
});

test.each([
  'onca2027',
  'prata2026!',
  'Ana12345678',
  'Prado#2026',
  '11111111a',
  'Password1!',
  'cliente2026',
  'zxcvbnm12',
  'maria.silva-1985',
  'aaaaaaaaaaaaaaaaaaaa',
])('sign-up refuses %s, which passes the form and is guessed soon, and makes nothing', async (password) => {
  const email = `maria.silva-1985@${crypto.randomUUID()}.example`;
  const reply = await post('/api/auth/sign-up', form({ email, password, confirmPassword: password }));
  expect(reply.status).toBe(422);
  expect(await problemOf(reply)).toMatchObject({
    code: 'ValidationFailed',
    errors: [{ field: 'password', code: 'passwordTooCommon' }],
  });
  expect(await accountsNamed(email)).toBe(0);
});

test('an address in other letters is one account, however its host is written', async () => {
  const id = crypto.randomUUID();
  const email = `ana@mün-${id}.example`;
  expect((await post('/api/auth/sign-up', form({ email }))).status).toBe(201);
  const stored = new URL(`http://mün-${id}.example`).hostname;
  expect(await accountsNamed(`ana@${stored}`)).toBe(1);
  for (const again of [email, `ana@${stored}`, `Ana@MÜN-${id}.example`]) {
    expect(await problemOf(await post('/api/auth/sign-up', form({ email: again })))).toMatchObject({
      code: 'DuplicateEmail',
    });
    const signIn = await post('/api/auth/sign-in', { email: again, password: GOOD_FORM.password });
    expect(signIn.status).toBe(200);
  }
});

test('sign-up makes the customer, settings, money account, terms, notice and session at once', async () => {
  const sent = form({ language: 'en' });
  const before = Date.now();
  const reply = await post('/api/auth/sign-up', sent, { 'User-Agent': 'Jaguar/9' });
  expect(reply.status).toBe(201);
  const { session, profile } = (await reply.json()) as {
    session: { expiresAt: string; expiresIn: number; tokenType: string; user: object };
    profile: { id: string };
  };
  expect(profile).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
    email: sent.email,
    fullName: 'Ana Prado',
    phone: '5511987654321',
    tier: 'standard',
    isAdmin: false,
    roles: [],
    hasFactor: false,
    hasClaimedBonus: false,
    emailConfirmed: false,
    freeze: null,
    createdAt: expect.stringMatching(/Z$/u),
  });
  expect(session).toEqual({
    expiresAt: expect.stringMatching(/Z$/u),
    expiresIn: expect.any(Number),
    tokenType: 'Bearer',
    user: { id: profile.id, email: sent.email },
  });
  expect(session.expiresIn).toBeGreaterThan(890);
  expect(session.expiresIn).toBeLessThanOrEqual(900);

  const user = await env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(profile.id).first();
  expect(user).toMatchObject({ terms_version: TERMS_VERSION, status: 'active', bonus_claimed_at: null });
  expect(user?.['terms_accepted_at']).toBeGreaterThanOrEqual(before);
  const settings = await env.DB.prepare('SELECT * FROM settings WHERE user_id = ?').bind(profile.id).first();
  expect(settings).toMatchObject({
    notification_email: 1,
    notification_sms: 0,
    notification_push: 1,
    platform: 'gold',
    theme: 'auto',
    language: 'en',
    currency: 'USD',
    weight_unit: 'oz',
  });
  expect(
    await countOf(`SELECT count(*) AS n FROM accounts WHERE id = ? AND kind = 'customer'`, profile.id),
  ).toBe(1);
  const notice = await env.DB.prepare('SELECT * FROM submissions WHERE user_id = ?').bind(profile.id).first();
  expect(notice).toMatchObject({
    type: 'signup',
    email: sent.email,
    phone: '5511987654321',
    user_agent: 'Jaguar/9',
    data: '{"fullName":"Ana Prado"}',
  });

  const mine = await call('/api/auth/session', { headers: { Cookie: cookieAfter(reply) } });
  expect(await mine.json()).toMatchObject({ profile: { id: profile.id } });
});

test('a customer of the Portuguese page starts in Portuguese and in BRL', async () => {
  const reply = await post('/api/auth/sign-up', form());
  const settings = await call('/api/settings', { headers: { Cookie: cookieAfter(reply) } });
  expect(await settings.json()).toMatchObject({
    language: 'pt-BR',
    currency: 'BRL',
    weightUnit: 'g',
    theme: 'auto',
  });
});

test('a new session ends with the browser and its cookies are out of reach of scripts', async () => {
  const reply = await post('/api/auth/sign-up', form());
  const cookies = setCookies(reply);
  expect([...cookies.keys()].sort()).toEqual(['onca_access', 'onca_device', 'onca_refresh']);
  for (const [name, { attributes }] of cookies) {
    // The device cookie signs no user in, and stays.
    const kept = name === 'onca_device' ? ['Max-Age=34560000'] : [];
    expect(attributes.sort()).toEqual(['HttpOnly', ...kept, 'Path=/', 'SameSite=Lax']);
  }
});

test('the password is nowhere: not in the answer, the notices, or the customer row but as a hash', async () => {
  const secret = `hidden jaguar ${crypto.randomUUID()} 9`;
  const reply = await post('/api/auth/sign-up', form({ password: secret, confirmPassword: secret }));
  expect(reply.status).toBe(201);
  const refused = await post('/api/auth/sign-up', form({ password: secret, confirmPassword: `${secret}!` }));
  const answers = `${await reply.text()}${await refused.text()}`;
  expect(answers).not.toContain(secret);
  expect(answers).not.toMatch(/scrypt|onca_|eyJ/u);
  for (const table of ['users', 'submissions', 'sessions', 'refresh_tokens', 'attempts', 'settings']) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    expect(JSON.stringify(results), `${table}`).not.toContain(secret);
  }
});

test('an e-mail that has an account is refused, whatever its case', async () => {
  const first = form();
  expect((await post('/api/auth/sign-up', first)).status).toBe(201);
  const again = await post('/api/auth/sign-up', form({ email: ` ${first.email.toUpperCase()} ` }));
  expect(again.status).toBe(409);
  expect(await problemOf(again)).toMatchObject({
    code: 'DuplicateEmail',
    detail: 'This email is already registered. Please sign in instead.',
  });
  expect(again.headers.getSetCookie()).toEqual([]);
});

test('ten parallel sign-ups with one e-mail make exactly one account', async () => {
  const sent = form();
  const replies = await Promise.all(Array.from({ length: 10 }, () => post('/api/auth/sign-up', sent)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(await accountsNamed(sent.email)).toBe(1);
  expect(await countOf('SELECT count(*) AS n FROM submissions WHERE email = ?', sent.email)).toBe(1);
  expect(
    await countOf(
      'SELECT count(*) AS n FROM sessions JOIN users ON users.id = user_id WHERE email = ?',
      sent.email,
    ),
  ).toBe(1);
  expect(
    await countOf('SELECT count(*) AS n FROM accounts JOIN users USING (id) WHERE email = ?', sent.email),
  ).toBe(1);
});

test('an address signs up as often as the limit says, then is told when to come back', async () => {
  const address = freshAddress();
  const taken = form();
  expect((await post('/api/auth/sign-up', taken, { 'CF-Connecting-IP': address })).status).toBe(201);
  // Asking for a taken e-mail counts too: that is how somebody would find out who has an account.
  for (let made = 1; made < SIGN_UP_ADDRESS_LIMIT.max; made += 1) {
    expect((await post('/api/auth/sign-up', taken, { 'CF-Connecting-IP': address })).status).toBe(409);
  }
  const refused = await post('/api/auth/sign-up', form(), { 'CF-Connecting-IP': address });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(3600);
  expect((await post('/api/auth/sign-up', form())).status).toBe(201);
});

test('a form that a bot filled in is refused and makes nothing', async () => {
  const trapped = form({ website: 'https://spam.example' });
  const reply = await post('/api/auth/sign-up', trapped);
  expect(reply.status).toBe(422);
  expect((await problemOf(reply)).errors).toEqual([
    { field: 'website', code: 'mustStayEmpty', message: 'Please leave this field empty' },
  ]);
  expect((await post('/api/auth/sign-up', form({ filledInMs: 20 }))).status).toBe(422);
  expect(await accountsNamed(trapped.email)).toBe(0);
  expect((await post('/api/auth/sign-up', form({ website: '', filledInMs: 9_000 }))).status).toBe(201);
});

test('a failure halfway leaves nothing behind and says so in the words of the specification', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const sent = form();
  await env.DB.exec('ALTER TABLE submissions RENAME TO submissions_away');
  try {
    const reply = await post('/api/auth/sign-up', sent);
    expect(reply.status).toBe(500);
    expect(await problemOf(reply)).toMatchObject({
      code: 'SignupError',
      detail: 'An unexpected error occurred during signup. Please try again.',
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
  } finally {
    await env.DB.exec('ALTER TABLE submissions_away RENAME TO submissions');
  }
  expect(await accountsNamed(sent.email)).toBe(0);
  expect(logged.mock.calls.flat().join(' ')).not.toContain(sent.password);
  logged.mockRestore();
  expect((await post('/api/auth/sign-up', sent)).status).toBe(201);
});
