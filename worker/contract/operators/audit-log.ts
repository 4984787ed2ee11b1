// What crosses the wire about the operators' log.

import * as v from 'valibot';
import { SEQ_CURSOR } from '../../domain/cursors.ts';
import { cursor, nextCursor, pageLimit, timeBounds } from '../page.ts';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../domain/audit.ts';

export const AUDIT_PAGE = 50;
const AUDIT_PAGE_MAX = 200;

/** An actor without an operator's account: the ops token, a command. */
export const MACHINE = 'machine';

export const AuditLogLine = v.object({
  seq: v.number(),
  id: v.string(),
  at: v.string(),
  /** Null for a machine. */
  actorId: v.nullable(v.string()),
  actor: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  subjectKind: v.nullable(v.picklist(AUDIT_SUBJECTS)),
  subjectId: v.nullable(v.string()),
  /** A customer's e-mail as it is today. */
  subjectEmail: v.nullable(v.string()),
  device: v.nullable(v.string()),
  place: v.nullable(v.string()),
  address: v.nullable(v.string()),
  /** JSON texts, exactly as the hash covers them. */
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
  note: v.nullable(v.string()),
  hash: v.string(),
});
export type AuditLogLine = v.InferOutput<typeof AuditLogLine>;

export const AuditLogPage = v.object({
  lines: v.array(AuditLogLine),
  nextCursor,
});
export type AuditLogPage = v.InferOutput<typeof AuditLogPage>;

/** The actors in the log, for the filter. */
export const AuditActors = v.object({
  actors: v.array(v.object({ id: v.string(), email: v.string() })),
  hasMachine: v.boolean(),
});
export type AuditActors = v.InferOutput<typeof AuditActors>;

const filters = {
  /** An operator's id, or `machine`. */
  actor: v.optional(v.pipe(v.string(), v.maxLength(100))),
  action: v.optional(v.picklist(AUDIT_ACTIONS)),
  /** The subject of the action: the beginning of its id, or a part of a customer's e-mail, name or telephone number. */
  subject: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254))),
  ...timeBounds,
};

/** A line's number; the whole log fits below. */
const seq = v.pipe(v.string(), v.regex(/^\d{1,15}$/u), v.transform(Number));

export const AuditLogQuery = v.object({
  ...filters,
  limit: pageLimit(AUDIT_PAGE, AUDIT_PAGE_MAX),
  cursor: cursor(SEQ_CURSOR),
});
export type AuditLogQuery = v.InferOutput<typeof AuditLogQuery>;

export const AuditExport = v.object(filters);
export type AuditExport = v.InferOutput<typeof AuditExport>;

/** The parameters of an export, from its line in the log. */
export function readAuditExport(after: string | null): AuditExport {
  return v.parse(AuditExport, JSON.parse(after ?? '{}'));
}

/** An export, itself a line of the log; its file is at /api/admin/audit-log/exports/:id for two minutes. */
export const AuditExportReady = v.object({ id: v.string() });
export type AuditExportReady = v.InferOutput<typeof AuditExportReady>;

/** Continues after a verified line: at first 0 and the start's hash. */
export const AuditCheckQuery = v.object({
  seq: v.optional(seq, '0'),
  hash: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u))),
});
export type AuditCheckQuery = v.InferOutput<typeof AuditCheckQuery>;

export const AuditCheckStep = v.object({
  /** The last verified line, and its hash. */
  seq: v.number(),
  hash: v.string(),
  /** The last line there is. */
  headSeq: v.number(),
  done: v.boolean(),
  broken: v.nullable(v.object({ seq: v.number(), kind: v.picklist(['missing', 'unlinked', 'changed']) })),
});
export type AuditCheckStep = v.InferOutput<typeof AuditCheckStep>;
