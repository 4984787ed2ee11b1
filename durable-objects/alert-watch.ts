// Which prices change no alert: for each metal those between the nearest target below and the nearest above, armed alerts and those
// that wait for the way back alike. Such a price is nobody's business: it is neither queued nor does it ask the database. What is
// not known for certain counts as a crossing, and the database decides.
//
// What is known is read with a price that was judged, and forgotten as soon as another waits to be. It stays true because nobody
// makes or switches on an alert without asking the hub first (`expect`), which narrows it before the row exists; whatever else
// happens to alerts (off, deleted) only widens it. It is stored, since a hub that sleeps between two polls has no memory.

import { type AlertState, type AlertTerms, quietPrices, type QuietPrices } from '../worker/domain/alerts.ts';
import type { TradedMetal } from '../worker/domain/metals.ts';
import { bucketStart } from '../worker/domain/history-ranges.ts';
import { MINUTE_MS } from '../worker/domain/time.ts';

/** Then the database is asked once more, whatever the price: somebody may have restored or repaired its rows. */
const KNOWN_FOR_MS = MINUTE_MS;
/** An alert that was announced is in the database by now, or never will be: no call of the Worker or of D1 lasts so long. */
const EXPECTED_FOR_MS = 5 * MINUTE_MS;

export class AlertWatch {
  readonly #sql: SqlStorage;
  readonly #now: () => number;

  constructor(storage: DurableObjectStorage, now: () => number) {
    this.#sql = storage.sql;
    this.#now = now;
    this.#sql.exec(`
      CREATE TABLE IF NOT EXISTS quiet_prices (
        metal TEXT PRIMARY KEY, below INTEGER NOT NULL, above INTEGER NOT NULL, read_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS expected_alerts (
        metal TEXT NOT NULL, minute INTEGER NOT NULL, below INTEGER NOT NULL, above INTEGER NOT NULL,
        PRIMARY KEY (metal, minute)
      ) STRICT, WITHOUT ROWID;`);
  }

  isQuiet(metal: TradedMetal, priceCents: number): boolean {
    const now = this.#now();
    const [known] = this.#sql
      .exec(
        'SELECT 1 FROM quiet_prices WHERE metal = ?1 AND below < ?2 AND above > ?2 AND read_at BETWEEN ?3 AND ?4',
        metal,
        priceCents,
        now - KNOWN_FOR_MS,
        now,
      )
      .toArray();
    return known !== undefined;
  }

  forget(metal: TradedMetal): void {
    this.#sql.exec('DELETE FROM quiet_prices WHERE metal = ?', metal);
  }

  /** An alert that may be in the database from now on. */
  expect(terms: AlertTerms, state: AlertState): void {
    const { below, above } = quietPrices(terms, state);
    this.#sql.exec(
      `INSERT INTO expected_alerts (metal, minute, below, above) VALUES (?, ?, ?, ?)
       ON CONFLICT (metal, minute) DO UPDATE SET below = max(below, excluded.below), above = min(above, excluded.above)`,
      terms.metal,
      bucketStart('minute', this.#now()),
      below,
      above,
    );
    this.#sql.exec(
      'UPDATE quiet_prices SET below = max(below, ?2), above = min(above, ?3) WHERE metal = ?1',
      terms.metal,
      below,
      above,
    );
  }

  /** What the database has just said. An alert that is expected may not have been there yet. */
  learn(metal: TradedMetal, read: QuietPrices): void {
    const now = this.#now();
    this.#sql.exec('DELETE FROM expected_alerts WHERE minute < ?', now - EXPECTED_FOR_MS - MINUTE_MS);
    this.#sql.exec(
      `INSERT INTO quiet_prices (metal, below, above, read_at)
       SELECT ?1, max(?2, coalesce(max(below), ?2)), min(?3, coalesce(min(above), ?3)), ?4
       FROM expected_alerts WHERE metal = ?1
       ON CONFLICT (metal) DO UPDATE SET below = excluded.below, above = excluded.above, read_at = excluded.read_at`,
      metal,
      read.below,
      read.above,
      now,
    );
  }
}
