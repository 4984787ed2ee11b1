// The refresh token: an opaque secret, stored only as its SHA-256. Its successor is an HMAC of it, so two tabs
// (or a retry after a lost reply) that send the same token get the same successor, and nothing readable is kept.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { keysFor } from './secrets.ts';

/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/u;

export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isRefreshToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The successor under every secret that is still accepted, newest first: a rotated secret must not end a grace. */
export function successorsOf(token: string, secrets: string): readonly [string, ...string[]] {
  const [newest, ...older] = keysFor(secrets, 'refresh-token');
  const successor = (key: Uint8Array): string => createHmac('sha256', key).update(token).digest('base64url');
  return [successor(newest.bytes), ...older.map((key) => successor(key.bytes))];
}
