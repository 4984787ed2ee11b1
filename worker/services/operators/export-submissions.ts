// The list of submissions as a file. First its line in the audit log, with the filter and the number of rows; the file is
// made from that line, for the operator it names and for a short time, so that none leaves the house without one.

import {
  readSubmissionExport,
  type SubmissionExport,
  type SubmissionExportReady,
} from '../../contract/operators/submissions.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  countSubmissions,
  findExportEvent,
  listSubmissions,
  type SubmissionRow,
} from '../../db/operators/submissions.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { CSV_START, csvRecord } from '../../domain/csv.ts';
import type { TimeCursor } from '../../domain/cursors.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { iso, MINUTE_MS } from '../../domain/time.ts';

/** How long a logged export can be fetched: enough to begin, too little to be passed on. */
export const EXPORT_OPEN_MS = 2 * MINUTE_MS;
const ROWS_AT_A_TIME = 500;

/** In the specification's names. */
const COLUMNS = [
  'submission_id',
  'form_type',
  'email',
  'phone',
  'submitted_at',
  'user_agent',
  'submission_data',
  'webhook_state',
  'webhook_attempts',
  'webhook_error',
] as const;

export async function openExport(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: AuditActor,
  filter: SubmissionExport,
): Promise<SubmissionExportReady> {
  const [id, now] = [deps.newId(), deps.now()];
  const rows = await countSubmissions(deps.db, filter, now);
  const after = { ...filter, rows };
  const event = { id, at: now, by, action: 'submission.exported', after } as const;
  await commitAudited(deps.db, event, []);
  return { id, rows };
}

export type ExportedFile = { readonly name: string; readonly body: ReadableStream<Uint8Array> };

export async function exportedFile(
  deps: Pick<Deps, 'db' | 'now'>,
  operatorId: string,
  id: string,
): Promise<Result<ExportedFile, Refusal<'NotFound'>>> {
  const event = await findExportEvent(deps.db, operatorId, id);
  if (event === null || deps.now() - event.at > EXPORT_OPEN_MS) return err({ code: 'NotFound' });
  const filter = readSubmissionExport(event.after);
  const name = `onca-submissions-${new Date(event.at).toISOString().slice(0, 10)}.csv`;
  return ok({ name, body: csvOf(deps.db, filter, event.at) });
}

/** Page by page as the reader takes it: a list of any length needs no more memory than a page. */
function csvOf(db: D1Database, filter: SubmissionExport, until: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: TimeCursor | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_START + csvRecord(COLUMNS)));
    },
    async pull(controller) {
      const rows = await listSubmissions(db, filter, { after, limit: ROWS_AT_A_TIME, until });
      const last = rows.at(-1);
      if (last !== undefined) {
        after = { at: last.submittedAt, id: last.id };
        controller.enqueue(encoder.encode(rows.map(recordOf).join('')));
      }
      if (rows.length < ROWS_AT_A_TIME) controller.close();
    },
  });
}

function recordOf(row: SubmissionRow): string {
  return csvRecord([
    row.id,
    row.type,
    row.email,
    row.phone,
    iso(row.submittedAt),
    row.userAgent,
    row.data,
    row.state,
    row.attempts,
    row.lastError,
  ]);
}
