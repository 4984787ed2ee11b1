// The business days of Brazil, for deadlines we promise: Monday to Friday without the national holidays and the days on
// which banks stay closed in the whole country (CMN Resolution 4,880/2020). Days are those of Brasília.

import { BRASILIA_MS, type Day, brasiliaDay } from './brasilia.ts';
import type { PayoutMethod } from './payout-accounts.ts';
import { DAY_MS, HOUR_MS, iso } from './time.ts';

/**
 * Month and day: Law 662/1949 as of Law 10,607/2002; 12 October by Law 6,802/1980; 20 November by Law 14,759/2023, a national holiday
 * since 2024.
 */
const FIXED: ReadonlySet<string> = new Set([
  '01-01',
  '04-21',
  '05-01',
  '09-07',
  '10-12',
  '11-02',
  '11-15',
  '11-20',
  '12-25',
]);
/** Days from Easter Sunday: Carnival's Monday and Tuesday, Good Friday, Corpus Christi (Law 9,093/1995; CMN Resolution 4,880/2020). */
const FROM_EASTER: ReadonlySet<number> = new Set([-48, -47, -2, 60]);

/** Midnight UTC of Easter Sunday (Gregorian, by the algorithm of Meeus, Jones and Butcher). */
export function easterOf(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const moon = Math.floor((century + 8) / 25);
  const shift = Math.floor((century - moon + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const place = epact + weekday - 7 * late + 114;
  return Date.UTC(year, Math.floor(place / 31) - 1, (place % 31) + 1);
}

/** Of a day as its midnight UTC. */
export function isBusinessDay(day: number): boolean {
  const date = new Date(day);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (FIXED.has(date.toISOString().slice(5, 10))) return false;
  const fromEaster = (day - easterOf(date.getUTCFullYear())) / DAY_MS;
  return !FROM_EASTER.has(fromEaster);
}

/**
 * When dollars are surely exchanged for reais on a business day, by the clock of Brasília. Days on which the market opens late or closes
 * early (Ash Wednesday, the last days of the year) are not told apart.
 */
const EXCHANGE_OPENS_MS = 10 * HOUR_MS;
const EXCHANGE_CLOSES_MS = 17 * HOUR_MS;

/** Whoever has waited since then, or for longer, has waited through `ms` of hours in which dollars are exchanged. */
export function exchangeHoursAgo(ms: number, now: number): number {
  let left = ms;
  for (let day = dayIn(now); ; day -= DAY_MS) {
    if (!isBusinessDay(day)) continue;
    const midnight = day - BRASILIA_MS;
    const opens = midnight + EXCHANGE_OPENS_MS;
    const closes = Math.max(opens, Math.min(now, midnight + EXCHANGE_CLOSES_MS));
    if (closes - opens >= left) return closes - left;
    left -= closes - opens;
  }
}

/** The last minute, in Brasília, of the n-th business day after the day of `at`. */
export function endOfBusinessDay(at: number, n: number): number {
  return businessDayAfter(dayIn(at), n) + DAY_MS - BRASILIA_MS - 60_000;
}

/** Transfers between banks that are asked for from this hour on count as asked for on the next business day. */
const TED_CUT_OFF_MS = 16 * HOUR_MS;
/** PIX arrives within moments on every day; what is asked for in the day's last hour may be sent after midnight. */
const PIX_MARGIN_MS = HOUR_MS;

/** The day, in Brasília, on which money arrives at the latest that is ready to be sent at `at`. */
export function arrivalDay(method: PayoutMethod, at: number): Day {
  const today = dayIn(at);
  switch (method) {
    case 'pix':
      return brasiliaDay(at + PIX_MARGIN_MS);
    case 'ted': {
      const inTime = isBusinessDay(today) && at + BRASILIA_MS - today < TED_CUT_OFF_MS;
      return dayText(businessDayAfter(today, inTime ? 1 : 2));
    }
    case 'wire':
      return dayText(businessDayAfter(today, 2));
  }
}

/** The day of Brasília that a moment is in, as its midnight UTC. */
function dayIn(at: number): number {
  return Math.floor((at + BRASILIA_MS) / DAY_MS) * DAY_MS;
}

function businessDayAfter(from: number, n: number): number {
  let day = from;
  for (let left = n; left > 0; left -= isBusinessDay(day) ? 1 : 0) day += DAY_MS;
  return day;
}

function dayText(day: number): Day {
  return iso(day).slice(0, 10);
}
