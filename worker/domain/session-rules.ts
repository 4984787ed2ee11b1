// How long sessions last and how sign-in is limited (P17, D6, D7). Times in milliseconds.

import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** Live sessions of one customer: at a sign-in beyond it the one used longest ago ends (P69). */
export const SESSIONS_PER_CUSTOMER = 50;
/** The access token's life: 15 minutes. */
export const ACCESS_LIFETIME_MS = 15 * MINUTE_MS;
/** The session's life when the customer asked to be remembered: 30 days, counted from sign-in. */
export const REMEMBERED_LIFETIME_MS = 30 * DAY_MS;
/** The session's life otherwise: 12 hours, and until the browser closes. */
export const UNREMEMBERED_LIFETIME_MS = 12 * HOUR_MS;
/** A customer's session ends when nobody has used it for this long, also a remembered one (P69). */
export const CUSTOMER_IDLE_MS = 7 * DAY_MS;
/** An operator's session ends when nobody has used it for this long, remembered or not (P52). */
export const OPERATOR_IDLE_MS = 15 * MINUTE_MS;
/** An operator's session ends this long after the sign-in, however much it is used. */
export const OPERATOR_LIFETIME_MS = 12 * HOUR_MS;
/** On the calls of a page that nobody has touched for a minute: they are no use of the session. */
export const UNATTENDED_HEADER = 'Onca-Unattended';
export const UNATTENDED_AFTER_MS = MINUTE_MS;
/** The page refreshes a session this close to the access token's end (C9). */
export const REFRESH_WITHIN_MS = 90_000;
/** A spent refresh token is still answered for this long: the other tab of the same browser sends it too. */
export const REFRESH_GRACE_MS = 20_000;

export function isInGrace(spentAt: number, now: number): boolean {
  return now - spentAt <= REFRESH_GRACE_MS;
}
/** `last_seen_at` is written at most this often. */
export const LAST_SEEN_EVERY_MS = MINUTE_MS;

export function isLastSeenDue(lastSeenAt: number, now: number): boolean {
  return now - lastSeenAt >= LAST_SEEN_EVERY_MS;
}

/** An ended session is kept this long for the customer's security log, then swept. */
export const SESSION_KEPT_MS = 30 * DAY_MS;
/** The log is kept this long, and the page says so. */
export const SECURITY_LOG_KEPT_DAYS = 365;
/** A browser that signed in is known for this long after its last sign-in: the longest a browser keeps a cookie. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

/** Why a session ended before its own end. Rows of the database too; a test compares both. */
export const SESSION_END_REASONS = [
  'signed-out',
  'revoked',
  'refresh-token-reused',
  'suspended',
  'password-changed',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/**
 * Whether a session is over before its own end. `operatorSince`: null for a customer's. `lastSeenAt` is written at most once a minute, so a session ends up to a minute early,
 * and never late.
 */
export function isSessionOver(
  session: {
    readonly createdAt: number;
    readonly lastSeenAt: number;
    readonly operatorSince: number | null;
  },
  now: number,
): boolean {
  if (session.operatorSince === null) return now >= session.lastSeenAt + CUSTOMER_IDLE_MS;
  return now >= session.lastSeenAt + OPERATOR_IDLE_MS || now >= session.createdAt + OPERATOR_LIFETIME_MS;
}

export function sessionLifetimeMs(remembered: boolean): number {
  return remembered ? REMEMBERED_LIFETIME_MS : UNREMEMBERED_LIFETIME_MS;
}

/** A limit on attempts: how many within which sliding window. */
export type AttemptLimit = { readonly max: number; readonly windowMs: number };

export const SIGN_IN_ACCOUNT_LIMIT: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS };
/** Of a browser that signed in to the account before: its failures count apart, so that no stranger shuts it out. */
export const SIGN_IN_DEVICE_LIMIT: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS };
export const SIGN_IN_ADDRESS_LIMIT: AttemptLimit = { max: 50, windowMs: 15 * MINUTE_MS };
/** Sign-ups per address: generous, because mobile carriers put many customers behind one address. */
export const SIGN_UP_ADDRESS_LIMIT: AttemptLimit = { max: 30, windowMs: HOUR_MS };
/** Passwords hashed for browsers that no account knows, all together: it bounds what a flood from everywhere can cost. */
export const PASSWORD_WORK_LIMIT: AttemptLimit = { max: 1_000, windowMs: MINUTE_MS };
/** Links for a new password: how long one works, and how many an account and an address may ask for. */
export const PASSWORD_RESET_LIFETIME_MS = 30 * MINUTE_MS;
export const PASSWORD_FORGOT_ACCOUNT_LIMIT: AttemptLimit = { max: 5, windowMs: HOUR_MS };
export const PASSWORD_FORGOT_ADDRESS_LIMIT: AttemptLimit = { max: 20, windowMs: HOUR_MS };
/** Letters with the proof of an address, for one customer. */
export const CONFIRM_EMAIL_LIMIT: AttemptLimit = { max: 5, windowMs: HOUR_MS };
/** Changes of the address, and of the phone number, of one customer. */
export const EMAIL_CHANGE_LIMIT: AttemptLimit = { max: 5, windowMs: DAY_MS };
export const PHONE_CHANGE_LIMIT: AttemptLimit = { max: 5, windowMs: DAY_MS };
/** Links out of letters tried from one address. They cannot be guessed; this bounds the work. */
export const LINK_ADDRESS_LIMIT: AttemptLimit = { max: 30, windowMs: 15 * MINUTE_MS };
/** Wrong current passwords when changing it, so that an open session is no place for guessing. */
export const PASSWORD_CHANGE_LIMIT: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS };

/**
 * The part of an internet address that one subscriber holds: an IPv4 address whole, an IPv6 address by its
 * first 64 bits, since a single customer has 2^64 of those. Anything unreadable counts as one shared address.
 */
export function subscriberOf(address: string): string {
  const text = address.trim().toLowerCase();
  if (/^\d{1,3}(\.\d{1,3}){3}$/u.test(text)) return text;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/u.exec(text);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!/^[0-9a-f:]{2,39}$/u.test(text) || !text.includes(':')) return 'unknown';
  const [head = '', tail = ''] = text.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  // None where all eight are written.
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = [...front, ...zeros, ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
