// /api/admin/users/:userId/timeline and /notes: what happened to a customer, and what operators note about it.

import * as v from 'valibot';
import { AUDIT_ACTIONS } from '../../domain/audit.ts';
import { normaliseMessage } from '../../domain/contact-rules.ts';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { PAYMENT_STATUSES } from '../../domain/deposits.ts';
import { DEPOSIT_METHODS } from '../../domain/fees.ts';
import { IDENTITY_STEPS } from '../../domain/identity.ts';
import { MAIL_KINDS } from '../../domain/mail-messages.ts';
import { TRADED_METALS } from '../../domain/metals.ts';
import { PAYOUT_METHODS } from '../../domain/payout-accounts.ts';
import { REVERSIBLE_TYPES } from '../../domain/reversals.ts';
import { SECURITY_EVENT_KINDS } from '../../domain/security-events.ts';
import { NOTE_MAX_CHARACTERS, TIMELINE_KINDS } from '../../domain/timeline.ts';
import { TRANSACTION_TYPES } from '../../domain/transactions.ts';
import { WITHDRAWAL_STATES } from '../../domain/withdrawals.ts';
import { LevelField } from '../identity.ts';
import { Cents, IsoTime, OuncesE4 } from '../money.ts';
import { cursor, nextCursor, pageLimit, timeBounds } from '../page.ts';

export const TIMELINE_PAGE = 50;
const TIMELINE_PAGE_MAX = 200;

export const TimelineQuery = v.object({
  kind: v.optional(v.picklist(TIMELINE_KINDS)),
  ...timeBounds,
  limit: pageLimit(TIMELINE_PAGE, TIMELINE_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type TimelineQuery = v.InferOutput<typeof TimelineQuery>;

const entry = { id: v.string(), at: IsoTime };
const ofOperators = { action: v.picklist(AUDIT_ACTIONS), by: v.string(), note: v.nullable(v.string()) };

export const TimelineEntry = v.variant('kind', [
  v.object({
    ...entry,
    kind: v.literal('access'),
    event: v.picklist(SECURITY_EVENT_KINDS),
    device: v.nullable(v.string()),
    place: v.nullable(v.string()),
    detail: v.nullable(v.string()),
    times: v.number(),
  }),
  v.object({
    ...entry,
    kind: v.literal('identity'),
    step: v.picklist(IDENTITY_STEPS),
    fromLevel: LevelField,
    toLevel: LevelField,
    /** The operator; null: the customer, the provider or the cron. */
    by: v.nullable(v.string()),
  }),
  v.object({
    ...entry,
    kind: v.literal('deposit'),
    /** One that was credited as another amount is two entries: what was announced, and later what was credited. */
    part: v.picklist(['whole', 'announced', 'credited']),
    amountCents: Cents,
    method: v.picklist(DEPOSIT_METHODS),
    status: v.picklist(PAYMENT_STATUSES),
  }),
  v.object({
    ...entry,
    kind: v.literal('withdrawal'),
    amountCents: Cents,
    method: v.picklist(PAYOUT_METHODS),
    state: v.picklist(WITHDRAWAL_STATES),
  }),
  v.object({
    ...entry,
    kind: v.literal('trade'),
    type: v.picklist(TRANSACTION_TYPES),
    reversedType: v.nullable(v.picklist(REVERSIBLE_TYPES)),
    metal: v.nullable(v.picklist(TRADED_METALS)),
    ouncesE4: v.nullable(OuncesE4),
    totalCents: Cents,
  }),
  v.object({
    ...entry,
    kind: v.literal('mail'),
    mail: v.picklist(MAIL_KINDS),
    state: v.picklist(['waiting', 'sent', 'dead']),
  }),
  v.object({ ...entry, kind: v.literal('view'), ...ofOperators }),
  v.object({ ...entry, kind: v.literal('action'), ...ofOperators }),
  v.object({ ...entry, kind: v.literal('note'), body: v.string(), by: v.string() }),
]);
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>;

export const TimelinePage = v.object({ entries: v.array(TimelineEntry), nextCursor });
export type TimelinePage = v.InferOutput<typeof TimelinePage>;

/** The same `id` again adds nothing. */
export const NoteRequest = v.object({
  id: v.pipe(v.string(), v.uuid()),
  body: v.pipe(
    v.string(),
    v.maxLength(2 * NOTE_MAX_CHARACTERS),
    v.transform(normaliseMessage),
    v.minLength(1),
    v.maxLength(NOTE_MAX_CHARACTERS),
  ),
});
export type NoteRequest = v.InferOutput<typeof NoteRequest>;
