// Files of the gateway and the banks as operators see them, and breaks: each is worked on by an operator until it is explained. What is
// done about one and its line of the log are one batch. load-bank-file.ts takes a file.

import {
  type BankBreak,
  type BankBreaksPage,
  type BankBreaksQuery,
  type BankFile,
  BREAKS_PAGE,
  type ReconciliationOverview,
} from '../../contract/operators/reconciliation.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import {
  type BreakRow,
  findBreak,
  listBreaks,
  resolveBreakStatement,
  takeBreakStatement,
} from '../../db/operators/bank-breaks.ts';
import { type BankFileRow, lastBankFile } from '../../db/operators/bank-files.ts';
import { countSource, lastClosing } from '../../db/operators/reconciliation.ts';
import { BANK_SOURCE_NAMES, type BankSource } from '../../domain/bank-files.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import type { Operator } from './customer-status.ts';

export async function reconciliationOverview({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<ReconciliationOverview> {
  const sources = await Promise.all(BANK_SOURCE_NAMES.map((source) => readSource(db, source)));
  return { asOf: iso(now()), sources };
}

async function readSource(
  db: D1Database,
  source: BankSource,
): Promise<ReconciliationOverview['sources'][number]> {
  const [file, counts, closing] = await Promise.all([
    lastBankFile(db, source),
    countSource(db, source),
    lastClosing(db, source),
  ]);
  return {
    source,
    file: file === null ? null : viewBankFile(file),
    ...counts,
    closing: closing === null ? null : { ...closing, explained: closing.explained === 1 },
  };
}

export const viewBankFile = ({ loadedAt, ...file }: BankFileRow): BankFile => ({
  ...file,
  loadedAt: iso(loadedAt),
});

export async function pageOfBreaks(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  query: BankBreaksQuery,
): Promise<BankBreaksPage> {
  const rows = await listBreaks(db, {
    state: query.state,
    source: query.source ?? null,
    kind: query.kind ?? null,
    owner: query.owner === 'me' ? operatorId : (query.owner ?? null),
    after: query.cursor,
    limit: BREAKS_PAGE + 1,
  });
  const { items, nextCursor } = pageOf(rows, BREAKS_PAGE, (row) => [row.foundAt, row.id], viewBreak);
  return { breaks: items, nextCursor };
}

function viewBreak(row: BreakRow): BankBreak {
  const { label, line, paymentIds, foundAt, ownerId, ownerEmail, endedAt, ...rest } = row;
  return {
    ...rest,
    file: label === null ? null : { label, line },
    paymentIds: paymentIds === null ? [] : (JSON.parse(paymentIds) as string[]),
    foundAt: iso(foundAt),
    owner: ownerId === null ? null : { id: ownerId, email: ownerEmail ?? '' },
    endedAt: endedAt === null ? null : iso(endedAt),
  };
}

type Known = Promise<Result<BankBreak, Refusal<'NotFound' | 'BreakEnded'>>>;

/** From nobody, or from another operator. */
export async function takeBreak(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Operator & { readonly actorId: string },
  id: string,
): Known {
  const row = await findBreak(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: deps.now(),
      by,
      action: 'bank.break-taken',
      subject: { kind: 'bank', id },
      before: { owner: row.ownerEmail },
      after: { owner: by.actor },
    },
    [takeBreakStatement(deps.db, id, by.actorId)],
    { ifChanged: true },
  );
  return openBreak(deps, id, ({ state, ownerId }) => state === 'open' && ownerId === by.actorId);
}

export async function resolveBreak(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Operator & { readonly actorId: string },
  { id, reason }: { readonly id: string; readonly reason: string },
): Known {
  const row = await findBreak(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const now = deps.now();
  const { kind, source, bankCents, ourCents } = row;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'bank.break-resolved',
      subject: { kind: 'bank', id },
      before: { kind, source, bankCents, ourCents, owner: row.ownerEmail },
      after: { state: 'resolved' },
      note: reason,
    },
    [resolveBreakStatement(deps.db, { id, by: by.actorId, reason, now })],
    { ifChanged: true },
  );
  return openBreak(deps, id, () => logged);
}

/** As it is now; refused where it ended otherwise than was asked for. */
async function openBreak({ db }: Pick<Deps, 'db'>, id: string, isAsAsked: (row: BreakRow) => boolean): Known {
  const row = await findBreak(db, id);
  if (row === null) throw new Error('a break is never removed');
  return isAsAsked(row) ? ok(viewBreak(row)) : err({ code: 'BreakEnded' });
}
