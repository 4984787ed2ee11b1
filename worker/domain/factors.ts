// Second factors and step-up: the methods, how long each proof is valid, how often it may fail.

import { STEP_UP_ABOVE_CENTS } from './limits.ts';
import type { AttemptLimit } from './session-rules.ts';
import { DAY_MS, MINUTE_MS } from './time.ts';

/** What completes a sign-in after the password, in the order in which it is offered. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The methods of step-up: a factor, or the password while there is none. */
export const STEP_UP_METHODS = [...SECOND_FACTORS, 'password'] as const;
export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

/** How long the right password waits for its second step. */
export const TICKET_LIFETIME_MS = 10 * MINUTE_MS;
/** How long a step-up holds. Never extended by use: the next proof is a new one. */
export const STEP_UP_LIFETIME_MS = 5 * MINUTE_MS;
/** How long an operator may make changes after proving who they are. */
export const ADMIN_STEP_UP_LIFETIME_MS = 30 * MINUTE_MS;
/** How long a customer may take to bring a new key into their app. */
export const TOTP_SETUP_LIFETIME_MS = 15 * MINUTE_MS;
/** How long a passkey's challenge is valid. The browser gets the same limit. */
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;

/** The codes of authenticator apps: what every app understands (RFC 6238). */
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_MS = 30_000;
/** Steps before and after the present one that are accepted: a phone's clock may be off, and typing takes time. */
export const TOTP_WINDOW_STEPS = 1;

export const RECOVERY_CODES = 10;
/** 50 bits each, in letters and digits that cannot be mistaken for each other (Crockford's base 32). */
export const RECOVERY_CODE_CHARACTERS = 10;

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX_CHARACTERS = 60;

/** Wrong answers at one sign-in's second step: after them the sign-in starts again. */
export const TICKET_LIMIT: AttemptLimit = { max: 5, windowMs: TICKET_LIFETIME_MS };
/** Wrong answers for one customer and one method, from any client: a short window and a long one. */
export const FACTOR_LIMIT: AttemptLimit = { max: 10, windowMs: 15 * MINUTE_MS };
/** Three of a million codes are good at any time: 30 guesses a day find one in about thirty years. */
export const FACTOR_DAY_LIMIT: AttemptLimit = { max: 30, windowMs: DAY_MS };

/** The first moment of a step-up counts, the last one does not. A proof from the future is none. */
export function isSteppedUp(
  steppedUpAt: number | null,
  now: number,
  lifetimeMs: number = STEP_UP_LIFETIME_MS,
): boolean {
  return steppedUpAt !== null && steppedUpAt <= now && now < steppedUpAt + lifetimeMs;
}

/** How long an order counts towards the bound on trading without a step-up. */
export const STEP_UP_WINDOW_MS = DAY_MS;

/**
 * An order needs a step-up when it and the orders of the window before it come to more than the bound, so that a large order
 * in slices asks as well. Exactly the bound does not.
 */
export function needsStepUp(totalCents: number, tradedBeforeCents: number): boolean {
  return totalCents + tradedBeforeCents > STEP_UP_ABOVE_CENTS;
}

/** The digits of a typed code, or null: spaces and hyphens are how people read one out. */
export function normaliseTotpCode(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/gu, '');
  return new RegExp(`^[0-9]{${TOTP_DIGITS}}$`, 'u').test(digits) ? digits : null;
}

/** A recovery code as it was made, or null: case, spaces and hyphens do not matter, nor O for 0 and I or L for 1. */
export function normaliseRecoveryCode(text: string): string | null {
  if (text.length > 64) return null;
  const plain = text.toLowerCase().replaceAll(/[\s-]/gu, '').replaceAll('o', '0').replaceAll(/[il]/gu, '1');
  return new RegExp(`^[0-9a-hjkmnp-tv-z]{${RECOVERY_CODE_CHARACTERS}}$`, 'u').test(plain) ? plain : null;
}

/** How a code is shown: `k7m2p-x9qtd`. */
export function showRecoveryCode(code: string): string {
  const half = RECOVERY_CODE_CHARACTERS / 2;
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

/** A passkey's name as it is kept, or null when nothing readable is left or it is too long. */
export function normalisePasskeyName(text: string): string | null {
  const name = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  const readable = /[\p{L}\p{N}]/u.test(name) && !/\p{Cc}/u.test(name);
  return readable && name.length <= PASSKEY_NAME_MAX_CHARACTERS ? name : null;
}
