// The outbox as operators see it: recipient, kind and state. Never the content of a message.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { cursor, nextCursor, timeBounds } from '../page.ts';
import { OUTBOX_STATES } from '../../domain/mail-delivery.ts';
import { MAIL_KINDS } from '../../domain/mail-messages.ts';

export const MAIL_SEARCH_MAX_CHARACTERS = 100;
/** As many as one change may name. */
export const MAIL_PAGE = 50;

export const OutboxMail = v.object({
  id: v.string(),
  kind: v.picklist(MAIL_KINDS),
  email: v.string(),
  state: v.picklist(OUTBOX_STATES),
  attempts: v.number(),
  createdAt: v.string(),
  /** When it was last tried, given up or sent. */
  updatedAt: v.string(),
  nextAttemptAt: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  /** False for one whose link no longer works. */
  canResend: v.boolean(),
});
export type OutboxMail = v.InferOutput<typeof OutboxMail>;

export const OutboxPage = v.object({ mails: v.array(OutboxMail), nextCursor });
export type OutboxPage = v.InferOutput<typeof OutboxPage>;

export const OutboxSummary = v.object({
  /** Whether messages can be sent here at all; until then they wait. */
  setUp: v.boolean(),
  waiting: v.number(),
  /** When the oldest that waits was written. */
  oldestAt: v.nullable(v.string()),
  dead: v.number(),
  /** Accepted prices that alerts have not been judged by yet; null when the price hub does not answer. */
  alertTicksWaiting: v.nullable(v.number()),
});
export type OutboxSummary = v.InferOutput<typeof OutboxSummary>;

export const OutboxQuery = v.object({
  state: v.optional(v.picklist(OUTBOX_STATES), 'dead'),
  search: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAIL_SEARCH_MAX_CHARACTERS),
      v.transform((text) => text.trim()),
    ),
    '',
  ),
  /** By the time of its list. */
  ...timeBounds,
  cursor: cursor(TIME_CURSOR),
});
export type OutboxQuery = v.InferOutput<typeof OutboxQuery>;

export const ChosenMails = v.object({
  ids: v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(150))),
    v.minLength(1),
    v.maxLength(MAIL_PAGE),
  ),
});
export type ChosenMails = v.InferOutput<typeof ChosenMails>;

/** How many of the chosen messages were changed; the others were sent since, or must not be sent. */
export const MailsChanged = v.object({ changed: v.number(), asked: v.number() });
export type MailsChanged = v.InferOutput<typeof MailsChanged>;
