// Passkeys: added, named, removed and signed in with, by a device in software that can also lie.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { FactorsChanged, PasskeyOptions } from '../../../worker/contract/factors.ts';
import { CHALLENGE_LIFETIME_MS, PASSKEYS_MAX } from '../../../worker/domain/factors.ts';
import { Authenticator, type Lies } from '../../support/authenticator.ts';
import { createCustomer, CUSTOMER_PASSWORD, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { workerWith, SetPrices } from '../../support/money-calls.ts';
import { cookieAfter, currentSession, post, problemOf } from '../accounts/calls.ts';
import { addApp, addPasskey, customerWithPasskey, secondStep, send, ticketOf } from './enrol.ts';

const codeAfter = async (reply: Response) =>
  reply.ok ? reply.status : ((await problemOf(reply)).code as string);

const signInOptions = async () => (await post('/api/auth/passkey/options', {})).json<PasskeyOptions>();

async function signIn(device: Authenticator, lies: Lies = {}, more: object = {}): Promise<Response> {
  const response = await device.get(await signInOptions(), lies);
  return post('/api/auth/passkey', { response, ...more });
}

describe('signing in with a passkey', () => {
  test('needs neither e-mail nor password nor a second step', async () => {
    const { device, userId } = await customerWithPasskey();
    const reply = await signIn(device, { userHandle: Buffer.from(userId).toString('base64url') });
    expect(reply.status).toBe(200);
    expect(await reply.clone().json()).toMatchObject({ profile: { id: userId } });
    expect((await currentSession(cookieAfter(reply))).profile?.id).toBe(userId);
  });

  test.each<[string, Lies]>([
    ['from another site', { origin: 'https://onca.localhost.evil.example' }],
    ['for another site', { site: 'evil.example' }],
    ['without the person being verified', { unverified: true }],
    ['that is no answer to a sign-in', { type: 'webauthn.create' }],
    ['to a made-up challenge', { challenge: 'AAAA' }],
    ['in the name of somebody else', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['with a credential nobody has', { credentialId: 'A'.repeat(43) }],
  ])('an answer %s is refused', async (_says, lies) => {
    const { device } = await customerWithPasskey();
    const reply = await signIn(device, lies);
    expect(reply.status).toBe(401);
    expect(await codeAfter(reply)).toBe('PasskeyRefused');
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  test('with somebody else’s credential id and one’s own key is refused', async () => {
    const [ana, eve] = await Promise.all([customerWithPasskey(), customerWithPasskey()]);
    expect(await codeAfter(await signIn(eve.device, { credentialId: ana.device.credentialId }))).toBe(
      'PasskeyRefused',
    );
  });

  test('an answer is good once, also when it is sent ten times at once', async () => {
    const { device } = await customerWithPasskey();
    const response = await device.get(await signInOptions(), { counter: 0 });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => codeAfter(await post('/api/auth/passkey', { response }))),
    );
    expect(outcomes.filter((one) => one === 200)).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'PasskeyRefused')).toHaveLength(9);
  });

  test('a copy that has fallen behind in counting is refused', async () => {
    const { device } = await customerWithPasskey();
    expect(await codeAfter(await signIn(device, { counter: 5 }))).toBe(200);
    expect(await codeAfter(await signIn(device, { counter: 5 }))).toBe('PasskeyRefused');
    expect(await codeAfter(await signIn(device, { counter: 4 }))).toBe('PasskeyRefused');
    expect(await codeAfter(await signIn(device, { counter: 6 }))).toBe(200);
  });

  test('a suspended customer stays outside', async () => {
    const { device, userId } = await customerWithPasskey();
    await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(userId).run();
    expect(await codeAfter(await signIn(device))).toBe('AccountSuspended');
  });

  test('asking for a challenge writes nothing', async () => {
    const count = () =>
      env.DB.prepare(
        'SELECT (SELECT count(*) FROM spent_challenges) + (SELECT count(*) FROM attempts) AS n',
      ).first('n');
    const before = await count();
    await Promise.all(Array.from({ length: 20 }, signInOptions));
    expect(await count()).toBe(before);
  });

  test('a site that has an address of its own asks and answers for that address', async () => {
    const worker = workerWith(new SetPrices({}), { SITE_ORIGIN: 'https://onca.example' });
    const reply = await worker(
      new Request(`${ORIGIN}/api/auth/passkey/options`, { method: 'POST', headers: jsonHeaders() }),
    );
    const { options } = await reply.json<PasskeyOptions>();
    expect(options).toMatchObject({
      rpId: 'onca.example',
      userVerification: 'required',
      timeout: CHALLENGE_LIFETIME_MS,
    });
  });
});

