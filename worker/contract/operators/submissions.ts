// The operators' list of submissions.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { cursor, nextCursor, pageLimit, timeBounds, timeZone } from '../page.ts';
import { LANGUAGES } from '../../domain/settings-rules.ts';
import { FORWARD_STATES, SUBMISSION_TYPES } from '../../domain/submissions.ts';

export const SUBMISSION_SEARCH_MAX_CHARACTERS = 100;
export const SUBMISSIONS_PAGE = 50;
const SUBMISSIONS_PAGE_MAX = 200;

/** How far a submission has come on its way to the operator's spreadsheet. */
export const SubmissionForwarding = v.object({
  state: v.picklist(FORWARD_STATES),
  /** Requests made so far. */
  attempts: v.number(),
  /** When it is tried again by itself; null when it arrived, or when only an operator sends it again. */
  nextAttemptAt: v.nullable(v.string()),
  lastError: v.nullable(v.string()),
  updatedAt: v.string(),
});
export type SubmissionForwarding = v.InferOutput<typeof SubmissionForwarding>;

const row = {
  id: v.string(),
  type: v.picklist(SUBMISSION_TYPES),
  email: v.string(),
  phone: v.nullable(v.string()),
  submittedAt: v.string(),
  forwarding: SubmissionForwarding,
};

export const SubmissionSummary = v.object(row);
export type SubmissionSummary = v.InferOutput<typeof SubmissionSummary>;

export const SubmissionDetails = v.object({
  ...row,
  /** Null for a visitor without an account. */
  userId: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  data: v.record(v.string(), v.unknown()),
});
export type SubmissionDetails = v.InferOutput<typeof SubmissionDetails>;

export const SubmissionsPage = v.object({
  submissions: v.array(SubmissionSummary),
  nextCursor,
});
export type SubmissionsPage = v.InferOutput<typeof SubmissionsPage>;

/** Over all submissions there are, whatever the list is filtered by. */
export const SubmissionCounters = v.object({
  total: v.number(),
  signups: v.number(),
  contacts: v.number(),
  trades: v.number(),
  /** How many did not reach the webhook on their last try. */
  failed: v.number(),
  /** Whether there is a webhook to send to; until then submissions wait. */
  hasWebhook: v.boolean(),
});
export type SubmissionCounters = v.InferOutput<typeof SubmissionCounters>;

const search = v.pipe(
  v.string(),
  v.maxLength(SUBMISSION_SEARCH_MAX_CHARACTERS),
  v.transform((text) => text.trim()),
);

export const SubmissionsQuery = v.object({
  type: v.optional(v.picklist(SUBMISSION_TYPES)),
  search: v.optional(search, ''),
  forwarding: v.optional(v.literal('failed')),
  ...timeBounds,
  limit: pageLimit(SUBMISSIONS_PAGE, SUBMISSIONS_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type SubmissionsQuery = v.InferOutput<typeof SubmissionsQuery>;

/** The export of the list: the filter of the screen, the language of who opens the file, and where the times are read. */
export const SubmissionExport = v.object({
  type: v.optional(v.nullable(v.picklist(SUBMISSION_TYPES)), null),
  search: v.optional(search, ''),
  onlyFailed: v.optional(v.boolean(), false),
  ...timeBounds,
  language: v.optional(v.picklist(LANGUAGES), 'pt-BR'),
  timeZone: v.optional(timeZone, 'UTC'),
});
export type SubmissionExport = v.InferOutput<typeof SubmissionExport>;

/** The filter as the audit log keeps it, with more beside it. */
export const readSubmissionExport = (text: string): SubmissionExport =>
  v.parse(SubmissionExport, JSON.parse(text));

/** An export, logged; its file is at /api/admin/submissions/exports/:id for two minutes. */
export const SubmissionExportReady = v.object({ id: v.string(), rows: v.number() });
export type SubmissionExportReady = v.InferOutput<typeof SubmissionExportReady>;

export const SubmissionsQueued = v.object({ queued: v.number() });
export type SubmissionsQueued = v.InferOutput<typeof SubmissionsQueued>;
