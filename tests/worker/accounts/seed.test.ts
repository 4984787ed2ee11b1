// The people of a local start.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  SEEDED_ADMIN,
  SEEDED_CUSTOMER,
  SEEDED_SECOND_ADMIN,
  seedAccounts,
} from '../../../worker/commands/seed-accounts.ts';
import { SetPrices, workerWith } from '../../support/money-calls.ts';
import { codeOf, customerWithApp } from '../factors/enrol.ts';
import { cookieAfter, call, post } from './calls.ts';

const signIn = ({ email, password }: { email: string; password: string }) =>
  post('/api/auth/sign-in', { email, password });

test('the local seed makes a customer and two operators, once, who can sign in', async () => {
  expect(await seedAccounts(env.DB, env, Date.now())).toBe(3);
  expect(await seedAccounts(env.DB, env, Date.now())).toBe(0);
  expect(await (await signIn(SEEDED_CUSTOMER)).json()).toMatchObject({
    profile: { email: 'cliente@onca.example', tier: 'standard', isAdmin: false },
  });
  const asked = await (await signIn(SEEDED_ADMIN)).json<{ secondFactor: { ticket: string } }>();
  const { ticket } = asked.secondFactor;
  const code = codeOf('JBSWY3DPEHPK3PXP');
  const admin = await post('/api/auth/second-factor', { ticket, method: 'totp', code });
  const profile = await call('/api/profile', { headers: { Cookie: cookieAfter(admin) } });
  expect(await profile.json()).toMatchObject({ email: 'admin@onca.example', tier: 'premium', isAdmin: true });
  const second = await (await signIn(SEEDED_SECOND_ADMIN)).json<{ secondFactor: { ticket: string } }>();
  const entered = await post('/api/auth/second-factor', {
    ticket: second.secondFactor.ticket,
    method: 'totp',
    code: codeOf('KRSXG5CTMVRXEZLU'),
  });
  expect(await entered.json()).toMatchObject({ profile: { tier: 'standard', isAdmin: true } });
});

test('new development secrets do not lock the demo accounts out', async () => {
  await seedAccounts(
    env.DB,
    { ENVIRONMENT: 'local', PASSWORD_PEPPER: 'a pepper of last week of 32 characters' },
    Date.now(),
  );
  expect((await signIn(SEEDED_CUSTOMER)).status).toBe(401);
  await seedAccounts(env.DB, env, Date.now());
  expect((await signIn(SEEDED_CUSTOMER)).status).toBe(200);
  const asked = await (await signIn(SEEDED_ADMIN)).json<{ secondFactor: { ticket: string } }>();
  const { ticket } = asked.secondFactor;
  const code = codeOf(SEEDED_ADMIN.totpKey ?? '');
  expect((await post('/api/auth/second-factor', { ticket, method: 'totp', code })).status).toBe(200);
});

test.each(['production', 'staging', ''])('nobody is seeded when ENVIRONMENT is "%s"', async (ENVIRONMENT) => {
  const before = await env.DB.prepare('SELECT count(*) AS n FROM users').first('n');
  await expect(seedAccounts(env.DB, { ...env, ENVIRONMENT }, Date.now())).rejects.toThrow(
    'ENVIRONMENT=local',
  );
  expect(await env.DB.prepare('SELECT count(*) AS n FROM users').first('n')).toBe(before);
});

test('the local page shows codes of the seeded operators that sign in, and of nobody else; elsewhere it does not exist', async () => {
  await seedAccounts(env.DB, env, Date.now());
  const stranger = await customerWithApp({ admin: true });
  const page = async () => (await call('/en/dev/authenticator')).text();
  const codes = async () =>
    [...(await page()).matchAll(/<strong>(\d{6})<\/strong>/gu)].map(([, code]) => code);
  const [first] = await codes();
  const asked = await (await signIn(SEEDED_ADMIN)).json<{ secondFactor: { ticket: string } }>();
  const { ticket } = asked.secondFactor;
  expect((await post('/api/auth/second-factor', { ticket, method: 'totp', code: first })).status).toBe(200);
  // What has been used is not shown again.
  expect(await codes()).not.toContain(first);
  expect(await page()).not.toContain(stranger.email);
  const production = workerWith(new SetPrices({}), { ENVIRONMENT: 'production' } as Partial<Env>);
  const reply = await production(new Request('https://onca.example/dev/authenticator'));
  expect(reply.status).not.toBe(200);
});
