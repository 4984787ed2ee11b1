import { createHash, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { type Derive, deriveHere } from '../../../worker/auth/password-work.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../../../worker/auth/passwords.ts';
import {
  CUSTOMER_PASSWORD,
  CUSTOMER_PASSWORD_HASH,
  CUSTOMER_PASSWORD_HASH_AT_FULL_COST,
} from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';

const PEPPER = 'test-pepper-0123456789abcdef0123';
const NEXT = 'next-pepper-0123456789abcdef0123';

/** At a fraction of the cost, for what is not about it. */
const cheaply: Derive = (work) => deriveHere({ ...work, logN: 4 });

test('a hash is five lanes of scrypt with N=2^14, r=8, a salt of its own, and tells nothing of the password', async () => {
  const hash = await hashPassword('jaguar 9', PEPPER);
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5,v=2,k=[\w-]{8}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u);
  expect(hash).not.toContain('jaguar');
  const again = () => hashPassword('jaguar 9', PEPPER, cheaply);
  expect(await again()).not.toBe(await again());
});

test('the hash is the HMAC of the lanes, each a scrypt of its own with its number behind the salt', async () => {
  // Computed by Python's hashlib.scrypt and hmac (N=2^10, r=8, two lanes), which know nothing of this code.
  const stored =
    '$scrypt$ln=10,r=8,p=2,v=2,k=crrPlQr2$AAECAwQFBgcICQoLDA0ODw$4i3PK+X44cyjfRaf51X+CvsqKOnQy/T+LTgN9E5UFmw';
  expect(await verifyPassword(stored, 'jaguar 9', PEPPER)).toBe(true);
  expect(await verifyPassword(stored, 'jaguar 8', PEPPER)).toBe(false);
  // The same lanes called version 1, or one lane less, are another hash.
  expect(await verifyPassword(stored.replace(',v=2', ''), 'jaguar 9', PEPPER)).toBe(false);
  expect(await verifyPassword(stored.replace('p=2', 'p=1'), 'jaguar 9', PEPPER)).toBe(false);
});

test('a password fits its own hash only, and only under the same pepper', async () => {
  const stored = await hashPassword('jaguar 9', PEPPER, cheaply);
  expect(await verifyPassword(stored, 'jaguar 9', PEPPER, cheaply)).toBe(true);
  expect(await verifyPassword(stored, 'Jaguar 9', PEPPER, cheaply)).toBe(false);
  expect(await verifyPassword(stored, 'jaguar 9 ', PEPPER, cheaply)).toBe(false);
  expect(await verifyPassword(stored, 'jaguar 9', `${PEPPER}!`, cheaply)).toBe(false);
});

test('every character counts, however long the password', async () => {
  const stored = await hashPassword(`${'x'.repeat(255)}9`, PEPPER, cheaply);
  expect(await verifyPassword(stored, `${'x'.repeat(255)}8`, PEPPER, cheaply)).toBe(false);
  expect(await verifyPassword(stored, `${'x'.repeat(255)}9`, PEPPER, cheaply)).toBe(true);
});

test('an unknown account is a no, after the work of a known one', async () => {
  const stored = await hashPassword('jaguar 9', PEPPER, cheaply);
  const timed = async (hash: string | null): Promise<number> => {
    // Processor time: the wait in the line of passwords is not the work.
    const start = process.threadCpuUsage();
    expect(await verifyPassword(hash, 'wrong 9', PEPPER)).toBe(false);
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < runs(2, 5); round += 1) {
    known.push(await timed(stored));
    unknown.push(await timed(null));
  }
  // The fastest of each is the one the machine disturbed least. A skipped hash would be hundreds of times faster.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('a hash of version 1 pauses as often as one of version 2: the time of an answer tells no old account', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const pausesOf = async (version: number, p: number): Promise<number> => {
    const before = waits.mock.calls.length;
    const work = { input: Uint8Array.of(1), salt: Uint8Array.of(2), size: 32, logN: 4, r: 1, p, version };
    expect(await deriveHere(work)).toHaveLength(32);
    return waits.mock.calls.length - before;
  };
  try {
    for (const lanes of [1, 2, 5]) {
      expect(await pausesOf(1, lanes)).toBe(lanes);
      expect(await pausesOf(2, lanes)).toBe(lanes);
    }
  } finally {
    waits.mockRestore();
  }
});

test('no password fits the stand-in of an unknown account', async () => {
  const zeros = createHash('sha256').update('').digest('hex');
  for (const password of ['', '\0', zeros])
    expect(await verifyPassword(null, password, PEPPER, cheaply)).toBe(false);
});

test('the costs are read from the stored hash, so that old ones go on fitting when they are raised', async () => {
  // Made with other costs (N=2^10, r=4, p=1) under this pepper, before hashes named its key.
  const stored = '$scrypt$ln=10,r=4,p=1$1QW7fCfLQmgNWyKJvQjwuQ$s8YvOUTWI9ZNTetyTOw9r3B7jmQU6l53LtYXDObF1OI';
  expect(await verifyPassword(stored, 'jaguar 9', PEPPER)).toBe(true);
  // N=2^4, r=1 and twelve lanes, computed by Python's hashlib.scrypt.
  const lanes = '$scrypt$ln=4,r=1,p=12$AAECAwQFBgcICQoLDA0ODw$j2S3CsaAJNF80zYx7BSbUsQmBzLidY5w9dYiPGbbIlo';
  expect(await verifyPassword(lanes, 'jaguar 9', PEPPER)).toBe(true);
});

