// Closes the days that are over and not closed yet, in their order (D76, D77). The minute cron calls it: most of the time there is
// nothing to do; what was missed, or stopped on the way, is done at the next call.

import { createHash } from 'node:crypto';
import { publicKeys, signBytes, type SigningSettings } from '../auth/signing-keys.ts';
import {
  closeOf,
  type DayCut,
  insertClose,
  type Marks,
  readCloseGround,
  readMarks,
} from '../db/day-closes.ts';
import {
  closeContent,
  type CloseFacts,
  type CloseKind,
  dayAfter,
  type DayClose,
  endOfDay,
  factsText,
  lastClosableDay,
} from '../domain/day-closes.ts';
import { contentBytes } from '../domain/signed-records.ts';
import { priceFeeds, type PriceVars } from '../providers/registry.ts';
import { alarmIfItDiffers } from './verify-closes.ts';
import { EntryReplay, NO_SUMS } from './replay-entries.ts';

export type CloseDeps = {
  readonly db: D1Database;
  readonly env: PriceVars & SigningSettings;
  readonly now: () => number;
};

/** Statements of other rooms for the batch of a close: either all of it is there, or nothing. */
export type Alongside = (db: D1Database, close: DayClose) => readonly D1PreparedStatement[];

export type CloseOptions = {
  /** Days of one run. */
  readonly atMost?: number;
  readonly alongside?: Alongside;
};

export type CloseCount = {
  readonly closed: number;
  /** The last closed day with its hash: kept apart from the database, `npm run close:verify -- --expect` takes it. */
  readonly last: string | null;
  /** Why days wait that are over. */
  readonly waits?: 'no-prices' | 'closed-elsewhere' | 'more-days';
};

/** What one run of the cron has time for; a month that was missed takes two. */
const DAYS_AT_ONCE = 20;

export async function closeDays(
  deps: CloseDeps,
  { atMost = DAYS_AT_ONCE, alongside = () => [] }: CloseOptions = {},
): Promise<CloseCount> {
  const { db } = deps;
  const until = lastClosableDay(deps.now());
  const { last, cuts, balances } = await readCloseGround(db, endOfDay(until));
  const first = last === null ? cuts[0]?.day : dayAfter(last.day);
  if (first === undefined || first > until) return { closed: 0, last: nameOf(last) };
  const kind = priceFeeds(deps.env).kind ?? last?.priceKind;
  // Nobody has said yet which prices this deployment's marks are of.
  if (kind === undefined) return { closed: 0, last: nameOf(last), waits: 'no-prices' };

  const days = daysFrom(first, until, atMost);
  const marks = await readMarks(db, kind, days.map(endOfDay));
  const after = last?.seqTo ?? 0;
  const replay = new EntryReplay(db, { after, upTo: seqToOf(cuts, until, last) }, balances);
  let before = last;
  for (const [index, day] of days.entries()) {
    const place = { day, before, kind, seqTo: seqToOf(cuts, day, before) };
    const facts = await factsOf(place, replay, marks[index]);
    const close = await signed(deps, facts);
    if (!(await commitClose(db, close, alongside(db, close)))) {
      await alarmIfItDiffers(db, publicKeys(deps.env), day);
      return { closed: index, last: nameOf(before), waits: 'closed-elsewhere' };
    }
    before = close;
  }
  const waits = days.at(-1) === until ? {} : { waits: 'more-days' as const };
  return { closed: days.length, last: nameOf(before), ...waits };
}

function nameOf(close: DayClose | null): string | null {
  return close === null ? null : `${close.day}:${close.hash}`;
}

function daysFrom(first: string, until: string, atMost: number): string[] {
  const days: string[] = [];
  for (let day = first; day <= until && days.length < atMost; day = dayAfter(day)) days.push(day);
  return days;
}

/** The highest number of an operation of that day or one before: a clock that ran behind takes nothing out of its day. */
function seqToOf(cuts: readonly DayCut[], day: string, before: DayClose | null): number {
  return cuts.reduce((seq, cut) => (cut.day <= day ? Math.max(seq, cut.seq) : seq), before?.seqTo ?? 0);
}

type Place = {
  readonly day: string;
  readonly before: DayClose | null;
  readonly kind: CloseKind;
  readonly seqTo: number;
};

async function factsOf(
  { day, before, kind, seqTo }: Place,
  replay: EntryReplay,
  marks: Marks | undefined,
): Promise<CloseFacts> {
  return {
    day,
    priceKind: kind,
    seqTo,
    goldCents: marks?.gold?.value ?? null,
    goldAt: marks?.gold?.at ?? null,
    silverCents: marks?.silver?.value ?? null,
    silverAt: marks?.silver?.at ?? null,
    usdBrlE4: marks?.usdBrl?.value ?? null,
    usdBrlAt: marks?.usdBrl?.at ?? null,
    ...(await replay.day(seqTo, before ?? NO_SUMS)),
    root: null,
    previousHash: before?.priceKind === kind ? before.hash : null,
  };
}

async function signed({ env, now }: CloseDeps, facts: CloseFacts): Promise<DayClose> {
  const hash = createHash('sha256').update(factsText(facts)).digest('hex');
  const close = { ...facts, hash, closedAt: now() };
  return { ...close, ...(await signBytes(env, 'close', contentBytes(closeContent(close)))) };
}

/** False where another job closed the day meanwhile: one of both wins, by the primary key. */
async function commitClose(
  db: D1Database,
  close: DayClose,
  alongside: readonly D1PreparedStatement[],
): Promise<boolean> {
  try {
    await db.batch([insertClose(db, close), ...alongside]);
    return true;
  } catch (error) {
    if ((await closeOf(db, close.day)) === null) throw error;
    return false;
  }
}
