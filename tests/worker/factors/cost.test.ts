// What second factors cost the database: every look-up reads an index, and old rows go by themselves.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { CHALLENGE_LIFETIME_MS, TICKET_LIFETIME_MS } from '../../../worker/domain/factors.ts';
import type { PasskeyOptions } from '../../../worker/contract/factors.ts';
import { post } from '../accounts/calls.ts';
import { customerWithApp, customerWithPasskey, ticketOf } from './enrol.ts';

test.each([
  ['the app of a customer', 'SELECT 1 FROM totp_factors WHERE user_id = ?'],
  ['a recovery code', 'SELECT 1 FROM recovery_codes WHERE user_id = ? AND code_hash = 1'],
  ['the recovery codes of a customer', 'SELECT count(*) FROM recovery_codes WHERE user_id = ?'],
  ['a passkey', 'SELECT 1 FROM passkeys WHERE credential_id = ?'],
  ['the passkeys of a customer', 'SELECT 1 FROM passkeys WHERE user_id = ? ORDER BY created_at, id'],
  ['a ticket', 'SELECT 1 FROM sign_in_tickets WHERE ticket_hash = ? AND used_at IS NULL'],
  ['the tickets of a customer', 'SELECT 1 FROM sign_in_tickets WHERE user_id = ? AND used_at IS NULL'],
  ['tickets to sweep', 'SELECT 1 FROM sign_in_tickets WHERE expires_at <= ?'],
  ['challenges to sweep', 'SELECT 1 FROM spent_challenges WHERE expires_at <= ?'],
])('finding %s reads an index, never a whole table', async (_name, sql) => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind('x').all<{ detail: string }>();
  const steps = results.map(({ detail }) => detail).filter((detail) => !detail.startsWith('USE TEMP B-TREE'));
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((detail) => !detail.startsWith('SEARCH'))).toEqual([]);
});

test('tickets that are over are swept away by the next one', async () => {
  const customer = await customerWithApp();
  for (let n = 0; n < 5; n += 1) await ticketOf(customer);
  await env.DB.prepare(
    'UPDATE sign_in_tickets SET created_at = created_at - ?1, expires_at = expires_at - ?1',
  )
    .bind(TICKET_LIFETIME_MS)
    .run();
  await ticketOf(customer);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM sign_in_tickets').first('n')).toBe(1);
});

test('answered challenges are kept for as long as they could be answered again', async () => {
  const { device } = await customerWithPasskey();
  const signIn = async () => {
    const options = await (await post('/api/auth/passkey/options', {})).json<PasskeyOptions>();
    expect((await post('/api/auth/passkey', { response: await device.get(options) })).status).toBe(200);
  };
  const count = () => env.DB.prepare('SELECT count(*) AS n FROM spent_challenges').first<number>('n');
  await signIn();
  const before = (await count()) ?? 0;
  await signIn();
  expect(await count()).toBe(before + 1);
  await env.DB.prepare('UPDATE spent_challenges SET expires_at = expires_at - ?')
    .bind(CHALLENGE_LIFETIME_MS)
    .run();
  await signIn();
  expect(await count()).toBe(1);
});

test('a customer without factors signs in at the cost of one more look-up', async () => {
  const { results } = await env.DB.prepare(
    `EXPLAIN QUERY PLAN SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?1),
                               EXISTS (SELECT 1 FROM totp_factors WHERE user_id = ?1),
                               EXISTS (SELECT 1 FROM recovery_codes WHERE user_id = ?1 AND used_at IS NULL)`,
  )
    .bind('x')
    .all<{ detail: string }>();
  expect(results.filter(({ detail }) => detail.startsWith('SCAN') && detail !== 'SCAN CONSTANT ROW')).toEqual(
    [],
  );
});
