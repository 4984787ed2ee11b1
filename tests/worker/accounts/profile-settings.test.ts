// What a customer may read and change of their own account.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { SETTINGS_CHANGE_LIMIT } from '../../../worker/domain/limits.ts';
import { channelsOf } from '../../../worker/services/channels.ts';
import { createCustomer } from '../../support/customers.ts';
import { call, problemOf } from './calls.ts';

const SETTINGS = {
  notificationEmail: true,
  notificationSms: false,
  notificationPush: true,
  platform: 'gold',
  theme: 'auto',
  language: 'en',
  currency: 'USD',
  weightUnit: 'oz',
};
/** tests/vitest.config.ts configures one of the two optional channels. */
const CHANNELS = { email: true, sms: 'sandbox', push: null };
const REPLY = { ...SETTINGS, channels: CHANNELS };

const patchProfile = (headers: Readonly<Record<string, string>>, body: unknown) =>
  call('/api/profile', { method: 'PATCH', headers, body: JSON.stringify(body) });

const putSettings = (headers: Readonly<Record<string, string>>, body: unknown) =>
  call('/api/settings', { method: 'PUT', headers, body: JSON.stringify(body) });

const patchSettings = (headers: Readonly<Record<string, string>>, body: unknown) =>
  call('/api/settings', { method: 'PATCH', headers, body: JSON.stringify(body) });

test('a profile says who the customer is', async () => {
  const { headers, userId, email } = await createCustomer(env, { admin: true, tier: 'premium' });
  const reply = await call('/api/profile', { headers });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(await reply.json()).toEqual({
    id: userId,
    email,
    fullName: 'Ana Prado',
    phone: '5511987654321',
    tier: 'premium',
    isAdmin: true,
    roles: ['owner'],
    hasFactor: true,
    hasClaimedBonus: false,
    emailConfirmed: true,
    freeze: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u),
  });
});

test('a customer changes the name, normalised as at sign-up, and only that', async () => {
  const { headers, userId, email } = await createCustomer(env);
  const other = await createCustomer(env);
  const sent = {
    fullName: '  Ana   Maria ',
    email: 'thief@example.com',
    tier: 'premium',
    id: other.userId,
    isAdmin: true,
  };
  const reply = await patchProfile(headers, sent);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({
    id: userId,
    fullName: 'Ana Maria',
    email,
    tier: 'standard',
    isAdmin: false,
  });
  expect(await (await call('/api/profile', { headers: other.headers })).json()).toMatchObject({
    fullName: 'Ana Prado',
  });
});

test.each([
  ['nothing', {}, 'Please enter your full name'],
  ['one letter', { fullName: 'A' }, 'Full name must be at least 2 characters long'],
  ['100 letters', { fullName: 'n'.repeat(100) }, 'Full name must be less than 100 characters'],
  ['a number', { fullName: 42 }, 'Please enter your full name'],
])('a name of %s is refused in the words of sign-up', async (_name, body, detail) => {
  const { headers } = await createCustomer(env);
  const reply = await patchProfile(headers, body);
  expect(reply.status).toBe(422);
  expect(await problemOf(reply)).toMatchObject({ code: 'ValidationFailed', detail });
});

test('a new customer starts with the settings of the decisions', async () => {
  const { headers } = await createCustomer(env);
  const reply = await call('/api/settings', { headers });
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(await reply.json()).toEqual(REPLY);
});

test('settings are kept on the server, for this customer alone', async () => {
  const { headers } = await createCustomer(env);
  const other = await createCustomer(env);
  const chosen = {
    notificationEmail: false,
    notificationSms: true,
    notificationPush: false,
    platform: 'crypto',
    theme: 'dark',
    language: 'pt-BR',
    currency: 'BRL',
    weightUnit: 'g',
  };
  const saved = await putSettings(headers, chosen);
  expect(saved.status).toBe(200);
  expect(await saved.json()).toEqual({ ...chosen, channels: CHANNELS });
  expect(await (await call('/api/settings', { headers })).json()).toEqual({ ...chosen, channels: CHANNELS });
  expect(await (await call('/api/settings', { headers: other.headers })).json()).toEqual(REPLY);
});

