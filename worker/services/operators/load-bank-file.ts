// A file of the gateway or a bank is taken: what it says is stored as it is, and each of its movements is found among ours or is a
// break; so is a closing balance that does not follow from what was said before. The file, what it explains and the line of the log are
// one batch.

import type { BankFileLoaded, BankFileQuery } from '../../contract/operators/reconciliation.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { countSetAsides, guardSetAsides } from '../../db/bank-set-asides.ts';
import { readD1Error } from '../../db/d1-errors.ts';
import { failedGuard } from '../../db/guards.ts';
import { isBankFileKnown } from '../../db/operators/bank-files.ts';
import { guardMatchedOrBroken } from '../../db/operators/bank-breaks.ts';
import {
  closeBreaksStatements,
  daysOfSource,
  insertBreaksStatements,
  insertFileStatement,
  insertLinesStatements,
  insertMatchesStatements,
  judgeBalancesStatements,
  knownLineKeys,
  linesAlone,
  type NewBreak,
  type NewFile,
  operationsAlone,
  ourMovements,
} from '../../db/operators/reconciliation.ts';
import { sha256Hex } from '../../db/sha256.ts';
import { BANK_SOURCES, type BankLine, type BankSource, lineKeys } from '../../domain/bank-files.ts';
import { addDays, brasiliaDay, startOfDay } from '../../domain/brasilia.ts';
import {
  LINE_BREAKS,
  MATCH_DAYS,
  type OurMovement,
  reconcile,
  type Reconciled,
  type TheirMovement,
} from '../../domain/reconciliation.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { readBankFile } from './bank-file-lines.ts';
import type { Operator } from './customer-status.ts';
import { viewBankFile } from './reconciliation.ts';

/** `account`: of the source, by the setting; null: nobody has said which. */
type Loading = BankFileQuery & { readonly bytes: Uint8Array; readonly account: string | null };
type LoadRefusal = Refusal<'BankFileRefused' | 'BankFileKnown' | 'Unavailable'>;

/** Another file of the same source may be compared at the same moment: whoever comes second compares again. */
const TRIES = 5;

export async function loadBankFile(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Operator & { readonly actorId: string },
  { source, label, bytes, account }: Loading,
): Promise<Result<BankFileLoaded, LoadRefusal>> {
  const read = readBankFile(bytes, source);
  if (!read.ok) return err({ code: 'BankFileRefused', ...read.error });
  const { format, lines, balance } = read.value;
  // What a file does not say the operator has to know. CSV of neither source names the account.
  if (account !== null && read.value.account !== null && read.value.account !== account)
    return err({ code: 'BankFileRefused', fault: 'account', line: null });
  // A day that is not there yet would end the days of grace of all that came before it. Elsewhere it may be tomorrow.
  const latest = addDays(brasiliaDay(deps.now()), 1);
  const early = lines.find(({ day }) => day > latest);
  if (early !== undefined) return err({ code: 'BankFileRefused', fault: 'day', line: early.line });
  const sha256 = await sha256Hex(bytes);
  if (await isBankFileKnown(deps.db, sha256)) return err({ code: 'BankFileKnown' });
  const days = lines.map(({ day }) => day).toSorted();
  const now = deps.now();
  // What moves until the day is over is not in it.
  const isOver = balance !== null && balance.day < brasiliaDay(now);
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
    loadedAt: now,
    balanceDay: isOver ? balance.day : null,
    balanceCents: isOver ? balance.cents : null,
  };
  const said = balance === null ? 'none' : isOver ? 'compared' : 'day-not-over';
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      return ok({ ...(await compareAndStore(deps, by, file, lines)), balance: said });
    } catch (error) {
      // A break was resolved, or another file was loaded or set aside meanwhile: this one is compared again.
      if (failedGuard(error)) continue;
      const failure = readD1Error(error);
      if (failure.kind !== 'unique' || !failure.columns.startsWith('bank_')) throw error;
      if (failure.columns.includes('sha256')) return err({ code: 'BankFileKnown' });
    }
  }
  return err({ code: 'Unavailable', retryAfterSeconds: 2 });
}

type Their = TheirMovement & { readonly fileId: string; readonly line: number };

/** What is compared: the lines that are still nobody's, of this file and of earlier ones, and ours of all their days. */
type Compared = Reconciled<Their, OurMovement> & {
  readonly fresh: readonly (BankLine & { readonly key: string })[];
  /** The days of all files of the source. */
  readonly first: string;
  readonly last: string;
  /** Ours that are known to be missing at the bank. */
  readonly missing: ReadonlySet<string>;
  /** How many files of the source were set aside before anything else was read. */
  readonly setAsides: number;
};

