// The token of a freeze link: the id of the letter's event and an HMAC of it (P68). Nothing of it is stored; the letter itself is
// the record of whose it is and when it ends.

import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { keysFor } from './secrets.ts';

const TOKEN = /^([A-Za-z0-9:_-]{1,100})\.([A-Za-z0-9_-]{43})$/u;

export function freezeToken(sessionSecret: string, mailId: string): string {
  const [{ bytes }] = keysFor(sessionSecret, 'freeze');
  return `${mailId}.${signed(bytes, mailId).toString('base64url')}`;
}

/** The id of the letter's event; null for what we did not sign. */
export function readFreezeToken(sessionSecret: string, token: string): string | null {
  const [, mailId, mark] = TOKEN.exec(token) ?? [];
  if (mailId === undefined || mark === undefined) return null;
  const sent = Buffer.from(mark, 'base64url');
  const isOurs = keysFor(sessionSecret, 'freeze').some(({ bytes }) =>
    timingSafeEqual(signed(bytes, mailId), sent),
  );
  return isOurs ? mailId : null;
}

function signed(key: Uint8Array, mailId: string): Buffer {
  return createHmac('sha256', key).update(`freeze:${mailId}`).digest();
}
