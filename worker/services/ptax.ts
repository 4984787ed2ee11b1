// Keeps the series of the Banco Central's bulletins: back to the first movement, up to yesterday, and each day read again on a later
// one. For the minute cron: every run does a bounded step, so a vendor that fails or a long past only takes more runs.

import {
  bulletinBefore,
  firstSettlement,
  insertDays,
  noteDifferent,
  noteSame,
  type ReadDay,
  storedDays,
  uncheckedDays,
} from '../db/ptax.ts';
import { addDays, brasiliaDay, type Day, startOfDay } from '../domain/brasilia.ts';
import { type Bulletin, DAYS_WITHOUT_BULLETIN, doubtAbout } from '../domain/tax/ptax.ts';
import { MINUTE_MS } from '../domain/time.ts';
import { feedOver } from '../providers/feed.ts';
import { PERIOD_DAYS, type PtaxSeries, ptaxSeries } from '../providers/ptax-series.ts';
import type { Deps } from './deps.ts';
import { logLine } from '../telemetry/log.ts';

/** As rarely as the hub asks the Banco Central: it is nobody's live price. */
const EVERY_MS = 10 * MINUTE_MS;

export type PtaxCount = {
  /** Days that were stored, with a bulletin or without. */
  readonly stored: number;
  /** Days whose second reading said the same, and that it said something else. */
  readonly same: number;
  readonly different: number;
  /** Bulletins that nobody would believe: they wait for an operator. */
  readonly implausible: number;
  /** Why the vendor could not be read. */
  readonly fault: string | null;
};

const NOTHING: PtaxCount = { stored: 0, same: 0, different: 0, implausible: 0, fault: null };

type PtaxDeps = Pick<Deps, 'db' | 'env'>;

/** Once every ten minutes of the cron. */
export async function keepPtaxInTurn(deps: PtaxDeps, now: number): Promise<PtaxCount | null> {
  return Math.floor(now / MINUTE_MS) % (EVERY_MS / MINUTE_MS) === 0 ? keepPtax(deps, now) : null;
}

/** One step: the days that are missing, otherwise the second reading of those that wait for it. */
export async function keepPtax(deps: PtaxDeps, now: number, timeoutMs?: number): Promise<PtaxCount> {
  const series = ptaxSeries(deps.env);
  if (series === null) return NOTHING;
  const reader = { db: deps.db, series, now, timeoutMs };
  const missing = await missingDays(reader);
  return missing === null ? checkAgain(reader) : readDays(reader, missing);
}

/** All steps at once, for a server that starts with simulated bulletins. */
export async function fillPtax(deps: PtaxDeps, now: number): Promise<number> {
  let all = 0;
  for (;;) {
    const { stored } = await keepPtax(deps, now);
    if (stored === 0) return all;
    all += stored;
  }
}

type Reader = {
  readonly db: D1Database;
  readonly series: PtaxSeries;
  readonly now: number;
  readonly timeoutMs: number | undefined;
};
type Period = { readonly from: Day; readonly to: Day };

/**
 * Yesterday is the last day that is over, so a bulletin that was not there yet is never taken for none. The first is before the first
 * movement by as many days as may be without one.
 */
async function missingDays({ db, series, now }: Reader): Promise<Period | null> {
  const [stored, moved] = await Promise.all([storedDays(db, series.kind), firstSettlement(db)]);
  if (moved === null) return null;
  const wanted = {
    from: addDays(brasiliaDay(moved), -DAYS_WITHOUT_BULLETIN - 1),
    to: addDays(brasiliaDay(now), -1),
  };
  if (stored === null) return firstOf(wanted);
  if (stored.last < wanted.to) return firstOf({ from: addDays(stored.last, 1), to: wanted.to });
  if (stored.first <= wanted.from) return null;
  // A movement that is older than what is stored, from an import: backwards, so that there is never a hole.
  const to = addDays(stored.first, -1);
  const step = addDays(to, 1 - PERIOD_DAYS);
  return { from: step > wanted.from ? step : wanted.from, to };
}

function firstOf({ from, to }: Period): Period | null {
  if (from > to) return null;
  const step = addDays(from, PERIOD_DAYS - 1);
  return { from, to: step < to ? step : to };
}

async function readDays({ db, series, now, timeoutMs }: Reader, period: Period): Promise<PtaxCount> {
  const read = await series.read(
    feedOver(() => now, timeoutMs),
    period.from,
    period.to,
  );
  if (!read.ok) return { ...NOTHING, fault: read.error };
  const byDay = new Map(read.value.map((bulletin) => [bulletin.day, bulletin]));
  let before = await bulletinBefore(db, series.kind, period.from);
  const days: ReadDay[] = [];
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) {
    const bulletin = byDay.get(day) ?? null;
    const held = bulletin === null ? null : doubtAbout(bulletin, before);
    if (held === null && bulletin !== null) before = bulletin;
    days.push({ day, bulletin, held });
  }
  await insertDays(db, { kind: series.kind, source: series.name, at: now }, days).run();
  const doubted = days.filter(({ held }) => held !== null);
  for (const { day, bulletin } of doubted) alarm('ptax-implausible', { day, bulletin });
  return { ...NOTHING, stored: days.length, implausible: doubted.length };
}

/** What was read on an earlier day is read again, all of a period at once. */
async function checkAgain({ db, series, now, timeoutMs }: Reader): Promise<PtaxCount> {
  const today = startOfDay(brasiliaDay(now));
  const waiting = await uncheckedDays(db, series.kind, today, PERIOD_DAYS);
  const [first] = waiting;
  if (first === undefined) return NOTHING;
  const end = addDays(first.day, PERIOD_DAYS - 1);
  const days = waiting.filter(({ day }) => day <= end);
  const read = await series.read(
    feedOver(() => now, timeoutMs),
    first.day,
    days.at(-1)?.day ?? first.day,
  );
  if (!read.ok) return { ...NOTHING, fault: read.error };
  const byDay = new Map(read.value.map((bulletin) => [bulletin.day, bulletin]));
  const different = days.filter(({ day, bulletin }) => !isSame(bulletin, byDay.get(day) ?? null));
  const same = days.filter((day) => !different.includes(day)).map(({ day }) => day);
  await db.batch([
    noteSame(db, series.kind, same, now),
    ...different.map(({ day }) => noteDifferent(db, series.kind, day, byDay.get(day) ?? null, now)),
  ]);
  for (const { day, bulletin } of different) {
    alarm('ptax-differs', { day, first: bulletin, second: byDay.get(day) ?? null });
  }
  return { ...NOTHING, same: same.length, different: different.length };
}

/** The rates alone: a bulletin that was published again with the same ones says the same. */
function isSame(first: Bulletin | null, second: Bulletin | null): boolean {
  return first?.buyE4 === second?.buyE4 && first?.sellE4 === second?.sellE4;
}

/** The nightly check has it as a finding until an operator has decided. */
function alarm(event: string, about: object): void {
  logLine('error', event, { ...about });
}
