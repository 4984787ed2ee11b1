// What the security log of a customer may say. Each kind has a text in locales/*/profile.json, `securityLog`.

import { HOUR_MS } from './time.ts';

export const SECURITY_EVENT_KINDS = [
  'signed-up',
  'signed-in',
  /** A wrong password or code; those of one hour share a row. */
  'sign-in-refused',
  'signed-out',
  /** One session, ended from another one. */
  'session-ended',
  'sessions-ended',
  /** A spent refresh token came back late: the session was ended in case it was stolen. */
  'session-reuse-ended',
  'password-reset-requested',
  'password-reset',
  'password-changed',
  'two-step-on',
  'two-step-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  /** By the link of the letter about it. */
  'factor-removed',
  'email-confirmed',
  'email-change-begun',
  'email-changed',
  'phone-changed',
  /** By the link of a letter. */
  'account-frozen',
  /** The end was asked for with a second factor; by the team below. */
  'unfreeze-begun',
  'closing-requested',
  'closing-taken-back',
  'closing-stopped',
  'payout-account-added',
  'payout-account-removed',
  /** The bank named another person, at once or when it answered at last, or an operator did not find it to be the customer's. */
  'payout-account-refused',
  'data-export-requested',
  'data-export-fetched',
  // By operators.
  'account-suspended',
  'account-reactivated',
  'password-reset-sent',
  'two-step-reset',
  'email-change-by-team',
  'unfreeze-by-team',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** Done by our team: no device of the customer's was part of it. */
export const TEAM_EVENT_KINDS: ReadonlySet<SecurityEventKind> = new Set([
  'account-suspended',
  'account-reactivated',
  'password-reset-sent',
  'two-step-reset',
  'email-change-by-team',
  'unfreeze-by-team',
  'closing-stopped',
]);

/** Refused sign-ins within one such span share a row. */
export const REFUSED_SIGN_IN_SPAN_MS = HOUR_MS;
/** Rows of the log that the page asks for at once, and at most. */
export const SECURITY_LOG_PAGE = 20;
export const SECURITY_LOG_PAGE_MAX = 100;
