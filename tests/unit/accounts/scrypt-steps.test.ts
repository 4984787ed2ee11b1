// scrypt in steps is scrypt: the vectors of RFC 7914, node:crypto for random costs, and the same hash as in whole lanes.

import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveHere, deriveInSteps, type PasswordWork } from '../../../worker/auth/password-work.ts';
import { hashPassword, verifyPassword } from '../../../worker/auth/passwords.ts';
import { mixerOf } from '../../../worker/auth/scrypt-steps.ts';
import { scryptModule, WASM_FILE } from '../../../worker/commands/scrypt-wasm.ts';
import { runs } from '../../support/deep.ts';

// The types are a Worker's, which compiles nothing.
const mixer = mixerOf(Reflect.construct(WebAssembly.Module, [readFileSync(WASM_FILE)]));
const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');
const work = (over: Partial<PasswordWork>): PasswordWork => ({
  input: bytes('password'),
  salt: bytes('NaCl'),
  size: 64,
  logN: 10,
  r: 8,
  p: 1,
  version: 1,
  ...over,
});

test('the code in the repository is what its command makes', () => {
  expect(readFileSync(WASM_FILE).equals(scryptModule())).toBe(true);
});

test.each([
  [
    work({ input: bytes(''), salt: bytes(''), logN: 4, r: 1 }),
    '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
  ],
  [
    work({ p: 16 }),
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
  ],
  [
    work({ input: bytes('pleaseletmein'), salt: bytes('SodiumChloride'), logN: 14 }),
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
  ],
])('a vector of RFC 7914', async (given, expected) => {
  expect(hex(await deriveInSteps(mixer, given))).toBe(expected);
});

test('in steps, in whole lanes and by node:crypto a work has one result, whatever its costs', async () => {
  const works = fc.record({
    input: fc.uint8Array({ maxLength: 80 }),
    salt: fc.uint8Array({ maxLength: 40 }),
    logN: fc.integer({ min: 4, max: 12 }),
    r: fc.integer({ min: 1, max: 9 }),
    p: fc.integer({ min: 1, max: 7 }),
  });
  const check = fc.asyncProperty(works, async (given) => {
    const [whole, lanes] = [1, 2].map((version) => work({ ...given, size: 32, version }));
    const { input, salt, logN, r, p } = given;
    const byNode = scryptSync(input, salt, 32, { N: 2 ** logN, r, p, maxmem: 2 ** 26 });
    expect(hex(await deriveInSteps(mixer, whole ?? work({})))).toBe(hex(byNode));
    expect(hex(await deriveInSteps(mixer, lanes ?? work({})))).toBe(hex(await deriveHere(lanes ?? work({}))));
  });
  await fc.assert(check, { numRuns: runs(8) });
});

test('a password is mixed in sixteen steps, three lanes at a time, and each lane is given out once', () => {
  const kept: number[] = [];
  const lanes = Array.from({ length: 5 }, () => new Uint8Array(128 * 8));
  const steps = mixer(lanes, { N: 2 ** 14, r: 8 }, (lane) => kept.push(lane));
  expect(steps).toHaveLength(2 * (4 + 4));
  for (const step of steps) step();
  expect(kept).toEqual([0, 1, 2, 3, 4]);
});

test('what is handed over to be hashed is never the password or the pepper', async () => {
  const secrets = { password: 'jaguar azul 9', pepper: 'test-pepper-0123456789abcdef0123' };
  const seen: PasswordWork[] = [];
  const derive = async (given: PasswordWork) => {
    seen.push(given);
    return deriveInSteps(mixer, { ...given, logN: 4 });
  };
  const inWholeLanes = (given: PasswordWork) => deriveHere({ ...given, logN: 4 });
  const stored = await hashPassword(secrets.password, secrets.pepper, derive);
  expect(await verifyPassword(stored, secrets.password, secrets.pepper, derive)).toBe(true);
  expect(await verifyPassword(stored, secrets.password, secrets.pepper, inWholeLanes)).toBe(true);
  expect(seen).toHaveLength(2);
  for (const given of seen) {
    expect(given.input).toHaveLength(32);
    // A view into a larger buffer would send the rest of it along.
    for (const part of [given.input, given.salt]) expect(part.buffer.byteLength).toBe(part.length);
    const sent = Buffer.concat([given.input, given.salt]).toString('latin1');
    for (const secret of Object.values(secrets)) expect(sent).not.toContain(secret.slice(0, 4));
  }
});
