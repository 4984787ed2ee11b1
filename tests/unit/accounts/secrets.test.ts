// Every secret: long enough, one key for each purpose, and rotated by `new,old` without anybody losing what they hold.

import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newChallenge, readChallenge } from '../../../worker/auth/challenges.ts';
import { isOpsToken } from '../../../worker/auth/ops-token.ts';
import {
  hashLinkToken,
  isLinkToken,
  linkToken,
  storedLinkToken,
} from '../../../worker/auth/mailed-link-token.ts';
import { hashRecoveryCode, recoveryCodeHashes } from '../../../worker/auth/recovery-codes.ts';
import { openRetained, renewedKey, sealRetained } from '../../../worker/auth/retained-identity-seal.ts';
import { seal, unseal } from '../../../worker/auth/sealing.ts';
import { keysFor } from '../../../worker/auth/secrets.ts';
import { isSoundSecret } from '../../../worker/domain/secret-values.ts';
import { isSignedCallback, signCallback } from '../../../worker/services/gateway-signature.ts';

const OLD = 'the-old-value-0123456789abcdef-01';
const NEW = 'the-new-value-0123456789abcdef-01';
const BOTH = `${NEW},${OLD}`;
const NOW = Date.UTC(2026, 10, 21, 12);

test.each([
  ['', false],
  [' , ', false],
  ['x'.repeat(31), false],
  ['x'.repeat(32), true],
  [`${OLD},short`, false],
  [`short,${OLD}`, false],
  [BOTH, true],
  [` ${NEW} , ${OLD} `, true],
])('the secret %j is long enough: %s', (secret, sound) => {
  expect(isSoundSecret(secret)).toBe(sound);
});

test('each purpose has a key of its own, newest value first', () => {
  const purposes = [
    'access-token',
    'refresh-token',
    'password-reset',
    'passkey-challenge',
    'anonymous-key',
    'gateway-callback',
    'password',
    'seal:totp-key',
    'seal:totp-setup',
  ] as const;
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const keys = purposes.map((purpose) => hex(keysFor(OLD, purpose)[0].bytes));
  expect(new Set([...keys, Buffer.from(OLD).toString('hex')]).size).toBe(purposes.length + 1);
  for (const purpose of purposes) {
    expect(keysFor(BOTH, purpose)).toEqual([...keysFor(NEW, purpose), ...keysFor(OLD, purpose)]);
    expect(() => keysFor('short', purpose)).toThrow(purpose);
  }
});

describe('GATEWAY_SECRET', () => {
  test('is rotated: a callback is taken until its value is taken out', async () => {
    const signature = await signCallback(OLD, 'body', NOW);
    expect(await isSignedCallback(BOTH, signature, 'body', NOW)).toBe(true);
    expect(await isSignedCallback(BOTH, signature, 'other', NOW)).toBe(false);
    expect(await isSignedCallback(NEW, signature, 'body', NOW)).toBe(false);
    expect(await isSignedCallback(NEW, await signCallback(BOTH, 'body', NOW), 'body', NOW)).toBe(true);
  });

  test('signed callbacks by itself before: those are taken, as what they are', async () => {
    const mac = createHmac('sha256', OLD).update(`${NOW}.body`).digest('hex');
    expect(await isSignedCallback(BOTH, `t=${NOW},v1=${mac}`, 'body', NOW)).toBe(true);
    expect(await isSignedCallback(NEW, `t=${NOW},v1=${mac}`, 'body', NOW)).toBe(false);
    expect(await isSignedCallback(OLD, `t=${NOW},v2=${mac}`, 'body', NOW)).toBe(false);
  });
});

describe('SESSION_SECRET', () => {
  test('is rotated: the link of a reset is that whose hash is stored', () => {
    const link = { purpose: 'password-reset', id: 'reset-1' } as const;
    const token = linkToken(OLD, link);
    const tokenHash = hashLinkToken(token);
    expect(storedLinkToken(BOTH, { ...link, tokenHash })).toBe(token);
    expect(storedLinkToken(NEW, { ...link, tokenHash })).toBeNull();
    expect(linkToken(BOTH, link)).toBe(linkToken(NEW, link));
  });

  test('is rotated: a passkey may answer the challenge of before', () => {
    const use = { purpose: 'sign-in', owner: '' } as const;
    const challenge = Buffer.from(newChallenge(OLD, use, NOW)).toString('base64url');
    expect(readChallenge(BOTH, challenge, use, NOW)).not.toBeNull();
    expect(readChallenge(NEW, challenge, use, NOW)).toBeNull();
  });
});

