// The keeper of figures: one object that adds up what isolates counted, and keeps each minute of the last day. It decides nothing, and
// nobody waits for it. Totals are stored with each call, so that they only grow, whatever restarts.

import { DurableObject } from 'cloudflare:workers';
import { readSeries } from '../worker/contract/metrics.ts';
import {
  addCounted,
  type Counted,
  countedSince,
  type Minute,
  MINUTES_KEPT_MS,
  NOTHING_COUNTED,
} from '../worker/domain/figures.ts';

/** What the minute cron read. */
export type Sample = Pick<Minute, 'at' | 'gauges'> & {
  /** Operations after the one numbered `from`, up to `to`, by series; null: the ledger could not be read. */
  readonly booked: {
    readonly from: number | null;
    readonly to: number;
    readonly counts: Readonly<Record<string, number>>;
  } | null;
};

export type Figures = { readonly totals: Counted; readonly last: Minute | null };

const TOTALS = 'totals';
/** The totals at the end of the last minute. */
const BEFORE = 'before';
const BOOKED = 'booked';

export class MetricsKeeper extends DurableObject<Env> {
  #totals: Counted;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS minutes (at INTEGER PRIMARY KEY, said TEXT NOT NULL)');
    this.#totals = ctx.storage.kv.get<Counted>(TOTALS) ?? NOTHING_COUNTED;
  }

  /** From an isolate. What no release knows is left out. */
  add(counted: Counted): void {
    this.#add(counted);
  }

  /** The number of the last operation that was counted; null at first. */
  booked(): number | null {
    return this.ctx.storage.kv.get<number>(BOOKED) ?? null;
  }

  /** Keeps the minute, and returns those of the last `withinMs`, the oldest first. An operation is counted once, whoever comes twice. */
  minute({ at, gauges, booked }: Sample, withinMs: number): Minute[] {
    const { storage } = this.ctx;
    storage.transactionSync(() => {
      if (booked !== null && booked.from === this.booked()) {
        this.#add({ counts: booked.counts, timings: {} });
        storage.kv.put(BOOKED, booked.to);
      }
      const counted = countedSince(storage.kv.get<Counted>(BEFORE) ?? NOTHING_COUNTED, this.#totals);
      storage.kv.put(BEFORE, this.#totals);
      const minute: Minute = { at, gauges: knownOf(gauges), ...counted };
      storage.sql.exec('INSERT OR REPLACE INTO minutes (at, said) VALUES (?, ?)', at, JSON.stringify(minute));
      storage.sql.exec('DELETE FROM minutes WHERE at < ?', at - MINUTES_KEPT_MS);
    });
    return this.minutesSince(at - withinMs);
  }

  figures(): Figures {
    const [last] = this.ctx.storage.sql
      .exec<{ said: string }>('SELECT said FROM minutes ORDER BY at DESC LIMIT 1')
      .toArray();
    return { totals: this.#totals, last: last === undefined ? null : (JSON.parse(last.said) as Minute) };
  }

  minutesSince(at: number): Minute[] {
    return this.ctx.storage.sql
      .exec<{ said: string }>('SELECT said FROM minutes WHERE at > ? ORDER BY at', at)
      .toArray()
      .map(({ said }) => JSON.parse(said) as Minute);
  }

  #add({ counts, timings }: Counted): void {
    this.#totals = addCounted(this.#totals, { counts: knownOf(counts), timings: knownOf(timings) });
    this.ctx.storage.kv.put(TOTALS, this.#totals);
  }
}

function knownOf<T>(bySeries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(bySeries).filter(([series]) => readSeries(series) !== null));
}
