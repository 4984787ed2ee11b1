// A customer's own factors: the list, names, removal, new recovery codes, and setting up an app.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Factors, FactorsChanged, PasskeyOptions } from '../../../worker/contract/factors.ts';
import type { Authenticator } from '../../support/authenticator.ts';
import { createCustomer, CUSTOMER_PASSWORD } from '../../support/customers.ts';
import { post, problemOf } from '../accounts/calls.ts';
import {
  addApp,
  customerWithApp,
  customerWithPasskey,
  forgetStepUp,
  secondStep,
  send,
  stepUpNow,
  ticketOf,
} from './enrol.ts';

const codeAfter = async (reply: Response) =>
  reply.ok ? reply.status : ((await problemOf(reply)).code as string);

async function signIn(device: Authenticator): Promise<Response> {
  const options = await (await post('/api/auth/passkey/options', {})).json<PasskeyOptions>();
  return post('/api/auth/passkey', { response: await device.get(options) });
}

describe('one’s own list', () => {
  const read = async (who: Parameters<typeof send>[0]) =>
    (await send(who, 'GET', '/api/auth/factors')).json<Factors>();

  test('a name can be changed by its owner only, and must be one', async () => {
    const [ana, eve] = await Promise.all([customerWithPasskey(), createCustomer(env, { steppedUp: true })]);
    const path = `/api/auth/factors/passkeys/${(await read(ana)).passkeys[0]?.id}`;
    expect(await codeAfter(await send(eve, 'PATCH', path, { name: 'Minha' }))).toBe('NotFound');
    expect(await codeAfter(await send(eve, 'DELETE', path))).toBe('NotFound');
    expect(await codeAfter(await send(ana, 'PATCH', path, { name: '  ' }))).toBe('ValidationFailed');
    expect(await codeAfter(await send(ana, 'PATCH', path, { name: 'Chave do cofre' }))).toBe(200);
    expect((await read(ana)).passkeys).toMatchObject([{ name: 'Chave do cofre' }]);
  });

  test('with the last factor the codes go too, and the password is enough again', async () => {
    const ana = await customerWithPasskey();
    const { key } = await addApp(ana);
    expect(key).not.toBe('');
    await stepUpNow(ana);
    expect(await codeAfter(await send(ana, 'DELETE', '/api/auth/factors/totp'))).toBe(200);
    expect((await read(ana)).recoveryCodes.left).toBe(10);
    const id = (await read(ana)).passkeys[0]?.id;
    expect(await codeAfter(await send(ana, 'DELETE', `/api/auth/factors/passkeys/${id}`))).toBe(200);
    expect(await read(ana)).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodes: { left: 0, createdAt: null },
    });
    const reply = await post('/api/auth/sign-in', { email: ana.email, password: CUSTOMER_PASSWORD });
    expect(await reply.json()).toMatchObject({ profile: { id: ana.userId } });
    expect(await codeAfter(await signIn(ana.device))).toBe('PasskeyRefused');
  });

  test('new recovery codes put an end to the old ones', async () => {
    const ana = await customerWithApp();
    await stepUpNow(ana);
    const renewed = await send(ana, 'POST', '/api/auth/factors/recovery-codes');
    const { recoveryCodes } = await renewed.json<FactorsChanged>();
    expect(recoveryCodes).toHaveLength(10);
    const outcomes: unknown[] = [];
    for (const code of [ana.codes[0] ?? '', recoveryCodes?.[0] ?? '']) {
      const ticket = await ticketOf(ana);
      outcomes.push(await codeAfter(await secondStep({ ticket, method: 'recovery', code })));
    }
    expect(outcomes).toEqual(['SecondFactorInvalid', 200]);
  });

  test('neither key nor codes are ever told again, nor readable in the database', async () => {
    const ana = await customerWithApp();
    const told = JSON.stringify(await read(ana));
    const stored = JSON.stringify(
      await env.DB.batch([
        env.DB.prepare('SELECT * FROM totp_factors'),
        env.DB.prepare('SELECT * FROM recovery_codes'),
        env.DB.prepare('SELECT * FROM security_events'),
        env.DB.prepare('SELECT * FROM mail_outbox'),
      ]),
    );
    for (const secret of [ana.key, ...ana.codes, ...ana.codes.map((code) => code.replace('-', ''))]) {
      expect(told).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });
});

describe('setting up an app', () => {
  const begin = async (who: Parameters<typeof send>[0]) =>
    (await send(who, 'POST', '/api/auth/factors/totp')).json<{ setup: string; key: string }>();

  test('is finished by the session that began it, with a code of the new key', async () => {
    const [ana, eve] = await Promise.all([
      createCustomer(env, { steppedUp: true }),
      createCustomer(env, { steppedUp: true }),
    ]);
    const { setup } = await begin(ana);
    const confirm = async (who: typeof ana, body: object) =>
      codeAfter(await send(who, 'POST', '/api/auth/factors/totp/confirm', body));
    expect(await confirm(eve, { setup, code: '123456' })).toBe('SetupExpired');
    expect(await confirm(ana, { setup: `AAAA${setup.slice(4)}`, code: '123456' })).toBe('SetupExpired');
    expect(await confirm(ana, { setup, code: '000000' })).toBe('SecondFactorInvalid');
    expect((await (await send(ana, 'GET', '/api/auth/factors')).json<Factors>()).totp).toBeNull();
  });

  test('from two tabs adds one app, and the other tab is told', async () => {
    const ana = await createCustomer(env);
    const outcomes = await Promise.allSettled([addApp(ana), addApp(ana)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await stepUpNow(ana);
    expect(await codeAfter(await send(ana, 'POST', '/api/auth/factors/totp'))).toBe('FactorExists');
    await forgetStepUp(ana);
  });
});
