// Accepted prices on their way to the customers' alerts. A price enters the queue in the same synchronous step as the book,
// so a restart loses none, and leaves it when everything it set off is committed and told. One at a time, in order:
// the order of prices is what a crossing is made of.

import type { AlertTick } from '../worker/db/alert-ticks.ts';
import type { TradedMetal } from '../worker/domain/metals.ts';
import { DAY_MS } from '../worker/domain/time.ts';

/** A crossing this old is no news: what the database could not take for a whole day is dropped. */
const TICKS_KEPT_MS = DAY_MS;
/** After trouble with the database the queue waits this long. */
const RETRY_MS = 5_000;

const MARK = 'alerts:mark';

type Ground = {
  readonly now: () => number;
  /** Carries out one tick and tells whom it concerns. */
  readonly carryOut: (tick: AlertTick) => Promise<void>;
};

export class AlertQueue {
  readonly #storage: DurableObjectStorage;
  readonly #ground: Ground;
  #working: Promise<void> | null = null;
  #retryAfter = 0;

  constructor(storage: DurableObjectStorage, ground: Ground) {
    this.#storage = storage;
    this.#ground = ground;
    storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS alert_ticks (
        at INTEGER PRIMARY KEY, metal TEXT NOT NULL, price_cents INTEGER NOT NULL, price_at INTEGER NOT NULL
      ) STRICT;`);
  }

  /** The newest tick: an alert made now is older than the next one, and younger than all before. */
  get mark(): number {
    return this.#storage.kv.get<number>(MARK) ?? 0;
  }

  /** Synchronous, for the step that changes the book. A tick's name is its time, pushed on where two would share it. */
  add(metal: TradedMetal, priceCents: number, priceAt: number): void {
    const at = Math.max(this.#ground.now(), this.mark + 1);
    this.#storage.kv.put(MARK, at);
    this.#storage.sql.exec(
      'INSERT INTO alert_ticks (at, metal, price_cents, price_at) VALUES (?, ?, ?, ?)',
      at,
      metal,
      priceCents,
      priceAt,
    );
  }

  /** Works the queue off. Whoever calls while it is at work joins it; never throws. */
  work(): Promise<void> {
    if (this.#ground.now() < this.#retryAfter) return Promise.resolve();
    this.#working ??= this.#workOff()
      .catch((error: unknown) => {
        this.#retryAfter = this.#ground.now() + RETRY_MS;
        console.error(
          JSON.stringify({ event: 'alerts-not-evaluated', waiting: this.waiting, error: String(error) }),
        );
      })
      .finally(() => {
        this.#working = null;
        // What came in while the last turn was ending.
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
      await this.#ground.carryOut(tick);
      this.#storage.sql.exec('DELETE FROM alert_ticks WHERE at = ?', tick.at);
    }
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
    const before = this.#ground.now() - TICKS_KEPT_MS;
    const { rowsWritten } = this.#storage.sql.exec('DELETE FROM alert_ticks WHERE at < ?', before);
    if (rowsWritten > 0) console.error(JSON.stringify({ event: 'alert-ticks-dropped', count: rowsWritten }));
  }
}
