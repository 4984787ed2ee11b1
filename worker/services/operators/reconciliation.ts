// Files of the gateway and the banks against the books: what a file says is stored as it is, each of its movements is found among ours
// or is a break, and a break is worked on by an operator until it is explained. A file, what it explains and the line of the log are
// one batch.

import {
  type BankBreak,
  type BankBreaksPage,
  type BankBreaksQuery,
  type BankFile,
  type BankFileLoaded,
  type BankFileQuery,
  BREAKS_PAGE,
  type ReconciliationOverview,
} from '../../contract/operators/reconciliation.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { readD1Error } from '../../db/d1-errors.ts';
import {
  type BankFileRow,
  type BreakRow,
  closeBreaksStatements,
  countSource,
  daysOfSource,
  findBreak,
  insertBreaksStatements,
  insertFileStatement,
  insertLinesStatements,
  insertMatchesStatements,
  isBankFileKnown,
  knownLineKeys,
  lastBankFile,
  linesAlone,
  listBreaks,
  type NewBreak,
  type NewFile,
  operationsAlone,
  ourMovements,
  resolveBreakStatement,
  takeBreakStatement,
} from '../../db/operators/reconciliation.ts';
import { sha256Hex } from '../../db/sha256.ts';
import {
  BANK_SOURCE_NAMES,
  BANK_SOURCES,
  type BankLine,
  type BankSource,
  lineKeys,
} from '../../domain/bank-files.ts';
import { addDays, brasiliaDay, startOfDay } from '../../domain/brasilia.ts';
import { BREAK_KINDS, MATCH_DAYS, type OurMovement, reconcile } from '../../domain/reconciliation.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { readBankFile } from './bank-file-lines.ts';
import type { Operator } from './customer-status.ts';

export async function reconciliationOverview({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<ReconciliationOverview> {
  const sources = await Promise.all(
    BANK_SOURCE_NAMES.map(async (source) => {
      const [file, counts] = await Promise.all([lastBankFile(db, source), countSource(db, source)]);
      return { source, file: file === null ? null : viewFile(file), ...counts };
    }),
  );
  return { asOf: iso(now()), sources };
}

const viewFile = ({ loadedAt, ...file }: BankFileRow): BankFile => ({ ...file, loadedAt: iso(loadedAt) });

type Loading = BankFileQuery & { readonly bytes: Uint8Array };
type LoadRefusal = Refusal<'BankFileRefused' | 'BankFileKnown' | 'Unavailable'>;

/** Another file of the same source may be compared at the same moment: whoever comes second compares again. */
const TRIES = 5;

export async function loadBankFile(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Operator & { readonly actorId: string },
  { source, label, bytes }: Loading,
): Promise<Result<BankFileLoaded, LoadRefusal>> {
  const read = readBankFile(bytes, source);
  if (!read.ok) return err({ code: 'BankFileRefused', ...read.error });
  const { format, lines } = read.value;
  const sha256 = await sha256Hex(bytes);
  if (await isBankFileKnown(deps.db, sha256)) return err({ code: 'BankFileKnown' });
  const days = lines.map(({ day }) => day).toSorted();
  const file = {
    id: deps.newId(),
    source,
    format,
    label,
    sha256,
    lines: lines.length,
    fromDay: days[0] ?? '',
    toDay: days.at(-1) ?? '',
    loadedBy: by.actorId,
    loadedAt: deps.now(),
  };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return ok(await compareAndStore(deps, by, file, lines));
    } catch (error) {
      const failure = readD1Error(error);
      if (failure.kind !== 'unique' || !failure.columns.startsWith('bank_')) throw error;
      if (failure.columns.includes('sha256')) return err({ code: 'BankFileKnown' });
    }
  }
  return err({ code: 'Unavailable', retryAfterSeconds: 2 });
}

