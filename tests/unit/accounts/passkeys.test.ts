// Passkeys: what the browser is asked for, which site it is bound to, and which answers hold.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  assertionOptions,
  registrationOptions,
  relyingPartyOf,
  verifyAssertion,
  verifyRegistration,
} from '../../../worker/auth/passkeys.ts';
import { Authenticator, type Lies } from '../../support/authenticator.ts';
import { ORIGIN } from '../../support/customers.ts';

const SITE = { id: 'onca.localhost', origins: [ORIGIN] };
const ANA = { userId: 'ana', email: 'ana@example.com', fullName: 'Ana Prado' };
const CHALLENGE = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
const KNOWN = [{ credentialId: 'b2xk', transports: ['internal'] }];
const isOurs = (challenge: string) => challenge === Buffer.from(CHALLENGE).toString('base64url');

test.each([
  ['', 'local', 'http://localhost:8787', 'localhost', ['http://localhost:8787', 'http://localhost:5173']],
  ['', 'production', 'https://onca.example', 'onca.example', ['https://onca.example']],
  ['https://onca.example', 'production', 'https://worker.example', 'onca.example', ['https://onca.example']],
] as const)('SITE_ORIGIN %j in %s, asked at %s: %s', (SITE_ORIGIN, ENVIRONMENT, asked, id, origins) => {
  expect(relyingPartyOf({ SITE_ORIGIN, ENVIRONMENT } as Env, asked)).toEqual({ id, origins });
});

test('a new passkey is asked for that stays on the device, knows its person and is none of those that are there', async () => {
  const options = await registrationOptions(SITE, ANA, KNOWN, CHALLENGE);
  expect(options).toMatchObject({
    rp: { name: 'Onça', id: 'onca.localhost' },
    user: { id: 'YW5h', name: 'ana@example.com', displayName: 'Ana Prado' },
    challenge: 'AQIDBAUGBwgJCgsMDQ4PEA',
    // EdDSA, ES256 and RS256.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [{ id: 'b2xk', transports: ['internal'], type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});

test('a sign-in asks for one of the passkeys that are known, and for its person', async () => {
  expect(await assertionOptions(SITE, KNOWN, CHALLENGE)).toMatchObject({
    rpId: 'onca.localhost',
    challenge: 'AQIDBAUGBwgJCgsMDQ4PEA',
    allowCredentials: [{ id: 'b2xk', transports: ['internal'], type: 'public-key' }],
    timeout: 300_000,
    userVerification: 'required',
  });
});

async function device(lies: Lies = {}) {
  const authenticator = await Authenticator.make();
  const options = { options: { challenge: Buffer.from(CHALLENGE).toString('base64url') } };
  return { authenticator, options, answer: await authenticator.create(options, lies) };
}

function heard(): string[] {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls as unknown as string[];
}

describe('an answer', () => {
  test('of a device makes a passkey, with what the device says of itself', async () => {
    const { authenticator, answer } = await device();
    expect(await verifyRegistration(SITE, answer, isOurs)).toEqual({
      credentialId: authenticator.credentialId,
      publicKey: expect.stringMatching(/^[\w-]{100,110}$/u) as string,
      counter: 0,
      transports: ['internal'],
      synced: false,
    });
  });

  test.each([
    ['to another site', { origin: 'https://evil.example' }],
    ['to a challenge that is not ours', { challenge: 'AAAA' }],
    ['of somebody who was not verified', { unverified: true }],
  ] as const)('%s makes none, and the log says why', async (_, lies) => {
    const lines = heard();
    const { answer } = await device(lies);
    expect(await verifyRegistration(SITE, answer, isOurs)).toBeNull();
    expect(JSON.parse(String(lines[0]))).toMatchObject({
      event: 'passkey-registration-refused',
      level: 'warn',
      reason: expect.stringMatching(/./u) as string,
    });
  });

  test('signs in with the passkey it was made for, and its counter is told', async () => {
    const { authenticator, options, answer } = await device();
    const passkey = await verifyRegistration(SITE, answer, isOurs);
    if (passkey === null) throw new Error('a passkey was to be made');
    const assertion = await authenticator.get(options, { counter: 7 });
    expect(await verifyAssertion(SITE, passkey, assertion, isOurs)).toEqual({ counter: 7 });

    const lines = heard();
    const other = await Authenticator.make();
    const forged = await other.get(options, { credentialId: authenticator.credentialId });
    expect(await verifyAssertion(SITE, passkey, forged, isOurs)).toBeNull();
    const elsewhere = await authenticator.get(options, { origin: `https://${'e'.repeat(300)}.example` });
    expect(await verifyAssertion(SITE, passkey, elsewhere, isOurs)).toBeNull();
    const { event, reason } = JSON.parse(String(lines.at(-1))) as Record<string, string>;
    // What a sender writes fills no log.
    expect([event, reason?.length]).toEqual(['passkey-refused', 200]);
  });
});
