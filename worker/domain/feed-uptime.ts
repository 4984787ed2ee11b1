// How much of the time the price feed was up: of the minutes in which the market was open, those in which an accepted
// price arrived. Counted from stored samples only; what was never sampled is unknown, not up.

import { type Calendar, marketSession } from './market-hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** How far the figure looks back. */
export const UPTIME_DAYS = 30;
/** A minute is stored when it is over, and a price may be as old as its source: the newest minutes are not judged yet. */
const SETTLING_MS = 3 * MINUTE_MS;
const HALF = 30;

/** Minutes of one hour: bit i of a half stands for its minute i. */
export type FeedHour = { readonly startAt: number; readonly firstHalf: number; readonly secondHalf: number };

export type FeedUptime = {
  readonly uptimePercent: number | null;
  readonly days: number;
  /** The first minute counted. */
  readonly since: number | null;
};

/** The hour of a minute (epoch ms) with that minute's bit set. */
export function feedHourOf(minuteAt: number): FeedHour {
  const startAt = Math.floor(minuteAt / HOUR_MS) * HOUR_MS;
  const minute = Math.floor((minuteAt - startAt) / MINUTE_MS);
  return minute < HALF
    ? { startAt, firstHalf: 2 ** minute, secondHalf: 0 }
    : { startAt, firstHalf: 0, secondHalf: 2 ** (minute - HALF) };
}

/** The first hour the figure looks at: hours before it need not be read. */
export function uptimeWindowStart(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR_MS - UPTIME_DAYS * DAY_MS;
}

/**
 * `hours` ascending. Percent with two decimals, rounded down, so that 100 means every minute. Markets open and close on
 * full hours, so an hour is either all open or all closed.
 */
export function feedUptime(hours: readonly FeedHour[], calendar: Calendar, now: number): FeedUptime {
  const byStart = new Map(hours.map((hour) => [hour.startAt, hour]));
  const first = hours[0];
  const unknown = { uptimePercent: null, days: UPTIME_DAYS, since: null };
  if (first === undefined) return unknown;
  const since = first.startAt + firstMinute(first) * MINUTE_MS;
  const until = Math.floor((now - SETTLING_MS) / MINUTE_MS) * MINUTE_MS;
  let open = 0;
  let up = 0;
  for (let at = first.startAt; at < until; at += HOUR_MS) {
    if (!marketSession(calendar, at).open) continue;
    const from = Math.max(0, Math.ceil((since - at) / MINUTE_MS));
    const to = Math.min(60, (until - at) / MINUTE_MS);
    open += Math.max(0, to - from);
    const hour = byStart.get(at);
    if (hour !== undefined) up += minutesIn(hour, from, to);
  }
  if (open === 0) return unknown;
  return { uptimePercent: Math.floor((up * 10_000) / open) / 100, days: UPTIME_DAYS, since };
}

function firstMinute(hour: FeedHour): number {
  for (let minute = 0; minute < 60; minute += 1) if (isUp(hour, minute)) return minute;
  return 0;
}

function minutesIn(hour: FeedHour, from: number, to: number): number {
  let count = 0;
  for (let minute = from; minute < to; minute += 1) if (isUp(hour, minute)) count += 1;
  return count;
}

function isUp({ firstHalf, secondHalf }: FeedHour, minute: number): boolean {
  return minute < HALF ? (firstHalf & (1 << minute)) !== 0 : (secondHalf & (1 << (minute - HALF))) !== 0;
}