test('a password is one, however its letters are composed', async () => {
  const stored = await hashPassword('a\u00e7a\u00ed com leite 7', PEPPER, cheaply);
  expect(await verifyPassword(stored, 'ac\u0327ai\u0301 com leite 7', PEPPER, cheaply)).toBe(true);
  expect(await verifyPassword(stored, 'acai com leite 7', PEPPER, cheaply)).toBe(false);
});

/** As hashes were made before: of the text as it was typed, under the pepper itself. */
function oldHash(password: string, pepper: string, logN = 14): string {
  const salt = randomBytes(16);
  const input = createHmac('sha256', pepper).update(password, 'utf8').digest();
  const hash = scryptSync(input, salt, 32, { N: 2 ** logN, r: 8, p: 5, maxmem: 2 ** 26 });
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');
  return `$scrypt$ln=${logN},r=8,p=5$${text(salt)}$${text(hash)}`;
}

test('a hash of version 1, which is scrypt itself, lets its owner in, and is to be made anew', async () => {
  const stored =
    '$scrypt$ln=14,r=8,p=5,k=crrPlQr2$jNFpVE/ti8YRZnypLCvO8g$A4YdJvdii46y4LCn9L319QCfaG3TYeF/FCQH5cUPuZE';
  expect(await verifyPassword(stored, CUSTOMER_PASSWORD, PEPPER)).toBe(true);
  expect(await verifyPassword(stored, 'jaguar 9', PEPPER)).toBe(false);
  expect(isOutdatedHash(stored, PEPPER)).toBe(true);
  expect(isOutdatedHash(await hashPassword(CUSTOMER_PASSWORD, PEPPER, cheaply), PEPPER)).toBe(false);
});

test('an old hash of uncomposed letters lets its owner in, and is to be made anew', async () => {
  const typed = 'ac\u0327ai\u0301 com leite 7';
  // As if of the full cost, which alone outdates none.
  const stored = oldHash(typed, PEPPER, 4).replace('ln=4', 'ln=14');
  expect(await verifyPassword(stored, typed, PEPPER, cheaply)).toBe(true);
  expect(await verifyPassword(stored, 'acai com leite 7', PEPPER, cheaply)).toBe(false);
  expect(isOutdatedHash(stored, PEPPER)).toBe(true);
});

test('a pepper is rotated: the old one reads until it is taken out, the new one makes', async () => {
  const both = `${NEXT}, ${PEPPER}`;
  for (const stored of [await hashPassword('jaguar 9', PEPPER, cheaply), oldHash('jaguar 9', PEPPER, 4)]) {
    expect(await verifyPassword(stored, 'jaguar 9', both, cheaply)).toBe(true);
    expect(await verifyPassword(stored, 'jaguar 8', both, cheaply)).toBe(false);
    expect(await verifyPassword(stored, 'jaguar 9', NEXT, cheaply)).toBe(false);
    expect(isOutdatedHash(stored, both)).toBe(true);
  }
  const renewed = await hashPassword('jaguar 9', both, cheaply);
  expect(isOutdatedHash(renewed, both)).toBe(false);
  expect(await verifyPassword(renewed, 'jaguar 9', NEXT, cheaply)).toBe(true);
});

test('the pepper has a key for passwords alone', async () => {
  const stored = await hashPassword('jaguar 9', PEPPER, cheaply);
  expect(await verifyPassword(stored.replace(/,k=[\w-]+/u, ''), 'jaguar 9', PEPPER, cheaply)).toBe(false);
});

test('a password is refused when no pepper is set or the stored hash is damaged', async () => {
  await expect(hashPassword('jaguar 9', '')).rejects.toThrow('secret of password');
  await expect(verifyPassword('jaguar 9', 'jaguar 9', PEPPER)).rejects.toThrow('PHC');
});

test('the test customers have the password they say they have', async () => {
  for (const hash of [CUSTOMER_PASSWORD_HASH, CUSTOMER_PASSWORD_HASH_AT_FULL_COST]) {
    expect(await verifyPassword(hash, CUSTOMER_PASSWORD, PEPPER)).toBe(true);
  }
});

test('a hash of lower costs is made anew, and what is no hash of ours is said to be none', async () => {
  const stored = await hashPassword('jaguar 9', PEPPER, cheaply);
  expect(isOutdatedHash(stored, PEPPER)).toBe(false);
  expect(isOutdatedHash(stored.replace('ln=14', 'ln=13'), PEPPER)).toBe(true);
  expect(isOutdatedHash(stored.replace('r=8', 'r=16'), PEPPER)).toBe(false);
  for (const other of [`x${stored}`, `${stored}.`, stored.replace('r=8', 'r=816'), ''])
    expect(() => isOutdatedHash(other, PEPPER)).toThrow('not in PHC form');
});
