// The feed as operators see it: every source, its last observation of each series and the verdict on it. Pure.

import type {
  FeedReport,
  FeedSeries,
  FeedSource,
  FeedObservation,
} from '../worker/contract/operators/price-feed.ts';
import type { LeftOut } from '../worker/domain/feed-report.ts';
import { differenceBp, isFresh, SERIES, SERIES_RULES, type Series } from '../worker/domain/price-rules.ts';
import type { PriceProvider } from '../worker/providers/feed.ts';
import type { PriceFeeds } from '../worker/providers/registry.ts';
import type { LastObservation, RefusedObservation, SourceHealth, Trouble } from './feed-journal.ts';
import { isSound, isUnsettled, silenceOf, type Book } from './price-book.ts';
import { snapshotOf } from './price-view.ts';
import { clockOf } from './source-clock.ts';
import { iso } from '../worker/domain/time.ts';

export type FeedFacts = {
  readonly book: Book;
  readonly feeds: PriceFeeds;
  readonly lastObservations: readonly LastObservation[];
  readonly refused: readonly RefusedObservation[];
  readonly troubles: readonly Trouble[];
  readonly healthOf: (clock: string) => SourceHealth;
  readonly lastPollAt: (clock: string) => number | null;
};

export function feedReport(facts: FeedFacts, now: number): FeedReport {
  const { book, feeds } = facts;
  const { source } = snapshotOf(book, now);
  return {
    at: iso(now),
    seq: book.seq,
    kind: book.kind,
    pollMs: feeds.pollMs,
    marketOpen: source.marketOpen,
    opensAt: source.opensAt,
    quotable: source.quotable,
    reason: source.reason,
    paused: book.paused === null ? null : { ...book.paused, since: iso(book.paused.since) },
    sources: [...feeds.metals, ...feeds.rates].map((one) => sourceOf(one, facts, now)),
    notUsed: [...feeds.refused],
    series: SERIES.map((series) => seriesOf(series, facts, now)),
    refused: facts.refused.map((observation) => ({
      id: observation.id,
      series: observation.series,
      ...valuesOf(observation),
      verdict: observation.verdict,
    })),
    troubles: facts.troubles.map(({ id, clock, fault, since, ended_at }) => ({
      id,
      source: clock.slice(clock.indexOf(':') + 1),
      subject: clock.startsWith('rate:') ? 'rate' : 'metals',
      fault,
      since: iso(since),
      endedAt: ended_at === null ? null : iso(ended_at),
    })),
  };
}

function sourceOf(one: PriceProvider, facts: FeedFacts, now: number): FeedSource {
  const clock = clockOf(one);
  const { answeredAt, fault, since, times } = facts.healthOf(clock);
  const last = facts.lastPollAt(clock);
  const askable = last === null || last > now ? now : last + one.minIntervalMs;
  return {
    name: one.name,
    subject: one.subject,
    kind: one.kind,
    licence: one.licence,
    mayQuote: facts.feeds.quotableLicences.includes(one.licence),
    lastAskedAt: last === null ? null : iso(last),
    lastAnsweredAt: answeredAt === null ? null : iso(answeredAt),
    notBefore: askable > now ? iso(askable) : null,
    trouble: fault === null || since === null ? null : { fault, since: iso(since), times },
  };
}

/** Only observations of configured sources: those of an earlier configuration are not part of this price. */
function seriesOf(series: Series, facts: FeedFacts, now: number): FeedSeries {
  const price = facts.book.series[series]?.price ?? null;
  const listened = series === 'usd-brl' ? facts.feeds.rates : facts.feeds.metals;
  const names = new Set(listened.map(({ name }) => name));
  return {
    series,
    accepted:
      price === null
        ? null
        : {
            value: price.mid,
            asOf: iso(price.asOf),
            fresh: isFresh(price.asOf, now),
            mayQuote: price.quotable,
            settled: !isUnsettled(facts.book, series, now),
            sources: price.basis.map(({ source }) => source),
          },
    words: facts.lastObservations
      .filter((observation) => observation.series === series && names.has(observation.source))
      .map((observation) => viewOf(observation, facts.book, now)),
  };
}

function viewOf(observation: LastObservation, book: Book, now: number): FeedObservation {
  const price = book.series[observation.series]?.price ?? null;
  const inPrice = price?.basis.some(({ source }) => source === observation.source) ?? false;
  return {
    ...valuesOf(observation),
    verdict: observation.verdict,
    inPrice,
    leftOut: isSound(observation.verdict) && !inPrice ? leftOut(observation, book, now) : null,
    differenceBp:
      price === null || observation.mid === null ? null : sayable(differenceBp(observation.mid, price.mid)),
  };
}

/** By the rules that chose the others (price-book.ts), first the one that decides alone. */
function leftOut(observation: LastObservation, book: Book, now: number): LeftOut | null {
  const one = book.series[observation.series];
  const latest = one?.latest[observation.source];
  if (one === undefined || latest === undefined) return 'superseded';
  if (SERIES_RULES[observation.series].pick === 'newest') return 'not-newest';
  const silence = silenceOf(one, observation.source, book, now);
  if (silence !== null) return silence;
  return book.quotableLicences.includes(latest.licence) ? null : 'licence';
}

type Values = Pick<FeedObservation, 'source' | 'value' | 'bid' | 'ask' | 'sourceAt' | 'receivedAt'>;

function valuesOf(
  observation: Pick<LastObservation, 'source' | 'bid' | 'ask' | 'mid' | 'source_at' | 'received_at'>,
): Values {
  return {
    source: observation.source,
    value: sayable(observation.mid),
    bid: sayable(observation.bid),
    ask: sayable(observation.ask),
    sourceAt:
      observation.source_at === null || !isTime(observation.source_at) ? null : iso(observation.source_at),
    receivedAt: iso(observation.received_at),
  };
}

/** Infinity and minus zero have no JSON. */
function sayable(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value + 0 : null;
}

/** A vendor may claim any number; what no calendar page shows is left out. */
function isTime(at: number): boolean {
  return at >= 0 && at < Date.UTC(10_000, 0);
}
