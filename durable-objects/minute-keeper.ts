// Once a minute: finished minute candles go to D1, and the statistics of the last 24 hours come back for the book.
// One run at a time. A failed write leaves the candles in the hub's own database; a later run takes them.

import type { StoredKind } from '../worker/db/candles.ts';
import { bucketStart } from '../worker/domain/history-ranges.ts';
import type { DayStats, Series } from '../worker/domain/price-rules.ts';
import { MINUTE_MS } from '../worker/domain/time.ts';
import { fillSimulatedGap } from '../worker/services/candles-simulated.ts';
import { dayStats, storeMinutes } from '../worker/services/candles.ts';
import { storedKind } from './feeds.ts';
import type { HubStore } from './hub-store.ts';
import type { Book } from './price-book.ts';
import { logLine } from '../worker/telemetry/log.ts';

/** The pause after a failed write to D1. */
const STORE_RETRY_MS = 10_000;
/** A silence this long in stored minutes is a gap: the process slept or was stopped. */
const GAP_MS = 3 * MINUTE_MS;
const LAST_STORED = 'stored-minutes';

type Deps = {
  readonly db: D1Database;
  readonly store: HubStore;
  readonly now: () => number;
  readonly book: () => Book;
  /** Called only while the book is the one that the statistics were read for. */
  readonly setDay: (day: Partial<Record<Series, DayStats>>) => void;
};

export class MinuteKeeper {
  readonly #deps: Deps;
  #running: Promise<void> | null = null;
  #retryAfter = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A new book needs its statistics within the minute: the next run does not wait. */
  startOver(): void {
    this.#deps.store.writeTime(LAST_STORED, 0);
  }

  /** Joins the run in progress; does nothing when this minute is done. Never throws. */
  keep(): Promise<void> {
    const now = this.#deps.now();
    const last = this.#deps.store.readTime(LAST_STORED);
    const done = last !== null && last <= now && bucketStart('minute', last) === bucketStart('minute', now);
    if (done || now < this.#retryAfter) return this.#running ?? Promise.resolve();
    this.#running ??= this.#run(now, last)
      .catch((error: unknown) => {
        this.#retryAfter = now + STORE_RETRY_MS;
        logLine('error', 'prices-not-stored', { error: String(error) });
      })
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  async #run(now: number, last: number | null): Promise<void> {
    const { db, store } = this.#deps;
    const { key, calendar } = this.#deps.book();
    const kind: StoredKind | null = storedKind(this.#deps.book());
    if (kind === 'simulated' && (last === null || now - last > GAP_MS)) await fillSimulatedGap(db, now);
    const finished = store.finishedCandles(now);
    await storeMinutes(db, finished, now);
    const day = kind === null ? {} : await dayStats(db, kind, calendar, now);
    store.inOneStep(() => {
      store.dropCandles(finished);
      store.dropOldObservations(now);
      store.writeTime(LAST_STORED, now);
    });
    if (this.#deps.book().key === key) this.#deps.setDay(day);
  }
}