describe('a passkey as the second step', () => {
  const options = async (ticket: string) =>
    (await post('/api/auth/second-factor/passkey-options', { ticket })).json<PasskeyOptions>();

  test('is asked for after the password, and opens the session', async () => {
    const { email, device, userId } = await customerWithPasskey();
    const first = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });
    const { secondFactor } = await first.json<{ secondFactor: { ticket: string; methods: string[] } }>();
    expect(secondFactor.methods).toEqual(['passkey', 'recovery']);
    const { ticket } = secondFactor;
    const asked = await options(ticket);
    expect(asked.options).toMatchObject({ allowCredentials: [{ id: device.credentialId }] });
    const reply = await secondStep({ ticket, method: 'passkey', response: await device.get(asked) });
    expect(await reply.json()).toMatchObject({ profile: { id: userId } });
  });

  test('must answer this ticket’s challenge, by this customer’s passkey', async () => {
    const [ana, eve] = await Promise.all([customerWithPasskey(), customerWithPasskey()]);
    const ticket = await ticketOf(ana);
    const byEve = await eve.device.get(await options(ticket));
    expect(await codeAfter(await secondStep({ ticket, method: 'passkey', response: byEve }))).toBe(
      'PasskeyRefused',
    );
    const elsewhere = await ana.device.get(await options(await ticketOf(ana)));
    expect(await codeAfter(await secondStep({ ticket, method: 'passkey', response: elsewhere }))).toBe(
      'PasskeyRefused',
    );
    const direct = await ana.device.get(await signInOptions());
    expect(await codeAfter(await secondStep({ ticket, method: 'passkey', response: direct }))).toBe(
      'PasskeyRefused',
    );
    const right = await ana.device.get(await options(ticket));
    expect(await codeAfter(await secondStep({ ticket, method: 'passkey', response: right }))).toBe(200);
  });

  test('is not to be had with a made-up ticket', async () => {
    const reply = await post('/api/auth/second-factor/passkey-options', { ticket: 'x'.repeat(43) });
    expect(await codeAfter(reply)).toBe('TicketExpired');
  });
});

describe('adding', () => {
  test('the first one brings ten recovery codes, the next ones none, and both are told', async () => {
    const customer = await createCustomer(env);
    const first = await (await addPasskey(customer, '  Celular da  Ana ')).reply.json<FactorsChanged>();
    expect(first.recoveryCodes).toHaveLength(10);
    expect(first.factors.passkeys).toMatchObject([{ name: 'Celular da Ana', lastUsedAt: null }]);
    const second = await (await addPasskey(customer)).reply.json<FactorsChanged>();
    expect(second.recoveryCodes).toBeNull();
    expect(second.factors).toMatchObject({ passkeys: [{}, {}], recoveryCodes: { left: 10 } });
    const { results } = await env.DB.prepare('SELECT message FROM mail_outbox WHERE user_id = ?')
      .bind(customer.userId)
      .all<{ message: string }>();
    const changes = results.map(({ message }) => (JSON.parse(message) as { change?: string }).change);
    expect(changes.filter((change) => change === 'passkey-added')).toHaveLength(2);
  });

  test('app and passkey at once bring one set of codes, and those shown are those that work', async () => {
    const customer = await createCustomer(env);
    const [app, passkey] = await Promise.all([addApp(customer), addPasskey(customer)]);
    const shown = [app.codes, (await passkey.reply.json<FactorsChanged>()).recoveryCodes ?? []];
    expect(shown.map((codes) => codes.length).toSorted()).toEqual([0, 10]);
    const ticket = await ticketOf(customer);
    const [code = ''] = shown.flat();
    expect(await codeAfter(await secondStep({ ticket, method: 'recovery', code }))).toBe(200);
  });

  test.each<[string, Lies]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { site: 'evil.example' }],
    ['without the person being verified', { unverified: true }],
    ['that answers a sign-in', { type: 'webauthn.get' }],
    ['to a made-up challenge', { challenge: 'AAAA' }],
  ])('an answer %s is refused', async (_says, lies) => {
    const customer = await createCustomer(env, { steppedUp: true });
    const options = await (
      await send(customer, 'POST', '/api/auth/factors/passkeys/options')
    ).json<PasskeyOptions>();
    const response = await (await Authenticator.make()).create(options, lies);
    const reply = await send(customer, 'POST', '/api/auth/factors/passkeys', { name: 'x', response });
    expect(await codeAfter(reply)).toBe('PasskeyRefused');
  });

  test('another customer’s answer, or the same answer twice, adds nothing', async () => {
    const [ana, eve] = await Promise.all([
      createCustomer(env, { steppedUp: true }),
      createCustomer(env, { steppedUp: true }),
    ]);
    const options = await (
      await send(ana, 'POST', '/api/auth/factors/passkeys/options')
    ).json<PasskeyOptions>();
    const response = await (await Authenticator.make()).create(options);
    const add = async (who: typeof ana) =>
      codeAfter(await send(who, 'POST', '/api/auth/factors/passkeys', { name: 'x', response }));
    expect(await add(eve)).toBe('PasskeyRefused');
    const twice = await Promise.all([add(ana), add(ana)]);
    expect(twice.filter((one) => one === 201)).toHaveLength(1);
  });

  test('a passkey that is somebody’s already is refused', async () => {
    const ana = await customerWithPasskey();
    const eve = await createCustomer(env, { steppedUp: true });
    const options = await (
      await send(eve, 'POST', '/api/auth/factors/passkeys/options')
    ).json<PasskeyOptions>();
    const response = await ana.device.create(options);
    const reply = await send(eve, 'POST', '/api/auth/factors/passkeys', { name: 'x', response });
    expect(await codeAfter(reply)).toBe('PasskeyExists');
  });

  test('stops at ten, also when twenty arrive at once', async () => {
    const customer = await createCustomer(env, { steppedUp: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const options = await send(customer, 'POST', '/api/auth/factors/passkeys/options');
        return (await Authenticator.make()).create(await options.json<PasskeyOptions>());
      }),
    );
    const outcomes = await Promise.all(
      answers.map(async (response) =>
        codeAfter(await send(customer, 'POST', '/api/auth/factors/passkeys', { name: 'x', response })),
      ),
    );
    expect(outcomes.filter((one) => one === 201)).toHaveLength(PASSKEYS_MAX);
    expect(outcomes.filter((one) => one === 'PasskeyLimit')).toHaveLength(10);
    const more = await send(customer, 'POST', '/api/auth/factors/passkeys/options');
    expect(await codeAfter(more)).toBe('PasskeyLimit');
  });
});