async function compareAndStore(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Operator,
  file: Omit<NewFile, 'repeated'>,
  lines: readonly BankLine[],
): Promise<BankFileLoaded> {
  const { db } = deps;
  const { source, loadedAt: now } = file;
  const keys = lineKeys(lines);
  const [known, earlier, days, alone] = await Promise.all([
    knownLineKeys(db, source, keys),
    linesAlone(db, source),
    daysOfSource(db, source),
    operationsAlone(db, source),
  ]);
  const fresh = lines.flatMap((line, index) => {
    const key = keys[index] ?? '';
    return known.has(key) ? [] : [{ ...line, key, fileId: file.id }];
  });
  const theirs = [
    ...fresh,
    ...earlier.map((row) => ({ ...row, paymentIds: JSON.parse(row.paymentIds) as string[] })),
  ];
  const first = days === null || file.fromDay < days.first ? file.fromDay : days.first;
  const last = days === null || file.toDay > days.last ? file.toDay : days.last;
  const ours = await movementsBetween(db, source, first, last);
  const { matched, differing, theirsAlone, oursAlone } = reconcile(theirs, ours);
  const breaks: NewBreak[] = [
    ...differing.map(({ their, our }) => ({
      kind: 'amount-differs' as const,
      ...sideOf(their),
      ...ourSideOf(our),
    })),
    // What an earlier file had alone is a break already.
    ...theirsAlone
      .filter(({ fileId }) => fileId === file.id)
      .map((their) => ({ kind: 'theirs-alone' as const, ...NO_SIDE, ...sideOf(their) })),
    // Of the last days the bank may still be about to say so.
    ...oursAlone
      .filter(
        ({ operationId, day }) =>
          !alone.has(operationId) && day >= first && day <= addDays(last, -MATCH_DAYS),
      )
      .map((our) => ({ kind: 'ours-alone' as const, ...NO_SIDE, ...ourSideOf(our), day: our.day })),
  ].map((found) => ({ id: deps.newId(), ...found }));
  const pairs = [...matched, ...differing].map(({ their, our }) => ({
    fileId: their.fileId,
    line: their.line,
    operationId: our.operationId,
  }));
  const stored = { ...file, repeated: lines.length - fresh.length };
  const counts = Object.fromEntries(
    BREAK_KINDS.map((kind) => [kind, breaks.filter((found) => found.kind === kind).length]),
  ) as BankFileLoaded['breaks'];
  const closing = closeBreaksStatements(db, source, now, pairs);
  const before = [insertFileStatement(db, stored), ...insertLinesStatements(db, file, fresh)];
  const { results } = await commitAudited(
    db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: 'bank.file-loaded',
      subject: { kind: 'bank', id: file.id },
      after: {
        source,
        sha256: file.sha256,
        lines: stored.lines,
        repeated: stored.repeated,
        matched: matched.length,
        ...counts,
      },
    },
    [
      ...before,
      ...closing,
      ...insertMatchesStatements(
        db,
        source,
        now,
        matched.map(({ their, our, how }) => ({
          fileId: their.fileId,
          line: their.line,
          operationId: our.operationId,
          how,
        })),
      ),
      ...insertBreaksStatements(db, source, now, breaks),
    ],
  );
  const closed = results
    .slice(before.length, before.length + closing.length)
    .reduce((sum, { meta }) => sum + meta.changes, 0);
  return {
    file: viewFile({ ...stored, loadedBy: by.actor }),
    matched: matched.length,
    closed,
    breaks: counts,
  };
}

type Their = { readonly fileId: string; readonly line: number; readonly day: string; readonly cents: number };
const NO_SIDE = { fileId: null, line: null, bankCents: null, operationId: null, ourCents: null } as const;
const sideOf = ({ fileId, line, day, cents }: Their) => ({ fileId, line, day, bankCents: cents });
const ourSideOf = ({ operationId, cents }: OurMovement) => ({ operationId, ourCents: cents });

/** Of these days and of those in which a movement of theirs may still be ours. */
async function movementsBetween(
  db: D1Database,
  source: BankSource,
  first: string,
  last: string,
): Promise<OurMovement[]> {
  const { account, asset } = BANK_SOURCES[source];
  const rows = await ourMovements(db, {
    source,
    account,
    asset,
    from: startOfDay(addDays(first, -MATCH_DAYS)),
    until: startOfDay(addDays(last, MATCH_DAYS + 1)),
  });
  return rows.map(({ operationId, at, cents, names }) => ({
    operationId,
    day: brasiliaDay(at),
    cents,
    names: (JSON.parse(names) as (string | null)[]).filter((name) => name !== null),
  }));
}

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
    file: label === null || line === null ? null : { label, line },
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
