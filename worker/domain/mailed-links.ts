// Links that are sent by e-mail, each good once, and how long.

import { PASSWORD_RESET_LIFETIME_MS } from './session-rules.ts';
import { DAY_MS } from './time.ts';
import { CONFIRM_WITHIN_MS } from './withdrawals.ts';

export const MAILED_LINKS = {
  'password-reset': PASSWORD_RESET_LIFETIME_MS,
  'confirm-email': DAY_MS,
  /** A change of address: the mailbox of before, and the new one. */
  'email-change-old': DAY_MS,
  'email-change-new': DAY_MS,
  /** Removes a second factor that somebody else added. */
  'remove-factor': 7 * DAY_MS,
  /** Confirms a withdrawal of who has no second factor, or only a young one. */
  withdrawal: CONFIRM_WITHIN_MS,
  /** Of the newsletter: kept with the subscriber, who may have no account. */
  'newsletter-confirm': 7 * DAY_MS,
} as const;
export type LinkPurpose = keyof typeof MAILED_LINKS;
export const MAILED_LINK_PURPOSES = Object.keys(MAILED_LINKS) as [LinkPurpose, ...LinkPurpose[]];

/** A factor younger than this is doubted at a reset of the password: its owner says whether it stays. */
export const YOUNG_FACTOR_MS = MAILED_LINKS['remove-factor'];

/** The authenticator app among factors: a customer has one at most, so it has no id of its own. Passkeys have theirs. */
export const APP_FACTOR_ID = 'totp';
