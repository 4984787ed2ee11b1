// The operators' log: read, checked and exported. Only the export writes, because it is logged itself.

import { sha256 } from '../../auth/sha256.ts';
import {
  type AuditActors,
  type AuditCheckQuery,
  type AuditCheckStep,
  type AuditExport,
  type AuditExportReady,
  type AuditLogLine,
  type AuditLogPage,
  type AuditLogQuery,
  MACHINE,
  readAuditExport,
} from '../../contract/operators/audit-log.ts';
import { boundsOf } from '../../contract/page.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditActor, auditHead, commitAudited } from '../../db/audit-log.ts';
import {
  type AuditFilter,
  type AuditLogRow,
  findAuditLine,
  followAuditLines,
  listAuditActors,
  listAuditLines,
  NO_AUDIT_FILTER,
} from '../../db/operators/audit-log.ts';
import { CHAIN_START, followChain } from '../../domain/audit-chain.ts';
import { AUDIT_COLUMNS, auditCells } from '../../domain/audit-table.ts';
import { CSV_START, csvRecord } from '../../domain/csv.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { iso, MINUTE_MS } from '../../domain/time.ts';

/** Lines that one call checks: milliseconds of work, so that a log of any length is checked in steps. */
export const CHECKED_AT_ONCE = 2_000;
/** How long a logged export can be fetched: enough to begin, too little to be passed on. */
export const AUDIT_EXPORT_OPEN_MS = 2 * MINUTE_MS;
const EXPORTED_AT_ONCE = 500;

export async function auditLogPage(deps: Pick<Deps, 'db'>, query: AuditLogQuery): Promise<AuditLogPage> {
  const filter = filterOf(query);
  const page = { after: query.cursor, limit: query.limit + 1 };
  const rows = await listAuditLines(deps.db, filter, page);
  const { items, nextCursor } = pageOf(rows, query.limit, ({ seq }) => [seq], lineOf);
  return { lines: items, nextCursor };
}

function lineOf(row: AuditLogRow): AuditLogLine {
  const { seq, id, actorId, actor, action, subjectKind, subjectId, subjectEmail } = row;
  const { device, place, address, before, after, note, hash } = row;
  const at = iso(row.at);
  const who = { actorId, actor, device, place, address };
  return { seq, id, at, ...who, action, subjectKind, subjectId, subjectEmail, before, after, note, hash };
}

export async function auditActors(deps: Pick<Deps, 'db'>): Promise<AuditActors> {
  const { actors, hasMachine } = await listAuditActors(deps.db);
  return { actors: [...actors], hasMachine };
}

/** The next step of a check. The caller keeps the position; a wrong one only falsifies the caller's own result. */
export async function checkAuditLog(
  deps: Pick<Deps, 'db'>,
  { seq, hash = CHAIN_START.hash }: AuditCheckQuery,
): Promise<AuditCheckStep> {
  const head = await auditHead(deps.db);
  const span = { after: seq, upTo: head.seq, limit: CHECKED_AT_ONCE };
  const lines = await followAuditLines(deps.db, NO_AUDIT_FILTER, span);
  const followed = followChain({ seq, hash }, lines, sha256);
  const { place } = followed;
  const isLast = lines.length < CHECKED_AT_ONCE;
  // Who came further than the log goes has seen lines that are gone; so has a head that points past the last one.
  const end = Math.min(place.seq, head.seq);
  const isShort = seq > head.seq || (isLast && place.seq < head.seq);
  const broken = followed.broken ?? (isShort ? ({ seq: end + 1, kind: 'missing' } as const) : null);
  return { ...place, headSeq: head.seq, done: broken !== null || isLast, broken };
}

export async function openAuditExport(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: AuditActor,
  filter: AuditExport,
): Promise<AuditExportReady> {
  const id = deps.newId();
  const subject = { kind: 'log', id: 'audit' } as const;
  const event = { id, at: deps.now(), by, action: 'audit.exported', subject, after: filter } as const;
  await commitAudited(deps.db, event, []);
  return { id };
}

export type ExportedLog = { readonly name: string; readonly body: ReadableStream<Uint8Array> };

/** The file of a logged export, for the operator who logged it; it ends with the line of the export itself. */
export async function exportedAuditLog(
  deps: Pick<Deps, 'db' | 'now'>,
  operatorId: string,
  id: string,
): Promise<Result<ExportedLog, Refusal<'NotFound'>>> {
  const line = await findAuditLine(deps.db, id);
  const age = line === null ? Number.NaN : deps.now() - line.at;
  const isOpen = age >= 0 && age <= AUDIT_EXPORT_OPEN_MS;
  if (line === null || line.action !== 'audit.exported' || line.actorId !== operatorId || !isOpen) {
    return err({ code: 'NotFound' });
  }
  const filter = filterOf(readAuditExport(line.after));
  const name = `onca-audit-log-${new Date(line.at).toISOString().slice(0, 10)}.csv`;
  return ok({ name, body: csvOf(deps.db, filter, line.seq) });
}

/** Page by page as the reader takes it: a log of any length needs no more memory than a page. */
function csvOf(db: D1Database, filter: AuditFilter, upTo: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_START + csvRecord(AUDIT_COLUMNS)));
    },
    async pull(controller) {
      const lines = await followAuditLines(db, filter, { after, upTo, limit: EXPORTED_AT_ONCE });
      after = lines.at(-1)?.seq ?? after;
      if (lines.length > 0) {
        controller.enqueue(encoder.encode(lines.map((line) => csvRecord(auditCells(line))).join('')));
      }
      if (lines.length < EXPORTED_AT_ONCE) controller.close();
    },
  });
}

function filterOf({ actor, action, subject, ...bounds }: AuditExport): AuditFilter {
  return {
    actor: actor === undefined || actor === '' ? null : actor === MACHINE ? 'machine' : { id: actor },
    action: action ?? null,
    subject: subject === undefined || subject === '' ? null : subject,
    ...boundsOf(bounds),
  };
}
