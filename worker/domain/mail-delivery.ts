// The delivery of a message: the timeout of an attempt, the time of the next one, and when it is abandoned.

import { MAIL_RULES, type MailKind } from './mail-messages.ts';
import { HOUR_MS } from './time.ts';

/** 'dead': abandoned. */
export const OUTBOX_STATES = ['waiting', 'dead', 'sent'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A transport that has not answered by then has failed, as far as we know. */
export const SEND_TIMEOUT_MS = 10 * SECOND;
/** How long a claim on a row lasts: longer than the longest run over one batch. */
export const MAIL_CLAIM_MS = 3 * MINUTE;
/** After the first failure a minute, after the next two: quickly while a customer may be waiting, then patiently. */
export const MAIL_WAITS_MS = [
  1 * MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  1 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const;
export const MAIL_ATTEMPTS = MAIL_WAITS_MS.length + 1;

/** A message that waits longer than this is reported to operators. */
export const MAIL_LAG_MS = 15 * MINUTE;

/** When a message that has failed `attempts` times is tried again; null: it is abandoned. */
export function nextMailAttemptAt(attempts: number, now: number, expiresAt: number): number | null {
  const wait = MAIL_WAITS_MS[attempts - 1];
  if (wait === undefined || now + wait >= expiresAt) return null;
  return now + wait;
}

/**
 * Until when a message that an operator sends again is tried. A receipt is still true and gets its whole time again;
 * null: do not send, because it would confuse, as an expired link would.
 */
export function resendUntil(
  mail: { readonly kind: MailKind; readonly expiresAt: number },
  now: number,
): number | null {
  if (mail.kind === 'password-reset' || mail.kind === 'withdrawal-confirm')
    return mail.expiresAt > now ? mail.expiresAt : null;
  return Math.max(mail.expiresAt, now + MAIL_RULES[mail.kind].usefulForMs);
}
