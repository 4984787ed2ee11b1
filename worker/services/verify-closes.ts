// Computes closes again, from the entries, and says which day and which value is another: for the job itself, for operators, and
// for `npm run close:verify` (D76). It changes nothing.

import { createHash } from 'node:crypto';
import { isSigned } from '../auth/signing-keys.ts';
import type { PublicKey } from '../contract/signing-keys.ts';
import {
  clocksOf,
  lastSeq,
  closeBefore,
  closesBetween,
  type Mark,
  type Marks,
  movedBalances,
  readMarks,
} from '../db/day-closes.ts';
import type { BalancesAt } from '../db/balances-at.ts';
import {
  ALL_DAYS,
  closeContent,
  dayAfter,
  type DayClose,
  type DaySpan,
  endOfDay,
  factsText,
} from '../domain/day-closes.ts';
import { contentBytes } from '../domain/signed-records.ts';
import { EntryReplay, NO_SUMS } from './replay-entries.ts';
import { logLine } from '../telemetry/log.ts';

/** What is not as it should be. `expected`: what the entries, or the chain, say. */
export type CloseDifference = {
  readonly day: string;
  readonly value: 'day' | keyof Omit<DayClose, 'kid' | 'root' | 'priceKind' | 'closedAt'>;
  readonly stored: string | null;
  readonly expected: string | null;
};

export type CloseVerdict = {
  readonly days: number;
  readonly first: string | null;
  /** The last close that was looked at, to be kept elsewhere: it stands for all before it. */
  readonly last: { readonly day: string; readonly hash: string } | null;
  /** Chains begun: one for each time that the kind of prices changed, and the first. */
  readonly chains: number;
  readonly differences: readonly CloseDifference[];
};

const CLOSES_AT_ONCE = 100;

/**
 * Each close against the one before it and the entries in between; the first one against nothing, or, where the span begins later,
 * against the close of the day before as it is stored. `keys` null: signatures are not looked at.
 */
export async function verifyCloses(
  db: D1Database,
  keys: readonly PublicKey[] | null,
  span: DaySpan = ALL_DAYS,
): Promise<CloseVerdict> {
  let before = await closeBefore(db, span.from);
  const after = before?.seqTo ?? 0;
  const opening = before === null ? [] : (await movedBalances(db, after).run<BalancesAt>()).results;
  const replay = new EntryReplay(db, { after, upTo: await lastSeq(db) }, opening);
  const differences: CloseDifference[] = [];
  let [days, chains] = [0, 0];
  let first: string | null = null;
  for (;;) {
    const from = before === null || before.day < span.from ? span.from : dayAfter(before.day);
    const closes = await closesBetween(db, from, span.to, CLOSES_AT_ONCE);
    const marks = await marksOf(db, closes);
    const clocks = await clocksOf(
      db,
      closes.map(({ seqTo }) => seqTo),
    );
    for (const [index, close] of closes.entries()) {
      first ??= close.day;
      chains += Number(before?.priceKind !== close.priceKind);
      differences.push(
        ...placeDifferences(close, before, clocks.get(close.seqTo)),
        ...(await sumDifferences(close, before, replay)),
        ...markDifferences(close, marks[index]),
        ...(await seal(close, keys)),
      );
      before = close;
      days += 1;
    }
    if (closes.length < CLOSES_AT_ONCE) break;
  }
  const last = first === null || before === null ? null : { day: before.day, hash: before.hash };
  return { days, first, last, chains, differences };
}

async function marksOf(db: D1Database, closes: readonly DayClose[]): Promise<(Marks | undefined)[]> {
  const found = new Map<string, Marks>();
  for (const [kind, some] of Map.groupBy(closes, ({ priceKind }) => priceKind)) {
    const marks = await readMarks(
      db,
      kind,
      some.map(({ day }) => endOfDay(day)),
    );
    for (const [index, { day }] of some.entries()) {
      const mark = marks[index];
      if (mark !== undefined) found.set(day, mark);
    }
  }
  return closes.map(({ day }) => found.get(day));
}

type Value = string | number | null;

function difference(
  day: string,
  value: CloseDifference['value'],
  stored: Value,
  expected: Value,
): CloseDifference[] {
  const text = (of: Value) => (of === null ? null : String(of));
  return stored === expected ? [] : [{ day, value, stored: text(stored), expected: text(expected) }];
}

/** The day after the one before, further in the order of commits, up to an operation of before midnight, in its chain. */
function placeDifferences(
  close: DayClose,
  before: DayClose | null,
  clock: number | undefined,
): CloseDifference[] {
  const { day, seqTo, previousHash, priceKind } = close;
  const seqBefore = before?.seqTo ?? 0;
  const isReached =
    seqTo === seqBefore || (seqTo > seqBefore && clock !== undefined && clock < endOfDay(day));
  return [
    ...(before === null ? [] : difference(day, 'day', day, dayAfter(before.day))),
    ...difference(day, 'seqTo', seqTo, isReached ? seqTo : null),
    ...difference(day, 'previousHash', previousHash, before?.priceKind === priceKind ? before.hash : null),
  ];
}

async function sumDifferences(
  close: DayClose,
  before: DayClose | null,
  replay: EntryReplay,
): Promise<CloseDifference[]> {
  const expected = await replay.day(close.seqTo, before ?? NO_SUMS);
  return (Object.keys(expected) as (keyof typeof expected)[]).flatMap((value) =>
    difference(close.day, value, close[value], expected[value]),
  );
}

const MARKS = [
  ['gold', 'goldCents', 'goldAt'],
  ['silver', 'silverCents', 'silverAt'],
  ['usdBrl', 'usdBrlE4', 'usdBrlAt'],
] as const;

/** A price that became known after the close, of a later moment of the same day, makes the close no wrong one. */
function markDifferences(close: DayClose, marks: Marks | undefined): CloseDifference[] {
  return MARKS.flatMap(([series, value, time]) => {
    const known: Mark | null = marks?.[series] ?? null;
    const at = close[time];
    if (known !== null && (at === null || known.at > at)) return [];
    const ofValue = difference(close.day, value, close[value], known?.value ?? null);
    return ofValue.concat(difference(close.day, time, at, known?.at ?? null));
  });
}

async function seal(close: DayClose, keys: readonly PublicKey[] | null): Promise<CloseDifference[]> {
  const hash = createHash('sha256').update(factsText(close)).digest('hex');
  const { day, kid, signature, closedAt: at } = close;
  const isGenuine =
    keys === null ||
    (await isSigned(keys, 'close', contentBytes(closeContent(close)), { kid, signature, at }));
  return [
    ...difference(day, 'hash', close.hash, hash),
    ...(isGenuine ? [] : difference(day, 'signature', signature, null)),
  ];
}

/** A day that two jobs closed at once has one row, and both must have come to the same. */
export async function alarmIfItDiffers(
  db: D1Database,
  keys: readonly PublicKey[],
  day: string,
): Promise<void> {
  const { differences } = await verifyCloses(db, keys, { from: day, to: day });
  if (differences.length > 0) logLine('error', 'day-close-differs', { differences });
}