async function compare(
  db: D1Database,
  file: Omit<NewFile, 'repeated'>,
  lines: readonly BankLine[],
): Promise<Compared> {
  const { source } = file;
  const keys = lineKeys(lines);
  // First: what is set aside while the rest is read is noticed by the batch.
  const setAsides = await countSetAsides(db, source);
  const [known, earlier, days, missing] = await Promise.all([
    knownLineKeys(db, source, keys),
    linesAlone(db, source),
    daysOfSource(db, source),
    operationsAlone(db, source),
  ]);
  const fresh = lines.flatMap((line, index) => {
    const key = keys[index] ?? '';
    return known.has(key) ? [] : [{ ...line, key, fileId: file.id }];
  });
  const stillAlone = earlier.map(({ fileId, line, key, day, cents, paymentIds }) => ({
    fileId,
    line,
    key,
    day,
    cents,
    paymentIds: JSON.parse(paymentIds) as string[],
  }));
  const first = days === null || file.fromDay < days.first ? file.fromDay : days.first;
  const last = days === null || file.toDay > days.last ? file.toDay : days.last;
  const ours = await movementsBetween(db, source, first, last);
  const reconciled = reconcile<Their, OurMovement>([...fresh, ...stillAlone], ours);
  return { ...reconciled, fresh, first, last, missing, setAsides };
}

const NO_SIDE = { fileId: null, line: null, bankCents: null, operationId: null, ourCents: null } as const;
const theirSide = ({ fileId, line, day, cents }: Their) => ({ fileId, line, day, bankCents: cents });
const ourSide = ({ operationId, cents }: OurMovement) => ({ operationId, ourCents: cents });

/** The breaks that are new. What an earlier file had alone is one already. */
function breaksOf(found: Compared, fileId: string, newId: () => string): NewBreak[] {
  const { differing, theirsAlone, oursAlone, first, last, missing } = found;
  const breakOf = (
    kind: NewBreak['kind'],
    sides: Partial<NewBreak> & { readonly day: string },
  ): NewBreak => ({
    ...NO_SIDE,
    ...sides,
    id: newId(),
    kind,
  });
  return [
    ...differing.map(({ their, our }) => breakOf('amount-differs', { ...ourSide(our), ...theirSide(their) })),
    ...theirsAlone
      .filter((their) => their.fileId === fileId)
      .map((their) => breakOf('theirs-alone', theirSide(their))),
    ...oursAlone
      .filter(({ operationId }) => !missing.has(operationId))
      // Of the last days the bank may still be about to say so.
      .filter(({ day }) => day >= first && day <= addDays(last, -MATCH_DAYS))
      .map((our) => breakOf('ours-alone', { ...ourSide(our), day: our.day })),
  ];
}

async function compareAndStore(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Operator,
  file: Omit<NewFile, 'repeated'>,
  lines: readonly BankLine[],
): Promise<Omit<BankFileLoaded, 'balance'>> {
  const { db, newId } = deps;
  const { source, loadedAt: now, sha256 } = file;
  const found = await compare(db, file, lines);
  const { matched, differing, fresh } = found;
  const breaks = breaksOf(found, file.id, newId);
  const stored = { ...file, repeated: lines.length - fresh.length };
  const counts = Object.fromEntries(
    LINE_BREAKS.map((kind) => [kind, breaks.filter((one) => one.kind === kind).length]),
  ) as Record<(typeof LINE_BREAKS)[number], number>;
  const pairOf = ({ their, our }: { readonly their: Their; readonly our: OurMovement }) => ({
    fileId: their.fileId,
    line: their.line,
    operationId: our.operationId,
  });
  const closing = closeBreaksStatements(db, source, now, [...matched, ...differing].map(pairOf));
  const before = [insertFileStatement(db, stored), ...insertLinesStatements(db, file, fresh)];
  const matches = matched.map((match) => Object.assign(pairOf(match), { how: match.how }));
  const { results } = await commitAudited(
    db,
    {
      id: newId(),
      at: now,
      by,
      action: 'bank.file-loaded',
      subject: { kind: 'bank', id: file.id },
      after: {
        source,
        sha256,
        lines: stored.lines,
        repeated: stored.repeated,
        matched: matched.length,
        ...counts,
        balanceDay: stored.balanceDay,
        balanceCents: stored.balanceCents,
      },
    },
    [
      ...before,
      ...closing,
      ...insertMatchesStatements(db, file, matches),
      ...insertBreaksStatements(db, file, breaks),
      ...guardMatchedOrBroken(db, file.id),
      guardSetAsides(db, { id: file.id, source, counted: found.setAsides }),
      // Last: what is expected depends on all of it.
      ...judgeBalancesStatements(db, source, now, newId()),
    ],
  );
  const changed = (of: readonly D1Result[]) => of.reduce((sum, { meta }) => sum + meta.changes, 0);
  const [closedBalances, foundBalances] = [results.slice(-3, -2), results.slice(-1)];
  const [storedAs] = (results[0] as D1Result<{ loadedAt: number }>).results;
  return {
    file: viewBankFile({ ...stored, ...storedAs, loadedBy: by.actor }),
    matched: matched.length,
    closed: changed([...results.slice(before.length, before.length + closing.length), ...closedBalances]),
    breaks: { ...counts, 'balance-differs': changed(foundBalances) },
  };
}

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
