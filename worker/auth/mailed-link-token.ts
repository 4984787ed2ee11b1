// The token of a link that is sent by e-mail. It is derived from the link's id and the Worker's secret, so nothing that is
// stored, not even the outbox, holds one; the table keeps its SHA-256.

import { createHash, createHmac } from 'node:crypto';
import type { LinkPurpose } from '../domain/mailed-links.ts';
import { keysFor } from './secrets.ts';

/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/u;

type Link = { readonly purpose: LinkPurpose; readonly id: string };

export function linkToken(sessionSecret: string, link: Link): string {
  return tokensOf(sessionSecret, link)[0] as string;
}

/** The token whose hash is stored: the secret may have been rotated since. Null when it is no longer accepted. */
export function storedLinkToken(
  sessionSecret: string,
  link: Link & { readonly tokenHash: string },
): string | null {
  return tokensOf(sessionSecret, link).find((token) => hashLinkToken(token) === link.tokenHash) ?? null;
}

function tokensOf(sessionSecret: string, { purpose, id }: Link): string[] {
  return keysFor(sessionSecret, purpose).map(({ bytes }) =>
    createHmac('sha256', bytes).update(`${purpose}:${id}`).digest('base64url'),
  );
}

export function isLinkToken(text: string): boolean {
  return TOKEN.test(text);
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
