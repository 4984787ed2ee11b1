// The book: latest accepted price per series, what each source last said, and what waits for confirmation.
// Pure: time is an argument and a change is a new book, so that the hub can persist book and seq in one step.
// Invariant: a price in the book was observed and passed every rule; nothing is ever made up.

import type { Pause } from '../worker/domain/feed-report.ts';
import type { Incident } from '../worker/domain/incident.ts';
import type { Calendar } from '../worker/domain/market-hours.ts';
import {
  CONFIRMING_OBSERVATIONS,
  CONFIRMING_SPAN_MS,
  isFresh,
  isJump,
  median,
  observedAt,
  rejectionOf,
  SERIES_RULES,
  type DayStats,
  type LicenceClass,
  type Observation,
  type ObservationKind,
  type Rejection,
  type Series,
} from '../worker/domain/price-rules.ts';

/** The accepted price and exactly what it was made from. */
export type AcceptedPrice = {
  readonly mid: number;
  readonly asOf: number;
  /** Whether everything in it may be quoted on, by licence. */
  readonly quotable: boolean;
  readonly basis: readonly Observation[];
};

export type SeriesBook = {
  readonly price: AcceptedPrice | null;
  /** Last believed observation of each source. */
  readonly latest: Readonly<Record<string, Observation>>;
  /** Jumps of each source that wait for confirmation, oldest first. */
  readonly suspects: Readonly<Record<string, readonly Observation[]>>;
};

export type Book = {
  readonly seq: number;
  readonly key: string;
  readonly kind: ObservationKind | null;
  readonly calendar: Calendar;
  readonly quotableLicences: readonly LicenceClass[];
  readonly series: Readonly<Partial<Record<Series, SeriesBook>>>;
  readonly day: Readonly<Partial<Record<Series, DayStats>>>;
  readonly paused: Pause | null;
  /** What operators tell visitors; absent in books from before there was one. */
  readonly incident?: Incident;
};

export type BookTerms = Pick<Book, 'key' | 'kind' | 'calendar' | 'quotableLicences'>;

/** `unchanged`: sound, but nothing that was not known already. */
export type Verdict = 'accepted' | 'unchanged' | Rejection;

export function isSound(verdict: Verdict): boolean {
  return verdict === 'accepted' || verdict === 'unchanged';
}

const EMPTY_SERIES: SeriesBook = { price: null, latest: {}, suspects: {} };

/** A book without prices. A changed set of sources starts one; `seq`, the operators' pause and their banner go on. */
export function newBook(terms: BookTerms, previous: Pick<Book, 'seq' | 'paused' | 'incident'> | null): Book {
  const incident = previous?.incident;
  return {
    ...terms,
    seq: previous?.seq ?? 0,
    paused: previous?.paused ?? null,
    ...(incident === undefined ? {} : { incident }),
    series: {},
    day: {},
  };
}

/** What to do with a stored book under the present configuration. */
export function bookFor(terms: BookTerms, stored: Book | null): Book {
  return stored !== null && stored.key === terms.key ? { ...stored, ...terms } : newBook(terms, stored);
}

/** Takes in one observation. The book changes only with verdict `accepted`, or to remember a suspect. */
export function takeIn(book: Book, observation: Observation, now: number): { book: Book; verdict: Verdict } {
  const before = book.series[observation.series] ?? EMPTY_SERIES;
  const result = judge(before, observation, book, now);
  if (result.after === before) return { book, verdict: result.verdict };
  return {
    book: { ...book, series: { ...book.series, [observation.series]: result.after } },
    verdict: result.verdict,
  };
}

type Judgement = { readonly after: SeriesBook; readonly verdict: Verdict };

