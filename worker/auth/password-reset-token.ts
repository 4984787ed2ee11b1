// The token of a link that sets a new password. It is derived from the reset's id and the Worker's secret, so nothing that
// is stored, not even the outbox, holds one; the table keeps its SHA-256.

import { createHash, createHmac } from 'node:crypto';
import { keysFor } from './secrets.ts';

/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/u;

export function passwordResetToken(sessionSecret: string, resetId: string): string {
  return tokensOf(sessionSecret, resetId)[0] as string;
}

/** The token whose hash is stored: the secret may have been rotated since. Null when it is no longer accepted. */
export function storedResetToken(sessionSecret: string, resetId: string, tokenHash: string): string | null {
  return (
    tokensOf(sessionSecret, resetId).find((token) => hashPasswordResetToken(token) === tokenHash) ?? null
  );
}

function tokensOf(sessionSecret: string, resetId: string): string[] {
  return keysFor(sessionSecret, 'password-reset').map(({ bytes }) =>
    createHmac('sha256', bytes).update(`password-reset:${resetId}`).digest('base64url'),
  );
}

export function isPasswordResetToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashPasswordResetToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
