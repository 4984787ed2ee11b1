// The token of a link that sets a new password. It is derived from the reset's id and the Worker's secret, so nothing that
// is stored, not even the outbox, holds one; the table keeps its SHA-256.

import { createHash, createHmac } from 'node:crypto';
import { keysFor } from './secrets.ts';

/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/u;

export function passwordResetToken(sessionSecret: string, resetId: string): string {
  const [newest] = keysFor(sessionSecret, 'password-reset');
  return createHmac('sha256', newest.bytes).update(`password-reset:${resetId}`).digest('base64url');
}

export function isPasswordResetToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashPasswordResetToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
