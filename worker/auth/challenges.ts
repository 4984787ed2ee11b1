// The challenge that a passkey signs. It contains its own proof (purpose, owner, end, under the Worker's secret), so that asking
// for one writes nothing; that it is answered only once is the database's part (spent_challenges).

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CHALLENGE_LIFETIME_MS } from '../domain/factors.ts';
import { keysFor } from './secrets.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = RANDOM_BYTES + TIME_BYTES;
const MAC_BYTES = 32;

export type ChallengeUse = {
  readonly purpose: 'add' | 'sign-in' | 'second-factor' | 'step-up';
  /** Who may answer: the holder of a session or a ticket; '' for anyone (direct sign-in). */
  readonly owner: string;
};

export function newChallenge(secrets: string, use: ChallengeUse, now: number): Uint8Array<ArrayBuffer> {
  const [key] = keysFor(secrets, 'passkey-challenge');
  const end = Buffer.alloc(TIME_BYTES);
  end.writeUIntBE(now + CHALLENGE_LIFETIME_MS, 0, TIME_BYTES);
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), end]);
  return new Uint8Array(Buffer.concat([head, macOf(key.bytes, head, use)]));
}

/** When a challenge of ours ends; null for a made-up one, one for another use, and one that is over. */
export function readChallenge(
  secrets: string,
  challenge: string,
  use: ChallengeUse,
  now: number,
): { readonly hash: string; readonly expiresAt: number } | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== HEAD_BYTES + MAC_BYTES) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  const mac = bytes.subarray(HEAD_BYTES);
  const keys = keysFor(secrets, 'passkey-challenge');
  if (!keys.some((key) => timingSafeEqual(mac, macOf(key.bytes, head, use)))) return null;
  const expiresAt = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
  if (now >= expiresAt) return null;
  // Of the bytes: one challenge can be written in base64url in more than one way.
  return { hash: createHash('sha256').update(bytes).digest('base64url'), expiresAt };
}

function macOf(key: Uint8Array, head: Uint8Array, { purpose, owner }: ChallengeUse): Uint8Array {
  return createHmac('sha256', key).update(head).update(`${purpose}\n${owner}`).digest();
}
