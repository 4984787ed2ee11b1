// A customer's timeline, and the notes of operators in it. Readable only after an opening that is in the audit log.

import type {
  NoteRequest,
  TimelineEntry,
  TimelinePage,
  TimelineQuery,
} from '../../contract/operators/timeline.ts';
import { boundsOf } from '../../contract/page.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { listTimeline, noteStatement, type TimelineRow } from '../../db/operators/timeline.ts';
import { findCustomer } from '../../db/users.ts';
import { isClosedEmail } from '../../domain/personal-data.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import { NOTE_LIMIT } from '../../domain/timeline.ts';
import { claimOneOrRefuse } from '../attempts.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import type { Operator } from './customer-status.ts';

export async function pageOfTimeline(
  deps: Pick<Deps, 'db'>,
  userId: string,
  query: TimelineQuery,
): Promise<TimelinePage> {
  const { rows } = await listTimeline(deps.db, {
    userId,
    kind: query.kind ?? null,
    ...boundsOf(query),
    after: query.cursor,
    limit: query.limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, query.limit, ({ at, id }) => [at, id], entryOf);
  return { entries: items, nextCursor };
}

/** The statement of each kind writes the fields of its entry (db/operators/timeline.ts). */
function entryOf({ kind, at, id, data }: TimelineRow): TimelineEntry {
  return { kind, id, at: iso(at), ...(JSON.parse(data) as object) } as TimelineEntry;
}

export async function addNote(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  operator: Operator,
  { userId, id, body }: NoteRequest & { readonly userId: string },
): Promise<Result<null, Refusal<'NotFound' | 'TooManyRequests'>>> {
  const claimed = await claimOneOrRefuse(deps, `notes:${operator.actorId}`, NOTE_LIMIT);
  if (!claimed.ok) return claimed;
  const customer = await findCustomer(deps.db, userId);
  // Nothing is written about a closed account any more.
  if (customer === null || isClosedEmail(customer.profile.email)) return err({ code: 'NotFound' });
  const now = deps.now();
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: 'customer.noted',
      subject: { kind: 'customer', id: userId },
      // The text stays with the note.
      after: { note: id, characters: body.length },
    },
    [noteStatement(deps.db, { id, userId, authorId: operator.actorId, body, now })],
    { ifChanged: true },
  );
  return ok(null);
}
