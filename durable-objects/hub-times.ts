// How long the price hub waits: between alarms, for the first price, and for what belongs into one frame.

import { bucketStart } from '../worker/domain/history-ranges.ts';
import { MINUTE_MS } from '../worker/domain/time.ts';

/** The alarm never runs in a tight loop, and never sleeps longer than the platform's cron would let it. */
export const ALARM_MS = { min: 100, max: 60_000 } as const;
/** An alarm this long overdue was lost, for example with the machine it was set on. */
export const ALARM_LOST_MS = 30_000;
export const FIRST_PRICE_WAIT_MS = 1_000;
/** What changes within this time is one frame: a vendor answers metal by metal, and every frame is the whole state. */
export const GATHER_MS = 50;

/** When the minute of this moment is over, and its candles with it. */
export const nextMinuteAt = (now: number): number => bucketStart('minute', now) + MINUTE_MS;
