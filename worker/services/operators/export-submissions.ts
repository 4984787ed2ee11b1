// The list of submissions as a file. First its line in the audit log, with the filter and the number of rows; the file is
// made from that line, for the operator it names and for a short time, so that none leaves the house without one.

import {
  readSubmissionExport,
  type SubmissionExport,
  type SubmissionExportReady,
} from '../../contract/operators/submissions.ts';
import { boundsOf } from '../../contract/page.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  countSubmissions,
  findExportEvent,
  listSubmissions,
  type SubmissionFilter,
  type SubmissionRow,
} from '../../db/operators/submissions.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { CSV_SEPARATORS, CSV_START, type CsvCell, csvRecordOf, csvTimeIn } from '../../domain/csv.ts';
import type { TimeCursor } from '../../domain/cursors.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { MINUTE_MS } from '../../domain/time.ts';

/** How long a logged export can be fetched: enough to begin, too little to be passed on. */
export const EXPORT_OPEN_MS = 2 * MINUTE_MS;
const ROWS_AT_A_TIME = 500;

const PHONE_UNKNOWN = 'N/A';

export async function openExport(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: AuditActor,
  filter: SubmissionExport,
): Promise<SubmissionExportReady> {
  const [id, now] = [deps.newId(), deps.now()];
  const rows = await countSubmissions(deps.db, filterOf(filter), now);
  const after = { ...filter, rows };
  const event = { id, at: now, by, action: 'submission.exported', after } as const;
  await commitAudited(deps.db, event, []);
  return { id, rows };
}

const filterOf = (asked: SubmissionExport): SubmissionFilter => ({ ...asked, ...boundsOf(asked) });

export type ExportedFile = { readonly name: string; readonly body: ReadableStream<Uint8Array> };

export async function exportedFile(
  deps: Pick<Deps, 'db' | 'now'>,
  operatorId: string,
  id: string,
): Promise<Result<ExportedFile, Refusal<'NotFound'>>> {
  const event = await findExportEvent(deps.db, operatorId, id);
  if (event === null || deps.now() - event.at > EXPORT_OPEN_MS) return err({ code: 'NotFound' });
  const filter = readSubmissionExport(event.after);
  const time = csvTimeIn(filter.timeZone)(event.at).replace(' ', '-').replaceAll(':', '');
  const name = `onca-submissions-${time}.csv`;
  return ok({ name, body: csvOf(deps.db, filter, event.at) });
}

/** Page by page as the reader takes it: a list of any length needs no more memory than a page. */
function csvOf(db: D1Database, filter: SubmissionExport, until: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const record = csvRecordOf(CSV_SEPARATORS[filter.language]);
  const timeOf = csvTimeIn(filter.timeZone);
  // In the specification's names.
  const head = [`Date (${filter.timeZone})`, 'Type', 'E-mail', 'Phone', 'Data'];
  let after: TimeCursor | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_START + record(head)));
    },
    async pull(controller) {
      const rows = await listSubmissions(db, filterOf(filter), { after, limit: ROWS_AT_A_TIME, until });
      const last = rows.at(-1);
      if (last !== undefined) {
        after = { at: last.submittedAt, id: last.id };
        controller.enqueue(encoder.encode(rows.map((row) => record(cellsOf(row, timeOf))).join('')));
      }
      if (rows.length < ROWS_AT_A_TIME) controller.close();
    },
  });
}

function cellsOf(row: SubmissionRow, timeOf: (at: number) => string): readonly CsvCell[] {
  const { submittedAt, type, email, phone, data } = row;
  return [timeOf(submittedAt), type, email, phone ?? PHONE_UNKNOWN, data];
}
