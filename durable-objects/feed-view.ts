// The feed as operators see it: every source, its last word about each series and what became of it. Pure.

import type {
  FeedReport,
  FeedSeries,
  FeedSource,
  FeedWord,
} from '../worker/contract/operators/price-feed.ts';
import type { LeftOut } from '../worker/domain/feed-report.ts';
import {
  differenceBp,
  isFresh,
  observedAt,
  SERIES,
  SERIES_RULES,
  type Series,
} from '../worker/domain/price-rules.ts';
import type { PriceProvider } from '../worker/providers/feed.ts';
import type { PriceFeeds } from '../worker/providers/registry.ts';
import type { LastWord, RefusedWord, Standing, Trouble } from './feed-journal.ts';
import { isSound, type Book } from './price-book.ts';
import { snapshotOf } from './price-view.ts';
import { clockOf } from './source-clock.ts';
import { iso } from '../worker/domain/time.ts';

export type FeedFacts = {
  readonly book: Book;
  readonly feeds: PriceFeeds;
  readonly words: readonly LastWord[];
  readonly refused: readonly RefusedWord[];
  readonly troubles: readonly Trouble[];
  readonly standing: (clock: string) => Standing;
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
    refused: facts.refused.map((word) => ({
      id: word.id,
      series: word.series,
      ...saidIn(word),
      verdict: word.verdict,
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
  const { answeredAt, fault, since, times } = facts.standing(clock);
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

/** Only words of sources that are listened to: those of an earlier configuration say nothing about this price. */
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
            sources: price.basis.map(({ source }) => source),
          },
    words: facts.words
      .filter((word) => word.series === series && names.has(word.source))
      .map((word) => wordOf(word, facts.book, now)),
  };
}

function wordOf(word: LastWord, book: Book, now: number): FeedWord {
  const price = book.series[word.series]?.price ?? null;
  const inPrice = price?.basis.some(({ source }) => source === word.source) ?? false;
  return {
    ...saidIn(word),
    verdict: word.verdict,
    inPrice,
    leftOut: isSound(word.verdict) && !inPrice ? leftOut(word, book, now) : null,
    differenceBp: price === null || word.mid === null ? null : sayable(differenceBp(word.mid, price.mid)),
  };
}

/** By the rules that chose the others (price-book.ts), first the one that decides alone. */
function leftOut(word: LastWord, book: Book, now: number): LeftOut | null {
  const latest = book.series[word.series]?.latest[word.source];
  if (latest === undefined) return 'superseded';
  if (SERIES_RULES[word.series].pick === 'newest') return 'not-newest';
  if (!isFresh(observedAt(latest), now)) return 'stale';
  return book.quotableLicences.includes(latest.licence) ? null : 'licence';
}

type Said = Pick<FeedWord, 'source' | 'value' | 'bid' | 'ask' | 'sourceAt' | 'receivedAt'>;

function saidIn(word: Pick<LastWord, 'source' | 'bid' | 'ask' | 'mid' | 'source_at' | 'received_at'>): Said {
  return {
    source: word.source,
    value: sayable(word.mid),
    bid: sayable(word.bid),
    ask: sayable(word.ask),
    sourceAt: word.source_at === null || !isTime(word.source_at) ? null : iso(word.source_at),
    receivedAt: iso(word.received_at),
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