function judge(before: SeriesBook, o: Observation, terms: BookTerms, now: number): Judgement {
  if (o.kind !== terms.kind) return { after: before, verdict: 'wrong-kind' };
  const rejection = rejectionOf(o, now);
  if (rejection !== null) return { after: before, verdict: rejection };

  const known = before.latest[o.source];
  if (known !== undefined && o.sourceAt < known.sourceAt) return { after: before, verdict: 'out-of-order' };
  if (known !== undefined && isSameWord(known, o)) return { after: before, verdict: 'unchanged' };
  if (before.price !== null && isJump(before.price.mid, o.mid)) return judgeJump(before, o, terms, now);

  const suspects = without(before.suspects, o.source);
  const latest = { ...before.latest, [o.source]: o };
  return {
    after: { latest, suspects, price: priceOf(latest, before.price, o, terms, now) },
    verdict: 'accepted',
  };
}

/**
 * A jump is believed when another source says the same, or when the only source speaking has said it three times
 * over 60 s, each time with a newer stamp: a cached answer repeated is one observation, not three.
 */
function judgeJump(before: SeriesBook, o: Observation, terms: BookTerms, now: number): Judgement {
  const earlier = (before.suspects[o.source] ?? []).filter((s) => !isJump(s.mid, o.mid));
  const last = earlier.at(-1);
  if (last !== undefined && o.sourceAt <= last.sourceAt)
    return { after: before, verdict: 'unconfirmed-jump' };
  const own = [...earlier, o].slice(-20);
  const agreeing = Object.entries(before.suspects)
    .filter(([source]) => source !== o.source)
    .map(([, said]) => said.at(-1))
    .filter((s): s is Observation => s !== undefined && isFresh(observedAt(s), now) && !isJump(s.mid, o.mid));
  const contradicted = Object.values(before.latest).some(
    (l) => l.source !== o.source && isFresh(observedAt(l), now),
  );
  const persistent =
    own.length >= CONFIRMING_OBSERVATIONS &&
    o.receivedAt - (own[0]?.receivedAt ?? o.receivedAt) >= CONFIRMING_SPAN_MS;

  if (agreeing.length === 0 && (contradicted || !persistent)) {
    const after = { ...before, suspects: { ...before.suspects, [o.source]: own } };
    return { after, verdict: 'unconfirmed-jump' };
  }
  const latest: Record<string, Observation> = {};
  for (const believed of [...agreeing, o]) latest[believed.source] = believed;
  return {
    after: { latest, suspects: {}, price: priceOf(latest, null, o, terms, now) },
    verdict: 'accepted',
  };
}

/**
 * The median of the fresh sources (of the quotable ones while any is fresh), or their newest word where the series
 * says so. Without a fresh one, a newer old price replaces an older one, and keeps its true time.
 */
function priceOf(
  latest: Readonly<Record<string, Observation>>,
  current: AcceptedPrice | null,
  arrived: Observation,
  terms: BookTerms,
  now: number,
): AcceptedPrice {
  const mayQuote = (o: Observation) => terms.quotableLicences.includes(o.licence);
  const newest = (pool: readonly Observation[]) =>
    pool.reduce((best, o) => (observedAt(o) > observedAt(best) ? o : best));
  const all = Object.values(latest);
  const fresh = all.filter((o) => isFresh(observedAt(o), now));
  if (fresh.length === 0 || SERIES_RULES[arrived.series].pick === 'newest') {
    const best = newest(all);
    if (current !== null && observedAt(best) < current.asOf) return current;
    return { mid: best.mid, asOf: observedAt(best), quotable: mayQuote(best), basis: [best] };
  }
  const quotable = fresh.filter(mayQuote);
  const basis = quotable.length > 0 ? quotable : fresh;
  return {
    mid: median(basis.map((o) => o.mid)),
    asOf: Math.max(...basis.map(observedAt)),
    quotable: quotable.length > 0,
    basis,
  };
}

function isSameWord(a: Observation, b: Observation): boolean {
  return a.sourceAt === b.sourceAt && a.mid === b.mid && a.bid === b.bid && a.ask === b.ask;
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _dropped, ...rest } = record;
  return rest;
}
