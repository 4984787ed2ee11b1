// The book as others see it: the snapshot of GET /api/prices and of every frame, and what a quote is made from.

import type {
  MetalPrice,
  PriceFrame,
  PriceSnapshot,
  QuoteBasis,
  RateBasis,
  UnquotableReason,
} from '../worker/contract/prices.ts';
import { marketSession } from '../worker/domain/market-hours.ts';
import { isShowing } from '../worker/domain/incident.ts';
import { METALS, TRADED_METALS, type Metal } from '../worker/domain/metals.ts';
import { isFresh, observedAt, USD_BRL } from '../worker/domain/price-rules.ts';
import { isUnsettled, type Book } from './price-book.ts';
import { iso } from '../worker/domain/time.ts';

export function snapshotOf(book: Book, now: number): PriceSnapshot {
  const prices = METALS.map((metal) => metalPrice(book, metal, now)).filter((price) => price !== null);
  const newest = Math.max(...METALS.map((metal) => book.series[metal]?.price?.asOf ?? -Infinity));
  const rate = book.series[USD_BRL]?.price ?? null;
  const session = marketSession(book.calendar, now);
  const reason = unquotableReason(book, now);
  return {
    seq: book.seq,
    asOf: Number.isFinite(newest) ? iso(newest) : null,
    prices,
    fx: rate === null ? null : { usdBrlE4: rate.mid, asOf: iso(rate.asOf) },
    source: {
      name: book.key.split('/')[0] ?? book.key,
      kind: book.kind,
      marketOpen: session.open,
      quotable: reason === null,
      reason,
      ...(book.paused === null ? {} : { pausedReason: book.paused.reason }),
      opensAt: session.open ? null : iso(session.opensAt),
    },
    ...shownIncident(book, now),
  };
}

/** A snapshot as JSON, which the hub writes once for all sockets, with its seq. */
export type Frame = { readonly seq: number; readonly snapshot: string };

export function frameOf(book: Book, now: number): Frame {
  return { seq: book.seq, snapshot: JSON.stringify(snapshotOf(book, now)) };
}

/** What a socket gets: a PriceFrame as JSON. */
export function frameText(type: PriceFrame['type'], { snapshot }: Frame): string {
  return `{"v":1,"type":"${type}",${snapshot.slice(1)}`;
}

function shownIncident({ incident }: Book, now: number): Pick<PriceSnapshot, 'incident'> {
  if (incident === undefined || !isShowing(incident, now)) return {};
  return { incident: { id: incident.id, text: incident.text } };
}

function metalPrice(book: Book, metal: Metal, now: number): MetalPrice | null {
  const price = book.series[metal]?.price ?? null;
  if (price === null) return null;
  const day = book.day[metal] ?? null;
  const change = day === null ? null : price.mid - day.reference;
  return {
    metal,
    priceCents: price.mid,
    change24hCents: change,
    change24hPercent:
      day === null || change === null ? null : Math.round((change * 10_000) / day.reference) / 100,
    high24hCents: day === null ? null : Math.max(day.high, price.mid),
    low24hCents: day === null ? null : Math.min(day.low, price.mid),
    since: day?.since ?? '24h',
    asOf: iso(price.asOf),
    stale: !isFresh(price.asOf, now),
    ...(isUnsettled(book, metal, now) ? { unsettled: true } : {}),
  };
}

/** Paused by operators, then closed, then stale or unsettled (D9); null while at least one traded metal can be quoted. */
function unquotableReason(book: Book, now: number): UnquotableReason | null {
  if (book.paused !== null) return 'paused';
  if (!marketSession(book.calendar, now).open) return 'closed';
  const priced = TRADED_METALS.filter((metal) => {
    const price = book.series[metal]?.price ?? null;
    return price !== null && price.quotable && isFresh(price.asOf, now);
  });
  if (priced.length === 0) return 'stale';
  return priced.every((metal) => isUnsettled(book, metal, now)) ? 'unsettled' : null;
}

export function quoteBasisOf(book: Book, metal: Metal, now: number): QuoteBasis {
  const session = marketSession(book.calendar, now);
  const opensAt = session.open ? null : iso(session.opensAt);
  if (book.paused !== null) return { ok: false, reason: 'paused', opensAt, pausedReason: book.paused.reason };
  if (!session.open) return { ok: false, reason: 'closed', opensAt };
  const price = book.series[metal]?.price ?? null;
  if (price === null || !price.quotable || book.kind === null)
    return { ok: false, reason: 'absent', opensAt };
  if (!isFresh(price.asOf, now)) return { ok: false, reason: 'stale', opensAt };
  if (isUnsettled(book, metal, now)) return { ok: false, reason: 'unsettled', opensAt };
  return {
    ok: true,
    priceCents: price.mid,
    asOf: iso(price.asOf),
    seq: book.seq,
    kind: book.kind,
    observations: price.basis.map((o) => ({ source: o.source, midCents: o.mid, at: iso(observedAt(o)) })),
  };
}

/** Null where no rate is fresh and undoubted, or operators have paused quoting. The market of metals need not be open. */
export function rateBasisOf(book: Book, now: number): RateBasis | null {
  const rate = book.series[USD_BRL]?.price ?? null;
  if (book.paused !== null || rate === null || !rate.quotable) return null;
  if (!isFresh(rate.asOf, now) || isUnsettled(book, USD_BRL, now)) return null;
  const sources = new Set(rate.basis.map(({ source }) => source));
  return { rateE4: rate.mid, asOf: iso(rate.asOf), source: [...sources].join('+') };
}

/** The parts of a snapshot that time alone changes: when they differ from the last ones sent, the hub broadcasts. */
export function feedStatusOf(book: Book, now: number): string {
  const { source, prices, incident } = snapshotOf(book, now);
  return JSON.stringify([
    source.marketOpen,
    source.reason,
    source.opensAt,
    prices.map((p) => [p.metal, p.stale, p.unsettled === true]),
    ...(incident === undefined ? [] : [incident.id]),
  ]);
}
