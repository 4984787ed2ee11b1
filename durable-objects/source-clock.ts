// When each source is polled. Every source has its own clock, at most one poll in flight, and publishes each part of its
// reply as it arrives: a hanging source delays no other, and a refresh joins a running poll.

import type { Observation, Series } from '../worker/domain/price-rules.ts';
import type { SourceFault } from '../worker/domain/feed-report.ts';
import type { Feed, PollPart, PriceProvider } from '../worker/providers/feed.ts';
import type { PollOutcome } from './feed-journal.ts';
import { logLine } from '../worker/telemetry/log.ts';

/** What came of observations: how many were sound, and of which series the source spoke. */
export type Published = { readonly sound: number; readonly spoken: readonly Series[] };

export type PollCount = { readonly polled: number; readonly accepted: number };

type Deps = {
  readonly feed: () => Feed;
  readonly publish: (observations: readonly Observation[]) => Published;
  readonly lastPollAt: (source: string) => number | null;
  readonly notePoll: (source: string, at: number) => void;
  readonly noteOutcome: (
    source: PriceProvider,
    outcome: PollOutcome & { readonly spoken: ReadonlySet<Series> },
  ) => void;
};

const NOTHING: Published = { sound: 0, spoken: [] };

export class SourceClock {
  readonly #deps: Deps;
  readonly #inFlight = new Map<string, Promise<PollCount>>();
  readonly #faults = new Map<string, SourceFault>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts every source whose time has come; does not wait for any. */
  startDue(sources: readonly PriceProvider[], pollMs: number, now: number): void {
    for (const source of sources) {
      if (!this.#inFlight.has(clockOf(source)) && this.#dueAt(source, pollMs, now) <= now)
        void this.poll(source, now);
    }
  }

  /** When to look again: the earliest time at which a source is due. */
  nextDueAt(sources: readonly PriceProvider[], pollMs: number, now: number): number {
    const dues = sources.map((source) => {
      const due = this.#dueAt(source, pollMs, now);
      return this.#inFlight.has(clockOf(source)) ? Math.max(due, now + pollMs) : due;
    });
    return Math.min(now + 60_000, ...dues);
  }

  /** Polls all that the vendors' own intervals allow, joins what is under way, and waits for the answers. */
  async pollAll(sources: readonly PriceProvider[], now: number): Promise<PollCount> {
    const allowed = sources.filter(
      (source) => this.#inFlight.has(clockOf(source)) || this.#dueAt(source, 0, now) <= now,
    );
    const counts = await Promise.all(allowed.map((source) => this.poll(source, now)));
    return counts.reduce(
      (sum, c) => ({ polled: sum.polled + c.polled, accepted: sum.accepted + c.accepted }),
      {
        polled: 0,
        accepted: 0,
      },
    );
  }

  /** One poll of one source; a second caller gets the same one. */
  poll(source: PriceProvider, now: number): Promise<PollCount> {
    const key = clockOf(source);
    const under = this.#inFlight.get(key);
    if (under !== undefined) return under;
    this.#deps.notePoll(key, now);
    const poll = this.#gather(source).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, poll);
    return poll;
  }

  async #gather(source: PriceProvider): Promise<PollCount> {
    const settled = await Promise.all(
      source.poll(this.#deps.feed()).map((part) => this.#takePart(source, part)),
    );
    const fault = settled.find((part) => part.fault !== null)?.fault ?? null;
    if (fault === null) this.#noteFault(source, null);
    const answered = settled.some((part) => part.fault === null);
    const spoken = new Set(settled.flatMap((part) => part.spoken));
    this.#deps.noteOutcome(source, { answered, fault, spoken });
    return { polled: 1, accepted: settled.reduce((sum, part) => sum + part.sound, 0) };
  }

  async #takePart(
    source: PriceProvider,
    part: Promise<PollPart>,
  ): Promise<Published & { readonly fault: SourceFault | null }> {
    try {
      const result = await part;
      if (result.ok) return { ...this.#deps.publish(result.value), fault: null };
      this.#noteFault(source, result.error);
      return { ...NOTHING, fault: result.error };
    } catch (error) {
      logLine('error', 'price-poll-failed', { source: source.name, error: String(error) });
    }
    return { ...NOTHING, fault: 'internal' };
  }

  /** One log line when a source begins to fail, changes its failure, or recovers: not one per poll. */
  #noteFault(source: PriceProvider, fault: SourceFault | null): void {
    const key = clockOf(source);
    const before = this.#faults.get(key) ?? null;
    if (before === fault) return;
    if (fault === null) this.#faults.delete(key);
    else this.#faults.set(key, fault);
    logLine('warn', 'price-source', { source: source.name, fault: fault ?? 'recovered' });
  }

  #dueAt(source: PriceProvider, pollMs: number, now: number): number {
    const last = this.#deps.lastPollAt(clockOf(source));
    // A last poll in the future means that the clock was set back: do not wait for it to catch up.
    if (last === null || last > now) return now;
    return last + intervalOf(source, pollMs);
  }
}

/** How often a source is polled where the platform wants a price every `pollMs`. */
export function intervalOf(source: PriceProvider, pollMs: number): number {
  return Math.max(pollMs, source.minIntervalMs);
}

/** Metals and the exchange rate may have a source of the same name (simulated), each with its own clock. */
export function clockOf(source: PriceProvider): string {
  return `${source.subject}:${source.name}`;
}
