// Accepted prices on their way to the customers' alerts. A price that may change one enters the queue in the same synchronous step
// as the book, so a restart loses none, and leaves it when its alerts are committed and their customers notified. One at a time, in
// order, because an alert depends on the order of the prices. While a price waits, all later ones of its metal wait behind it.

import type { AlertTick } from '../worker/db/alert-ticks.ts';
import { type AlertTerms, isMet, type QuietPrices } from '../worker/domain/alerts.ts';
import type { TradedMetal } from '../worker/domain/metals.ts';
import { DAY_MS } from '../worker/domain/time.ts';
import { AlertWatch } from './alert-watch.ts';
import { logLine } from '../worker/telemetry/log.ts';

/** Ticks that the database could not take for a day are dropped: nobody needs such an old alert. */
const TICKS_KEPT_MS = DAY_MS;
/** The pause after a database error. */
const RETRY_MS = 5_000;

const NEWEST_TICK = 'alerts:mark';

type Deps = {
  readonly now: () => number;
  /** Judges the alerts by one price and notifies their customers. Answers which prices would change none. */
  readonly evaluate: (tick: AlertTick) => Promise<QuietPrices>;
};

export class AlertQueue {
  readonly #storage: DurableObjectStorage;
  readonly #deps: Deps;
  readonly #watch: AlertWatch;
  #working: Promise<void> | null = null;
  #retryAfter = 0;

  constructor(storage: DurableObjectStorage, deps: Deps) {
    this.#storage = storage;
    this.#deps = deps;
    this.#watch = new AlertWatch(storage, deps.now);
    storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS alert_ticks (
        at INTEGER PRIMARY KEY, metal TEXT NOT NULL, price_cents INTEGER NOT NULL, price_at INTEGER NOT NULL
      ) STRICT;`);
  }

  /**
   * Whoever is about to make an alert, or to switch one on, says so first: prices after this answer are judged with it in mind.
   * Returns the newest tick; the alert counts from the next one on.
   */
  expect(terms: AlertTerms, priceCents: number): number {
    this.#watch.expect(terms, isMet(terms, priceCents) ? 'fired' : 'armed');
    return this.#newestTick;
  }

  get #newestTick(): number {
    return this.#storage.kv.get<number>(NEWEST_TICK) ?? 0;
  }

  /** Synchronous, because it is part of the step that changes the book. A tick's key is its time, one later where it is taken. */
  add(metal: TradedMetal, priceCents: number, priceAt: number): void {
    if (this.#watch.isQuiet(metal, priceCents)) return;
    this.#watch.forget(metal);
    const at = Math.max(this.#deps.now(), this.#newestTick + 1);
    this.#storage.kv.put(NEWEST_TICK, at);
    this.#storage.sql.exec(
      'INSERT INTO alert_ticks (at, metal, price_cents, price_at) VALUES (?, ?, ?, ?)',
      at,
      metal,
      priceCents,
      priceAt,
    );
  }

  /** Empties the queue. A call during a run joins that run. Never throws. */
  work(): Promise<void> {
    if (this.#deps.now() < this.#retryAfter || this.waiting === 0) return Promise.resolve();
    this.#working ??= this.#workOff()
      .catch((error: unknown) => {
        this.#retryAfter = this.#deps.now() + RETRY_MS;
        logLine('error', 'alerts-not-evaluated', { waiting: this.waiting, error: String(error) });
      })
      .finally(() => {
        this.#working = null;
        // Ticks that arrived while the run was ending.
        if (this.waiting > 0) void this.work();
      });
    return this.#working;
  }

  get waiting(): number {
    return Number(this.#storage.sql.exec('SELECT count(*) AS n FROM alert_ticks').one()['n']);
  }

  async #workOff(): Promise<void> {
    this.#dropOld();
    for (let tick = this.#oldest(); tick !== null; tick = this.#oldest()) {
      const quiet = await this.#deps.evaluate(tick);
      this.#storage.transactionSync(() => this.#take(tick, quiet));
    }
  }

  #take({ at, metal }: AlertTick, quiet: QuietPrices): void {
    this.#storage.sql.exec('DELETE FROM alert_ticks WHERE at = ?', at);
    // Those that came meanwhile may fire what this answer still calls armed.
    const [next] = this.#storage.sql
      .exec('SELECT 1 FROM alert_ticks WHERE metal = ? LIMIT 1', metal)
      .toArray();
    if (next === undefined) this.#watch.learn(metal, quiet);
  }

  #oldest(): AlertTick | null {
    const [row] = this.#storage.sql
      .exec<{ at: number; metal: TradedMetal; price_cents: number; price_at: number }>(
        'SELECT at, metal, price_cents, price_at FROM alert_ticks ORDER BY at LIMIT 1',
      )
      .toArray();
    if (row === undefined) return null;
    return { at: row.at, metal: row.metal, priceCents: row.price_cents, priceAt: row.price_at };
  }

  #dropOld(): void {
    const before = this.#deps.now() - TICKS_KEPT_MS;
    const { rowsWritten } = this.#storage.sql.exec('DELETE FROM alert_ticks WHERE at < ?', before);
    if (rowsWritten > 0) logLine('error', 'alert-ticks-dropped', { count: rowsWritten });
  }
}
