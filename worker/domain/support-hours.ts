// Opening hours of the support desk (C2; P29) and the three offices, each in its own time zone, and the same hours in the
// reader's time zone. No hours cross midnight in their own zone, and none include a clock change.

import { momentOf, wallClock } from './time-zones.ts';
import { DAY_MS, MINUTE_MS } from './time.ts';

/** Sunday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Minutes after midnight. */
export type Hours = { readonly opens: number; readonly closes: number };

export type Schedule = {
  /** IANA name. */
  readonly timeZone: string;
  /** By weekday; null: closed all day. */
  readonly days: readonly [
    Hours | null,
    Hours | null,
    Hours | null,
    Hours | null,
    Hours | null,
    Hours | null,
    Hours | null,
  ];
};

function hours(opens: number, closes: number): Hours {
  return { opens: opens * 60, closes: closes * 60 };
}

const SUPPORT_DAY = hours(8, 20);
const OFFICE_DAY = hours(9, 18);

/** Monday to Friday 8 to 20, Saturday 10 to 16, New York time. */
export const SUPPORT: Schedule = {
  timeZone: 'America/New_York',
  days: [null, SUPPORT_DAY, SUPPORT_DAY, SUPPORT_DAY, SUPPORT_DAY, SUPPORT_DAY, hours(10, 16)],
};

function office(timeZone: string): Schedule {
  return { timeZone, days: [null, OFFICE_DAY, OFFICE_DAY, OFFICE_DAY, OFFICE_DAY, OFFICE_DAY, null] };
}

/** Monday to Friday 9 to 18, each in its own time. */
export const OFFICES = {
  newYork: office('America/New_York'),
  london: office('Europe/London'),
  singapore: office('Asia/Singapore'),
} as const satisfies Record<string, Schedule>;
export type OfficeName = keyof typeof OFFICES;

/** Epoch ms: until when it is open, or when it opens next. */
export type OpeningState =
  | { readonly open: true; readonly closesAt: number }
  | { readonly open: false; readonly opensAt: number };

/** Open from the first moment of its hours to the last before they end. The schedule opens at least once a week. */
export function openingStateAt(schedule: Schedule, at: number): OpeningState {
  const today = midnightOf(schedule, at);
  for (let day = 0; day <= 7; day += 1) {
    const span = spanOn(schedule, today + day * DAY_MS);
    if (span === null || at >= span.closesAt) continue;
    return at < span.opensAt
      ? { open: false, opensAt: span.opensAt }
      : { open: true, closesAt: span.closesAt };
  }
  throw new Error('a schedule opens at least once a week');
}

/** Consecutive days with the same hours, in some time zone. */
export type HoursRow = {
  readonly first: Weekday;
  readonly last: Weekday;
  /** Null: closed. `closes` may be on the day after. */
  readonly hours: (Hours & { readonly nextDay: boolean }) | null;
};

/** The schedule in its own place, Monday first: the same on every day of the year. */
export function weekOf(schedule: Schedule): HoursRow[] {
  return inRows(
    MONDAY_FIRST.map((weekday) => {
      const own = schedule.days[weekday];
      return { weekday, hours: own === null ? null : { ...own, nextDay: false } };
    }),
  );
}

/**
 * The next seven days of the schedule in `timeZone`, Monday first. A day on which nothing opens is
 * closed, unless the hours of the day before reach into it.
 */
export function weekIn(schedule: Schedule, timeZone: string, at: number): HoursRow[] {
  const today = midnightOf(schedule, at);
  const spans = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => spanOn(schedule, today + day * DAY_MS) ?? []);
  const lived = spans.map(({ opensAt, closesAt }) => ({
    opens: wallClock(timeZone, opensAt),
    closes: wallClock(timeZone, closesAt),
  }));
  if (isOncePerDay(lived)) return rowsOf(lived);
  // A clock change moved an opening over midnight, and one day has two: all seven use today's offset.
  const ahead = wallClock(timeZone, at) - wallClock(schedule.timeZone, at);
  return rowsOf(
    spans.map(({ opensAt, closesAt }) => ({
      opens: wallClock(schedule.timeZone, opensAt) + ahead,
      closes: wallClock(schedule.timeZone, closesAt) + ahead,
    })),
  );
}

/** On the reader's clock. */
type Lived = { readonly opens: number; readonly closes: number };

function isOncePerDay(spans: readonly Lived[]): boolean {
  return new Set(spans.map(({ opens }) => weekdayOf(opens))).size === spans.length;
}

function rowsOf(spans: readonly Lived[]): HoursRow[] {
  const opening = new Map<Weekday, HoursRow['hours']>();
  const reached = new Set<Weekday>();
  for (const { opens, closes } of spans) {
    const nextDay = Math.floor(closes / DAY_MS) > Math.floor(opens / DAY_MS);
    opening.set(weekdayOf(opens), { opens: minuteOf(opens), closes: minuteOf(closes), nextDay });
    if (minuteOf(closes) > 0) reached.add(weekdayOf(closes));
  }
  const days = MONDAY_FIRST.filter((weekday) => opening.has(weekday) || !reached.has(weekday));
  return aroundSunday(inRows(days.map((weekday) => ({ weekday, hours: opening.get(weekday) ?? null }))));
}

const MONDAY_FIRST: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];

type Day = { readonly weekday: Weekday; readonly hours: HoursRow['hours'] };

function inRows(days: readonly Day[]): HoursRow[] {
  const rows: HoursRow[] = [];
  for (const { weekday, hours: own } of days) {
    const row = rows.at(-1);
    if (row !== undefined && sameHours(row.hours, own)) rows[rows.length - 1] = { ...row, last: weekday };
    else rows.push({ first: weekday, last: weekday, hours: own });
  }
  return rows;
}

/** Days that go on from Sunday to Monday are one row: `Sunday to Thursday`, not `Monday to Thursday; Sunday`. */
function aroundSunday(rows: HoursRow[]): HoursRow[] {
  const [first, ...others] = rows;
  const last = others.pop();
  if (first === undefined || last === undefined) return rows;
  const joined = first.first === 1 && last.last === 0 && sameHours(first.hours, last.hours);
  if (!joined) return rows;
  const row = { ...last, last: first.last };
  return row.hours === null ? [...others, row] : [row, ...others];
}

function sameHours(a: HoursRow['hours'], b: HoursRow['hours']): boolean {
  if (a === null || b === null) return a === b;
  // On which day it closes follows from the two.
  return a.opens === b.opens && a.closes === b.closes;
}

/** The wall clock's midnight that begins the schedule's day. */
function midnightOf(schedule: Schedule, at: number): number {
  return Math.floor(wallClock(schedule.timeZone, at) / DAY_MS) * DAY_MS;
}

function weekdayOf(wall: number): Weekday {
  return new Date(wall).getUTCDay() as Weekday;
}

function minuteOf(wall: number): number {
  return Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS);
}

function spanOn(schedule: Schedule, midnight: number): { opensAt: number; closesAt: number } | null {
  const own = schedule.days[weekdayOf(midnight)];
  if (own === null) return null;
  return {
    opensAt: momentOf(schedule.timeZone, midnight + own.opens * MINUTE_MS),
    closesAt: momentOf(schedule.timeZone, midnight + own.closes * MINUTE_MS),
  };
}
