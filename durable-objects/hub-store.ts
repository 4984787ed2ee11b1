// The hub's own SQLite: the book, the raw observations behind it, and minute candles on their way to D1.
// Everything here is synchronous, so a book and its seq are never seen half written.

import type { Pause } from '../worker/domain/feed-report.ts';
import type { Candle } from '../worker/domain/history-ranges.ts';
import type { Observation, Series } from '../worker/domain/price-rules.ts';
import { bucketStart } from '../worker/domain/history-ranges.ts';
import type { StoredKind } from '../worker/db/candles.ts';
import type { AcceptedPrice, Book, Verdict } from './price-book.ts';
import { DAY_MS } from '../worker/domain/time.ts';

/** Raw observations are kept this long: a day of evidence for operators. */
const OBSERVATIONS_KEPT_MS = DAY_MS;
/** Incremented when the stored shape of a book changes: an older book is then discarded, and its seq continues. */
const BOOK_SHAPE = 3;

/** A candle with where it comes from, waiting to be written to D1. */
export type PendingCandle = {
  readonly series: Series;
  readonly kind: StoredKind;
  readonly source: string;
  readonly licence: string;
  readonly candle: Candle;
};

type CandleRow = {
  series: Series;
  kind: StoredKind;
  source: string;
  licence: string;
  start_at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  last_at: number;
};

export class HubStore {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS observations (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL, series TEXT NOT NULL, kind TEXT NOT NULL, licence TEXT NOT NULL,
        bid INTEGER, ask INTEGER, mid INTEGER NOT NULL,
        source_at INTEGER NOT NULL, received_at INTEGER NOT NULL, verdict TEXT NOT NULL
      );
      CREATE INDEX IF NOT EXISTS observations_by_time ON observations (received_at);
      CREATE TABLE IF NOT EXISTS bars (
        series TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, licence TEXT NOT NULL,
        start_at INTEGER NOT NULL,
        open INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL, close INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        PRIMARY KEY (series, kind, source, licence, start_at)
      ) STRICT, WITHOUT ROWID;`);
  }

  /** All of `write` or nothing. */
  inOneStep<T>(write: () => T): T {
    return this.#storage.transactionSync(write);
  }

  readBook(): Book | null {
    const stored = this.#storage.kv.get<{ shape: number; book: Book }>('book');
    if (stored === undefined) return null;
    if (stored.shape === BOOK_SHAPE) return stored.book;
    return { ...stored.book, key: '', series: {}, day: {}, paused: pauseOf(stored.book.paused) };
  }

  writeBook(book: Book): void {
    this.#storage.kv.put('book', { shape: BOOK_SHAPE, book });
  }

  /** The last broadcast status of prices and market: an object that was evicted during a change still detects it. */
  readFeedStatus(): string | null {
    return this.#storage.kv.get<string>('standing') ?? null;
  }

  writeFeedStatus(status: string): void {
    this.#storage.kv.put('standing', status);
  }

  /** Epoch ms of a remembered moment: a source's last poll, the last minute handed to D1. */
  readTime(name: string): number | null {
    return this.#storage.kv.get<number>(`time:${name}`) ?? null;
  }

  writeTime(name: string, at: number): void {
    this.#storage.kv.put(`time:${name}`, at);
  }

  /** A value SQLite cannot hold as an integer (a feed's nonsense) is kept as what it is: the column is not STRICT. */
  recordObservation(o: Observation, verdict: Verdict): void {
    this.#storage.sql.exec(
      `INSERT INTO observations (source, series, kind, licence, bid, ask, mid, source_at, received_at, verdict)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      o.source,
      o.series,
      o.kind,
      o.licence,
      o.bid,
      o.ask,
      o.mid,
      o.sourceAt,
      o.receivedAt,
      verdict,
    );
  }

  dropOldObservations(now: number): void {
    this.#storage.sql.exec('DELETE FROM observations WHERE received_at < ?', now - OBSERVATIONS_KEPT_MS);
  }

  /** Widens the minute of an accepted price. The minute is the price's own, not that of its arrival. */
  widenMinute(series: Series, kind: StoredKind, price: AcceptedPrice): void {
    const sources = price.basis.map((o) => o.source).toSorted();
    const licence = price.basis.some((o) => o.licence === 'reference') ? 'reference' : 'commercial';
    this.#storage.sql.exec(
      `INSERT INTO bars (series, kind, source, licence, start_at, open, high, low, close, last_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?6, ?6, ?7)
       ON CONFLICT (series, kind, source, licence, start_at) DO UPDATE SET
         high = max(high, excluded.high), low = min(low, excluded.low),
         close = iif(excluded.last_at >= last_at, excluded.close, close), last_at = max(last_at, excluded.last_at)`,
      series,
      kind,
      sources.join('+'),
      licence,
      bucketStart('minute', price.asOf),
      price.mid,
      price.asOf,
    );
  }

  /** Candles of minutes that are over, oldest first. */
  finishedCandles(now: number): PendingCandle[] {
    const rows = this.#storage.sql.exec<CandleRow>(
      'SELECT * FROM bars WHERE start_at < ? ORDER BY start_at, last_at LIMIT 5000',
      bucketStart('minute', now),
    );
    return [...rows].map((row) => ({
      series: row.series,
      kind: row.kind,
      source: row.source,
      licence: row.licence,
      candle: {
        startAt: row.start_at,
        open: row.open,
        high: row.high,
        low: row.low,
        close: row.close,
        lastAt: row.last_at,
      },
    }));
  }

  /** Deletes the candles that D1 has. A candle that changed since stays and is written again. */
  dropCandles(stored: readonly PendingCandle[]): void {
    for (const { series, kind, source, licence, candle } of stored) {
      this.#storage.sql.exec(
        `DELETE FROM bars WHERE series = ? AND kind = ? AND source = ? AND licence = ? AND start_at = ? AND last_at = ?`,
        series,
        kind,
        source,
        licence,
        candle.startAt,
        candle.lastAt,
      );
    }
  }
}

/** In the first shape a pause was a bare text: what was paused then stays paused. */
function pauseOf(stored: Pause | string | null): Pause | null {
  if (typeof stored !== 'string') return stored;
  return { id: 'first-shape', reason: { 'pt-BR': stored, en: stored }, since: 0, by: 'unknown' };
}
