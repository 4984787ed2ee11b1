// The book: latest accepted price per series, what each source last said, and what waits for confirmation.
// Pure: time is an argument and a change is a new book, so that the hub can persist book and seq in one step.
// Invariant: a price in the book was observed and passed every rule; nothing is ever made up.

import type { Pause } from '../worker/domain/feed-report.ts';
import type { Incident } from '../worker/domain/incident.ts';
import { INTERVALS_SILENT_MAX, POLLS_MISSED_MAX } from '../worker/domain/limits.ts';
import type { Calendar } from '../worker/domain/market-hours.ts';
import { METALS } from '../worker/domain/metals.ts';
import {
  areApart,
  CONFIRMING_OBSERVATIONS,
  CONFIRMING_SPAN_MS,
  isFresh,
  isJump,
  median,
  observedAt,
  rejectionOf,
  SERIES,
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
  /** How many polls of a source in a row brought no word for this series; absent at none. */
  readonly missed: Readonly<Record<string, number>>;
};

export type Book = {
  readonly seq: number;
  readonly key: string;
  readonly kind: ObservationKind | null;
  readonly calendar: Calendar;
  readonly quotableLicences: readonly LicenceClass[];
  /** How often each source of metal prices is polled, in milliseconds. */
  readonly intervals: Readonly<Record<string, number>>;
  readonly series: Readonly<Partial<Record<Series, SeriesBook>>>;
  readonly day: Readonly<Partial<Record<Series, DayStats>>>;
  readonly paused: Pause | null;
  /** What operators tell visitors; absent in books from before there was one. */
  readonly incident?: Incident;
};

export type BookTerms = Pick<Book, 'key' | 'kind' | 'calendar' | 'quotableLicences' | 'intervals'>;

/** `unchanged`: sound, but nothing that was not known already. */
export type Verdict = 'accepted' | 'unchanged' | Rejection;

export function isSound(verdict: Verdict): boolean {
  return verdict === 'accepted' || verdict === 'unchanged';
}

/** A source that says something sound in itself speaks, even where it is not believed yet. */
export function isWord(verdict: Verdict): boolean {
  return isSound(verdict) || verdict === 'unconfirmed-jump' || verdict === 'out-of-order';
}

const EMPTY_SERIES: SeriesBook = { price: null, latest: {}, suspects: {}, missed: {} };

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

/**
 * Takes in one observation. A price changes only with verdict `accepted`; the book also remembers suspects, and that the
 * source speaks again.
 */
export function takeIn(book: Book, observation: Observation, now: number): { book: Book; verdict: Verdict } {
  const before = book.series[observation.series] ?? EMPTY_SERIES;
  const { after, verdict } = judge(before, observation, book, now);
  return { book: after === before ? book : withSeries(book, observation.series, after), verdict };
}

/** A source of metal prices and one of the exchange rate may have the same name (simulated). */
type Polled = { readonly name: string; readonly subject: 'metals' | 'rate' };

/** After a poll of a source: the metals that it did not speak of, though it did before, missed one. */
export function notePoll(book: Book, { name: source, subject }: Polled, spoken: ReadonlySet<Series>): Book {
  if (subject === 'rate') return book;
  let after = book;
  for (const series of METALS) {
    const one = after.series[series];
    if (one === undefined || spoken.has(series)) continue;
    // A word that is not believed yet may be before the next poll.
    if (one.latest[source] === undefined && one.suspects[source] === undefined) continue;
    const count = Math.min((one.missed[source] ?? 0) + 1, POLLS_MISSED_MAX);
    if (count === one.missed[source]) continue;
    after = withSeries(after, series, { ...one, missed: { ...one.missed, [source]: count } });
  }
  return after;
}

/**
 * What failures and time alone do to the prices: a source that lost its say leaves them at once. While none has a say a
 * price stays as it is, and grows old.
 */
export function review(book: Book, now: number): Book {
  let after = book;
  for (const series of SERIES) {
    const one = book.series[series];
    if (one === undefined || one.price === null || SERIES_RULES[series].pick === 'newest') continue;
    const voices = voicesOf(one, book, now);
    if (voices.length === 0) continue;
    const price = medianOf(voices, book);
    if (!isSameBasis(price.basis, one.price.basis)) after = withSeries(after, series, { ...one, price });
  }
  return after;
}

function withSeries(book: Book, series: Series, one: SeriesBook): Book {
  return { ...book, series: { ...book.series, [series]: one } };
}

/** Why a source has no say in the price now, whatever it said last; null when it has one. */
export function silenceOf(
  one: Heard,
  source: string,
  { intervals }: Pick<BookTerms, 'intervals'>,
  now: number,
): 'stale' | 'failing' | 'silent' | null {
  const word = one.latest[source];
  if (word === undefined || !isFresh(observedAt(word), now)) return 'stale';
  if (isFailing(one, source)) return 'failing';
  const isOld = now - observedAt(word) > (intervals[source] ?? Infinity) * INTERVALS_SILENT_MAX;
  const isOutdated = Object.values(one.latest).some(
    (other) => observedAt(other) > observedAt(word) && !isFailing(one, other.source),
  );
  return isOld && isOutdated ? 'silent' : null;
}

