// What the price hub says, to the API, to sockets and to quotes. Money in US cents per troy ounce,
// exchange rates in ten-thousandths of a real per dollar, percentages as numbers (0.8 is 0.8 %).

import * as v from 'valibot';
import { HISTORY_RANGES, RESOLUTIONS } from '../domain/history-ranges.ts';
import type { PauseReason as Reason } from '../domain/feed-report.ts';
import { METALS } from '../domain/metals.ts';
import { OBSERVATION_KINDS } from '../domain/price-rules.ts';

const isoTime = v.pipe(v.string(), v.isoTimestamp());

export const ObservationKind = v.picklist(OBSERVATION_KINDS);
export type ObservationKind = v.InferOutput<typeof ObservationKind>;

export const UnquotableReason = v.picklist(['stale', 'unsettled', 'closed', 'paused']);
export type UnquotableReason = v.InferOutput<typeof UnquotableReason>;

/** Why operators have paused quoting, or what they tell visitors, in each language. */
export const PauseReason = v.object({ 'pt-BR': v.string(), en: v.string() });

export const MetalPrice = v.object({
  metal: v.picklist(METALS),
  priceCents: v.pipe(v.number(), v.safeInteger()),
  /** Null without 24 hours of stored prices to compare with: never invented (P8). */
  change24hCents: v.nullable(v.pipe(v.number(), v.safeInteger())),
  change24hPercent: v.nullable(v.number()),
  high24hCents: v.nullable(v.pipe(v.number(), v.safeInteger())),
  low24hCents: v.nullable(v.pipe(v.number(), v.safeInteger())),
  /** What the change is measured against: the last 24 hours, or the last close across a weekend. */
  since: v.picklist(['24h', 'close']),
  asOf: isoTime,
  stale: v.boolean(),
  /** Only while sources contradict each other or a jump waits for confirmation: this metal is not quoted on (P9). */
  unsettled: v.exactOptional(v.literal(true)),
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
    /** Only while paused. */
    pausedReason: v.exactOptional(PauseReason),
    opensAt: v.nullable(isoTime),
  }),
  /** What operators tell every visitor at this time. Every page has the snapshot, so no page asks for it. */
  incident: v.exactOptional(v.object({ id: v.string(), text: PauseReason })),
});
export type PriceSnapshot = v.InferOutput<typeof PriceSnapshot>;

export const PriceFrame = v.intersect([
  v.object({ v: v.literal(1), type: v.picklist(['snapshot', 'tick']) }),
  PriceSnapshot,
]);
export type PriceFrame = v.InferOutput<typeof PriceFrame>;

/** The notice that a customer's cash, metal or transactions changed: read them again. */
export const PORTFOLIO_CHANGED = 'portfolio-changed';

/** The notice that an alert of the customer's fired, or that they changed one on another device. */
export const ALERTS_CHANGED = 'alerts-changed';

/** The close code of a socket whose session has ended: its page asks who it is. */
export const SESSION_ENDED_CODE = 4001;

/** A message to one customer over the price socket. */
export const NoticeFrame = v.object({ v: v.literal(1), type: v.literal('notice'), notice: v.string() });
export type NoticeFrame = v.InferOutput<typeof NoticeFrame>;

export { HISTORY_RANGES };
export const HistoryRange = v.picklist(HISTORY_RANGES);
export type HistoryRange = v.InferOutput<typeof HistoryRange>;
export const HistoryQuery = v.object({ range: v.optional(HistoryRange, '1M') });

/** Where the points come from: our own observations, or imported closes or averages, which a chart must label. */
export const HistorySource = v.object({
  name: v.string(),
  licence: v.string(),
  basis: v.picklist(['observed', 'close', 'average']),
});
export type HistorySource = Readonly<v.InferOutput<typeof HistorySource>>;

const historyReply = {
  range: HistoryRange,
  /** Null while nothing is stored: an empty chart, never an invented one. */
  kind: v.nullable(ObservationKind),
  /** The length of time each point closes. */
  resolution: v.nullable(v.picklist(RESOLUTIONS)),
  sources: v.pipe(v.array(HistorySource), v.readonly()),
};
const safeInteger = v.pipe(v.number(), v.safeInteger());

const PricePoint = v.object({ at: isoTime, priceCents: safeInteger });

/** Points ascend. */
export const PriceHistory = v.object({
  metal: v.picklist(METALS),
  ...historyReply,
  points: v.pipe(v.array(PricePoint), v.readonly()),
  /** The highest and the lowest price within the candles of the range, at the time of their candle; null without any. */
  high: v.nullable(PricePoint),
  low: v.nullable(PricePoint),
});
export type PriceHistory = Readonly<v.InferOutput<typeof PriceHistory>>;

export const FxHistory = v.object({
  pair: v.literal('usd-brl'),
  ...historyReply,
  points: v.pipe(v.array(v.object({ at: isoTime, rateE4: safeInteger })), v.readonly()),
});
export type FxHistory = Readonly<v.InferOutput<typeof FxHistory>>;

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
      readonly reason: 'stale' | 'unsettled' | 'closed' | 'absent';
      readonly opensAt: string | null;
    }
  | {
      readonly ok: false;
      readonly reason: 'paused';
      readonly opensAt: string | null;
      readonly pausedReason?: Reason;
    };

/** What an exchange is made at: reais for a dollar, in ten-thousandths. `source`: who observed it, of several with a plus. */
export type RateBasis = { readonly rateE4: number; readonly asOf: string; readonly source: string };

/** What a new alert is judged by; only ticks after `mark` may fire it. */
export type AlertBasis = { readonly priceCents: number; readonly mark: number };
