// Recognises a customer's own browser: a secret in a cookie, stored only as its SHA-256. It is no credential;
// a sign-in without it is reported to the customer by e-mail.

import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/u;

export type Device = { readonly token: string; readonly hash: string };

/** The device of a request: the one its cookie names, or a new one when there is none or it is not one of ours. */
export function deviceFrom(token: string | undefined): Device & { readonly isNew: boolean } {
  const isNew = token === undefined || !TOKEN.test(token);
  const own = isNew ? randomBytes(32).toString('base64url') : token;
  return { token: own, hash: hashDeviceToken(own), isNew };
}

export function hashDeviceToken(token: string): string {
  return createHash('sha256').update(`device\n${token}`).digest('base64url');
}
