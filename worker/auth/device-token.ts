// Recognises a customer's own browser: a secret in a cookie, stored only as its SHA-256. It is no credential;
// a sign-in without it is reported to the customer by e-mail. An account takes no value that the browser brings along: somebody
// else may have put it there and hold a copy.

import { createHash, randomBytes } from 'node:crypto';

/** 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/u;

export type Device = { readonly token: string; readonly hash: string };

/** The device that a request's cookie names; null when there is none or it cannot be one of ours. */
export function deviceFrom(token: string | undefined): Device | null {
  return token === undefined || !TOKEN.test(token) ? null : { token, hash: hashDeviceToken(token) };
}

export function newDevice(): Device {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashDeviceToken(token) };
}

export function hashDeviceToken(token: string): string {
  return createHash('sha256').update(`device\n${token}`).digest('base64url');
}
