// The work behind a password's hash, and who does it. What is handed over is the peppered password and never the password: neither a
// call to another object nor a log of it has one.
//
// Version 1 is scrypt itself. Version 2 is a scrypt with p=1 for each of its lanes, and the HMAC of all of them (D68).

import { Buffer } from 'node:buffer';
import { createHmac, pbkdf2Sync, scryptSync } from 'node:crypto';
import { inTurn } from './password-queue.ts';
import type { Mixer } from './scrypt-steps.ts';

export type PasswordCosts = {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
  readonly version: number;
};
export type PasswordWork = PasswordCosts & {
  /** The HMAC of the password under a key of the pepper. */
  readonly input: Uint8Array;
  readonly salt: Uint8Array;
  /** Bytes of the hash. */
  readonly size: number;
};
export type Derive = (work: PasswordWork) => Promise<Uint8Array>;

/** In this isolate, a lane at a time by `node:crypto`. */
export async function deriveHere(work: PasswordWork): Promise<Uint8Array> {
  const { input, salt, size, logN, r, p, version } = work;
  const N = 2 ** logN;
  // Sync: the asynchronous one holds a Worker just as long, and could lose its turn to a request that was ended.
  const scrypt = (ownSalt: Uint8Array, lanes: number) =>
    scryptSync(input, ownSalt, size, { N, r, p: lanes, maxmem: 2 * 128 * N * r });
  if (version === 1) {
    // With the pauses of version 2: the time of an answer does not tell an old account from an unknown one.
    const pauses = Array.from({ length: p - 1 }, () => () => new Uint8Array());
    return Buffer.concat(await inTurn<Uint8Array>([() => scrypt(salt, p), ...pauses]));
  }
  return folded(work, await inTurn(laneSalts(work).map((ownSalt) => () => scrypt(ownSalt, 1))));
}

/** In this isolate, in steps that are shorter than a lane. */
export async function deriveInSteps(mixer: Mixer, work: PasswordWork): Promise<Uint8Array> {
  const { input, salt, size, logN, r, p, version } = work;
  const block = 128 * r;
  const spread = (ownSalt: Uint8Array, bytes: number) => pbkdf2Sync(input, ownSalt, 1, bytes, 'sha256');
  const whole = version === 1 ? spread(salt, p * block) : null;
  const lanes = laneSalts(work).map((ownSalt, lane) =>
    whole === null ? spread(ownSalt, block) : whole.subarray(lane * block, (lane + 1) * block),
  );
  const mixed: Uint8Array[] = [];
  await inTurn(mixer(lanes, { N: 2 ** logN, r }, (lane, bytes) => (mixed[lane] = bytes)));
  if (whole !== null) return spread(Buffer.concat(mixed), size);
  return folded(
    work,
    mixed.map((lane) => spread(lane, size)),
  );
}

/** Who guesses learns nothing from some of the lanes: each guess costs all of them, as with scrypt itself. */
function folded({ input }: PasswordWork, lanes: readonly Uint8Array[]): Uint8Array {
  return lanes.reduce((all, lane) => all.update(lane), createHmac('sha256', input)).digest();
}

/** The salt with the number of the lane behind it: no two lanes do the same work. */
function laneSalts({ salt, p }: PasswordWork): Uint8Array[] {
  return Array.from({ length: p }, (_, lane) => Uint8Array.of(...salt, lane));
}