test.each([
  ['a missing switch', { notificationEmail: undefined }],
  ['a switch that is a number', { notificationSms: 1 }],
  ['a platform that does not exist', { platform: 'silver' }],
  ['a theme that does not exist', { theme: 'system' }],
  ['a language that is not complete', { language: 'fr' }],
  ['a currency that is not shown', { currency: 'EUR' }],
  ['a unit of weight that is not shown', { weightUnit: 'kg' }],
  ['null', { currency: null }],
])('settings with %s are refused and nothing changes', async (_name, change) => {
  const { headers } = await createCustomer(env);
  const reply = await putSettings(headers, { ...SETTINGS, theme: 'dark', ...change });
  expect(reply.status).toBe(422);
  const { errors } = await problemOf(reply);
  expect(errors?.map(({ field }) => field)).toEqual([Object.keys(change)[0]]);
  expect(await (await call('/api/settings', { headers })).json()).toEqual(REPLY);
});

test('a change names what it changes and leaves the rest', async () => {
  const { headers } = await createCustomer(env);
  const other = await createCustomer(env);
  const reply = await patchSettings(headers, {
    theme: 'dark',
    channels: { push: 'sandbox' },
    userId: other.userId,
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  expect(await reply.json()).toEqual({ ...REPLY, theme: 'dark' });
  expect(await (await patchSettings(headers, {})).json()).toEqual({ ...REPLY, theme: 'dark' });
  expect(await (await call('/api/settings', { headers: other.headers })).json()).toEqual(REPLY);
});

test('changes without end are refused, and what was chosen stays', async () => {
  const { headers, userId } = await createCustomer(env);
  const expiresAt = Date.now() + 60_000;
  await env.DB.batch(
    Array.from({ length: SETTINGS_CHANGE_LIMIT.max - 1 }, () =>
      env.DB.prepare('INSERT INTO attempts (id, bucket, made_at, expires_at) VALUES (?1, ?2, 1, ?3)').bind(
        crypto.randomUUID(),
        `settings:${userId}`,
        expiresAt,
      ),
    ),
  );
  expect((await patchSettings(headers, { theme: 'dark' })).status).toBe(200);
  for (const change of [patchSettings(headers, { theme: 'light' }), putSettings(headers, SETTINGS)]) {
    expect((await change).status).toBe(429);
  }
  const kept = await call('/api/settings', { headers });
  expect(await kept.json()).toMatchObject({ theme: 'dark' });
});

test('two devices that change different things at once both get their way', async () => {
  const { headers } = await createCustomer(env);
  const changes = [
    { theme: 'dark' },
    { platform: 'crypto' },
    { language: 'pt-BR' },
    { currency: 'BRL' },
    { weightUnit: 'g' },
    { notificationEmail: false },
    { notificationSms: true },
    { notificationPush: false },
  ];
  const replies = await Promise.all(changes.map((change) => patchSettings(headers, change)));
  expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
  expect(await (await call('/api/settings', { headers })).json()).toEqual({
    ...Object.assign({}, ...changes),
    channels: CHANNELS,
  });
});

test.each([
  ['null', { theme: null }],
  ['a theme that does not exist', { theme: 'system' }],
  ['one right and one wrong', { platform: 'crypto', currency: 'EUR' }],
  ['SQL for a language', { language: "en'; DROP TABLE settings; --" }],
  ['a list', { notificationEmail: [true] }],
])('a change of %s is refused and nothing changes', async (_name, change) => {
  const { headers } = await createCustomer(env);
  const reply = await patchSettings(headers, change);
  expect(reply.status).toBe(422);
  expect((await problemOf(reply)).errors?.map(({ field }) => field)).toEqual([Object.keys(change).at(-1)]);
  expect(await (await call('/api/settings', { headers })).json()).toEqual(REPLY);
});

test.each(['GET', 'PUT', 'PATCH'])(
  "settings are nobody else's business: %s without a session",
  async (method) => {
    const { headers } = await createCustomer(env);
    const { Cookie: _, ...stranger } = headers;
    const reply = await call('/api/settings', {
      method,
      headers: stranger,
      ...(method === 'GET' ? {} : { body: JSON.stringify(SETTINGS) }),
    });
    expect(reply.status).toBe(401);
  },
);

test.each([
  ['local', 'sandbox', 'sandbox', { email: true, sms: 'sandbox', push: 'sandbox' }],
  ['local', '', 'sandbox', { email: true, sms: null, push: 'sandbox' }],
  ['local', '', '', { email: true, sms: null, push: null }],
  ['local', 'carrier-pigeon', '', { email: true, sms: null, push: null }],
  ['production', 'sandbox', 'sandbox', { email: false, sms: null, push: null }],
])(
  'in %s with gateways "%s" and "%s" the channels are what is configured',
  (environment, sms, push, channels) => {
    expect(channelsOf({ ...env, ENVIRONMENT: environment, SMS_GATEWAY: sms, PUSH_GATEWAY: push })).toEqual(
      channels,
    );
  },
);
