// Who hashes: the object, with the same result as this isolate; this isolate when the object cannot be asked. Neither learns a password.

import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { HasherBusy } from '../../../durable-objects/password-hasher.ts';
import { PasswordsBusyError } from '../../../worker/auth/password-queue.ts';
import { deriveHere, type PasswordWork } from '../../../worker/auth/password-work.ts';
import { hashPassword, verifyPassword } from '../../../worker/auth/passwords.ts';
import { hasherOf } from '../../../worker/services/password-hasher.ts';
import { CUSTOMER_PASSWORD, CUSTOMER_PASSWORD_HASH_AT_FULL_COST } from '../../support/customers.ts';

type Answer = (work: PasswordWork) => Promise<Uint8Array | HasherBusy>;

/** The environment with objects that answer so. */
const withHasher = (derive: Answer): Env =>
  ({ ...env, PASSWORD_HASHER: { idFromName: String, get: () => ({ derive }) } }) as unknown as Env;

test.each([1, 2])('the object makes the hash that this isolate makes, in version %i', async (version) => {
  const log = vi.spyOn(console, 'error');
  const work = {
    input: crypto.getRandomValues(new Uint8Array(32)),
    salt: crypto.getRandomValues(new Uint8Array(16)),
    size: 32,
    logN: 6,
    r: 8,
    p: 5,
    version,
  };
  expect(await hasherOf(env)(work)).toEqual(Uint8Array.from(await deriveHere(work)));
  // Nor was it this isolate, unasked.
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('the object verifies a hash of the full cost', async () => {
  const stored = CUSTOMER_PASSWORD_HASH_AT_FULL_COST;
  const fits = (password: string) => verifyPassword(stored, password, env.PASSWORD_PEPPER, hasherOf(env));
  expect(await fits(CUSTOMER_PASSWORD)).toBe(true);
  expect(await fits('wrong 9 wrong')).toBe(false);
});

test('an object that cannot be reached is replaced by this isolate, and the log says so without what was to be hashed', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked: PasswordWork[] = [];
  const gone = withHasher(async (work) => {
    asked.push(work);
    throw new Error('Network connection lost.');
  });
  const stored = await hashPassword('jaguar azul 9', env.PASSWORD_PEPPER, hasherOf(gone));
  expect(await verifyPassword(stored, 'jaguar azul 9', env.PASSWORD_PEPPER)).toBe(true);
  expect(asked).toHaveLength(1);
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  log.mockRestore();
  expect(lines).toEqual([
    { event: 'password-hasher-unreachable', level: 'error', error: 'Error: Network connection lost.' },
  ]);
});

test('an object with a full line turns away, and this isolate does not take over', async () => {
  const busy = hasherOf(withHasher(async () => ({ retryAfterSeconds: 7 })));
  const refused = hashPassword('jaguar azul 9', env.PASSWORD_PEPPER, busy);
  await expect(refused).rejects.toThrow(PasswordsBusyError);
  await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 7 });
});