type Heard = Pick<SeriesBook, 'latest' | 'missed'>;

function isFailing({ missed }: Heard, source: string): boolean {
  return (missed[source] ?? 0) >= POLLS_MISSED_MAX;
}

/** The last words of the sources that have a say now: of all that speak, at least the newest, while it is fresh. */
function voicesOf(one: Heard, terms: BookTerms, now: number): Observation[] {
  return Object.values(one.latest).filter((o) => silenceOf(one, o.source, terms, now) === null);
}

/** A jump waits for confirmation, or the sources that have a say contradict each other: nobody knows the price (P9). */
export function isUnsettled(book: Book, series: Series, now: number): boolean {
  const one = book.series[series];
  if (one === undefined) return false;
  const doubted = Object.values(one.suspects).some((said) => {
    const last = said.at(-1);
    return last !== undefined && isFresh(observedAt(last), now);
  });
  if (doubted || SERIES_RULES[series].pick === 'newest') return doubted;
  return areApart(voicesOf(one, book, now).map((o) => o.mid));
}

type Judgement = { readonly after: SeriesBook; readonly verdict: Verdict };

function judge(before: SeriesBook, o: Observation, terms: BookTerms, now: number): Judgement {
  if (o.kind !== terms.kind) return { after: before, verdict: 'wrong-kind' };
  const rejection = rejectionOf(o, now);
  if (rejection !== null) return { after: before, verdict: rejection };

  const missed = without(before.missed, o.source);
  const heard = missed === before.missed ? before : { ...before, missed };
  const known = heard.latest[o.source];
  if (known !== undefined && o.sourceAt < known.sourceAt) return { after: heard, verdict: 'out-of-order' };
  if (known !== undefined && isSameWord(known, o)) return { after: heard, verdict: 'unchanged' };
  if (heard.price !== null && isJump(heard.price.mid, o.mid)) return judgeJump(heard, o, terms, now);

  const suspects = without(heard.suspects, o.source);
  const latest = { ...heard.latest, [o.source]: o };
  const price = priceOf({ latest, missed }, heard.price, o, terms, now);
  return { after: { latest, suspects, missed, price }, verdict: 'accepted' };
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
  const contradicted = voicesOf(before, terms, now).some((l) => l.source !== o.source);
  const persistent =
    own.length >= CONFIRMING_OBSERVATIONS &&
    o.receivedAt - (own[0]?.receivedAt ?? o.receivedAt) >= CONFIRMING_SPAN_MS;

  if (agreeing.length === 0 && (contradicted || !persistent)) {
    const after = { ...before, suspects: { ...before.suspects, [o.source]: own } };
    return { after, verdict: 'unconfirmed-jump' };
  }
  const latest: Record<string, Observation> = {};
  for (const believed of [...agreeing, o]) latest[believed.source] = believed;
  const { missed } = before;
  const price = priceOf({ latest, missed }, null, o, terms, now);
  return { after: { latest, suspects: {}, missed, price }, verdict: 'accepted' };
}

/**
 * The median of the sources that have a say, or the newest word where the series says so. While none has a say, a newer
 * old price replaces an older one, and keeps its true time.
 */
function priceOf(
  one: Heard,
  current: AcceptedPrice | null,
  arrived: Observation,
  terms: BookTerms,
  now: number,
): AcceptedPrice {
  const voices = voicesOf(one, terms, now);
  if (voices.length > 0 && SERIES_RULES[arrived.series].pick === 'median') return medianOf(voices, terms);
  if (current !== null && observedAt(arrived) < current.asOf) return current;
  return medianOf([arrived], terms);
}

/** Of the voices that may be quoted on, by licence, while there is any. */
function medianOf(voices: readonly Observation[], { quotableLicences }: BookTerms): AcceptedPrice {
  const quotable = voices.filter((o) => quotableLicences.includes(o.licence));
  const basis = quotable.length > 0 ? quotable : voices;
  return {
    mid: median(basis.map((o) => o.mid)),
    asOf: Math.max(...basis.map(observedAt)),
    quotable: quotable.length > 0,
    basis,
  };
}

function isSameBasis(a: readonly Observation[], b: readonly Observation[]): boolean {
  return (
    a.length === b.length &&
    a.every((o) => b.some((other) => other.source === o.source && isSameWord(o, other)))
  );
}

function isSameWord(a: Observation, b: Observation): boolean {
  return a.sourceAt === b.sourceAt && a.mid === b.mid && a.bid === b.bid && a.ask === b.ask;
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _dropped, ...rest } = record;
  return rest;
}
