// The ticket of the right password, good for the second step only. An opaque secret, stored as its SHA-256.

import { createHash, randomBytes } from 'node:crypto';

export function newTicket(): string {
  return randomBytes(32).toString('base64url');
}

export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url');
}