test('the token of a link has 43 letters, digits, dashes and underscores, and nothing around them', () => {
  const token = linkToken(NEW, { purpose: 'password-reset', id: 'reset-1' });
  expect([token, '-_09azAZ'.repeat(6).slice(0, 43)].map(isLinkToken)).toEqual([true, true]);
  const others = ['', 'a', token.slice(1), `${token}a`, `+${token.slice(1)}`, ` ${token}`, `${token}\n`];
  expect(others.filter(isLinkToken)).toEqual([]);
});

describe('PASSWORD_PEPPER', () => {
  test('is rotated: what was sealed before is read, what is sealed now needs the new value alone', async () => {
    const of = (pepper: string) => ({ pepper, purpose: 'totp-key', owner: 'ana' }) as const;
    const sealed = await seal('JBSWY3DPEHPK3PXP', of(OLD));
    expect(await unseal(sealed, of(BOTH))).toBe('JBSWY3DPEHPK3PXP');
    expect(await unseal(sealed, of(NEW))).toBeNull();
    expect(await unseal(await seal('key', of(BOTH)), of(NEW))).toBe('key');
  });

  test('is rotated: a recovery code counts under the value it was made with', () => {
    const made = hashRecoveryCode(OLD, 'ana', 'k7m2px9qtd');
    expect(recoveryCodeHashes(BOTH, 'ana', 'k7m2px9qtd')).toEqual([
      hashRecoveryCode(NEW, 'ana', 'k7m2px9qtd'),
      made,
    ]);
    expect(recoveryCodeHashes(NEW, 'ana', 'k7m2px9qtd')).not.toContain(made);
  });
});

describe('who a closed account was', () => {
  test('opens for that account alone, with its key and the pepper', async () => {
    const { sealed, sealedKey } = await sealRetained('Ana Prado', OLD, 'ana');
    expect(await openRetained({ sealed, sealedKey }, OLD, 'ana')).toBe('Ana Prado');
    expect(await openRetained({ sealed, sealedKey }, BOTH, 'ana')).toBe('Ana Prado');
    expect(await openRetained({ sealed, sealedKey }, NEW, 'ana')).toBeNull();
    expect(await openRetained({ sealed, sealedKey }, OLD, 'bea')).toBeNull();
    const other = await sealRetained('Ana Prado', OLD, 'ana');
    expect(await openRetained({ sealed, sealedKey: other.sealedKey }, OLD, 'ana')).toBeNull();
    // Neither its text nor its key is what another purpose of the same owner would open.
    for (const purpose of ['retained-identity', 'identity'] as const)
      expect(await unseal(sealedKey, { pepper: OLD, purpose, owner: 'ana' })).toBeNull();
    expect(await unseal(sealed, { pepper: OLD, purpose: 'retained-identity', owner: 'ana' })).toBeNull();
  });

  test('survives a rotation: its key is sealed anew once, and opens without the old value', async () => {
    const { sealed, sealedKey } = await sealRetained('Ana Prado', OLD, 'ana');
    const renewed = await renewedKey(sealedKey, BOTH, 'ana');
    expect(await openRetained({ sealed, sealedKey: renewed ?? '' }, NEW, 'ana')).toBe('Ana Prado');
    expect(await renewedKey(renewed ?? '', BOTH, 'ana')).toBeNull();
    expect(await renewedKey(sealedKey, BOTH, 'bea')).toBeNull();
    expect(await renewedKey(sealedKey, NEW, 'ana')).toBeNull();
  });
});

test('OPS_TOKEN is rotated: both values are taken, the empty one never', () => {
  const takes = (token: string, sent: string) => isOpsToken({ OPS_TOKEN: token }, `Bearer ${sent}`);
  expect([takes(BOTH, OLD), takes(BOTH, NEW), takes(NEW, OLD)]).toEqual([true, true, false]);
  expect([takes('', ''), takes(BOTH, ''), takes(BOTH, BOTH)]).toEqual([false, false, false]);
  const otherwise = [undefined, '', NEW, `Basic   ${NEW}`, `bearer ${NEW}`, `Bearer${NEW}`];
  expect(otherwise.map((header) => isOpsToken({ OPS_TOKEN: NEW }, header))).toEqual(
    otherwise.map(() => false),
  );
});
