// When the spot market trades: Sunday 18:00 to Friday 17:00 New York time, with a pause from 17:00 to 18:00
// each day. New York's daylight saving comes from the platform's time zone data.

import { momentOf, wallClock } from './time-zones.ts';
import { DAY_MS, MINUTE_MS } from './time.ts';

const CLOSES_AT_MINUTE = 17 * 60;
const OPENS_AT_MINUTE = 18 * 60;
const SUNDAY = 0;
const FRIDAY = 5;
const SATURDAY = 6;

/** How a price source keeps hours: with the spot market, or without a break (simulated). */
export type Calendar = 'spot' | 'always';

export type MarketSession =
  | { readonly open: true }
  | {
      readonly open: false;
      /** Epoch ms of the last close and of the next opening. */
      readonly closedAt: number;
      readonly opensAt: number;
      /** False in the daily pause of an hour. */
      readonly weekend: boolean;
    };

const OPEN: MarketSession = { open: true };

const NEW_YORK = 'America/New_York';

/** Whether the market of `calendar` trades at `at` (epoch ms), and if not, since when and until when. */
export function marketSession(calendar: Calendar, at: number): MarketSession {
  return calendar === 'always' ? OPEN : spotSession(at);
}

function spotSession(at: number): MarketSession {
  const local = wallClock(NEW_YORK, at);
  const midnight = Math.floor(local / DAY_MS) * DAY_MS;
  const minute = Math.floor((local - midnight) / MINUTE_MS);
  const weekday = new Date(midnight).getUTCDay();

  const weekend =
    weekday === SATURDAY ||
    (weekday === SUNDAY && minute < OPENS_AT_MINUTE) ||
    (weekday === FRIDAY && minute >= CLOSES_AT_MINUTE);
  if (weekend) {
    const daysSinceFriday = (weekday - FRIDAY + 7) % 7;
    const friday = midnight - daysSinceFriday * DAY_MS;
    return {
      open: false,
      closedAt: fromNewYork(friday + CLOSES_AT_MINUTE * MINUTE_MS),
      opensAt: fromNewYork(friday + 2 * DAY_MS + OPENS_AT_MINUTE * MINUTE_MS),
      weekend: true,
    };
  }
  const paused = minute >= CLOSES_AT_MINUTE && minute < OPENS_AT_MINUTE;
  if (!paused) return OPEN;
  return {
    open: false,
    closedAt: fromNewYork(midnight + CLOSES_AT_MINUTE * MINUTE_MS),
    opensAt: fromNewYork(midnight + OPENS_AT_MINUTE * MINUTE_MS),
    weekend: false,
  };
}

/** The moment at which New York's wall clock shows `local`. Clocks change at 2:00, never near 17:00 or 18:00. */
function fromNewYork(local: number): number {
  return momentOf(NEW_YORK, local);
}
