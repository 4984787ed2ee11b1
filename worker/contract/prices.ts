// What the price hub says, to the API, to sockets and to quotes. Money in US cents per troy ounce,
// exchange rates in ten-thousandths of a real per dollar, percentages as numbers (0.8 is 0.8 %).

import * as v from 'valibot';
import { HISTORY_RANGES, type Resolution } from '../domain/history-ranges.ts';
import { METALS, type Metal } from '../domain/metals.ts';
import { OBSERVATION_KINDS } from '../domain/price-rules.ts';

const isoTime = v.pipe(v.string(), v.isoTimestamp());

export const ObservationKind = v.picklist(OBSERVATION_KINDS);
export type ObservationKind = v.InferOutput<typeof ObservationKind>;

export const UnquotableReason = v.picklist(['stale', 'closed', 'paused']);
export type UnquotableReason = v.InferOutput<typeof UnquotableReason>;

export const MetalPrice = v.object({
  metal: v.picklist(METALS),
  priceCents: v.pipe(v.number(), v.safeInteger()),
  /** Null without 24 hours of stored prices to compare with: never invented (decision 8). */
  change24hCents: v.nullable(v.pipe(v.number(), v.safeInteger())),
  change24hPercent: v.nullable(v.number()),
  high24hCents: v.nullable(v.pipe(v.number(), v.safeInteger())),
  low24hCents: v.nullable(v.pipe(v.number(), v.safeInteger())),
  /** What the change is measured against: the last 24 hours, or the last close across a weekend. */
  since: v.picklist(['24h', 'close']),
  asOf: isoTime,
  stale: v.boolean(),
});
export type MetalPrice = v.InferOutput<typeof MetalPrice>;

export const PriceSnapshot = v.object({
  seq: v.pipe(v.number(), v.safeInteger()),
  asOf: v.nullable(isoTime),
  /** Only the metals with an accepted price: an absent one is left out, not guessed. */
  prices: v.array(MetalPrice),
  fx: v.nullable(v.object({ usdBrlE4: v.pipe(v.number(), v.safeInteger()), asOf: isoTime })),
  source: v.object({
    name: v.string(),
    kind: v.nullable(ObservationKind),
    marketOpen: v.boolean(),
    quotable: v.boolean(),
    reason: v.nullable(UnquotableReason),
    opensAt: v.nullable(isoTime),
  }),
});
export type PriceSnapshot = v.InferOutput<typeof PriceSnapshot>;

export const PriceFrame = v.intersect([
  v.object({ v: v.literal(1), type: v.picklist(['snapshot', 'tick']) }),
  PriceSnapshot,
]);
export type PriceFrame = v.InferOutput<typeof PriceFrame>;

/** The notice that a customer's cash, metal or transactions changed: read them again. */
export const PORTFOLIO_CHANGED = 'portfolio-changed';

/** A message to one customer over the price socket. */
export const NoticeFrame = v.object({ v: v.literal(1), type: v.literal('notice'), notice: v.string() });
export type NoticeFrame = v.InferOutput<typeof NoticeFrame>;

export { HISTORY_RANGES };
export const HistoryRange = v.picklist(HISTORY_RANGES);
export type HistoryRange = v.InferOutput<typeof HistoryRange>;
export const HistoryQuery = v.object({ range: v.optional(HistoryRange, '1M') });

/** Where the points come from: our own observations, or imported closes or averages, which a chart must label. */
export type HistorySource = {
  readonly name: string;
  readonly licence: string;
  readonly basis: 'observed' | 'close' | 'average';
};

type HistoryReply<Point> = {
  readonly range: HistoryRange;
  /** Null while nothing is stored: an empty chart, never an invented one. */
  readonly kind: ObservationKind | null;
  /** The length of time each point closes. */
  readonly resolution: Resolution | null;
  readonly sources: readonly HistorySource[];
  /** Ascending. */
  readonly points: readonly Point[];
};
export type PriceHistory = HistoryReply<{ readonly at: string; readonly priceCents: number }> & {
  readonly metal: Metal;
};
export type FxHistory = HistoryReply<{ readonly at: string; readonly rateE4: number }> & {
  readonly pair: 'usd-brl';
};

/** What a quote is made from. Observations are remembered in the quote (architecture, Prices). */
export type QuoteBasis =
  | {
      readonly ok: true;
      readonly priceCents: number;
      readonly asOf: string;
      readonly seq: number;
      readonly kind: ObservationKind;
      readonly observations: readonly {
        readonly source: string;
        readonly midCents: number;
        readonly at: string;
      }[];
    }
  | {
      readonly ok: false;
      readonly reason: 'stale' | 'closed' | 'paused' | 'absent';
      readonly opensAt: string | null;
    };
