// GET /api/portfolio/history: what the portfolio was worth over time. Null is a missing price's value, never zero.

import * as v from 'valibot';
import { Cents, IsoTime, SignedCents } from './money.ts';
import { HistoryRange, ObservationKind } from './prices.ts';

export const PortfolioHistory = v.object({
  range: HistoryRange,
  /** Whose prices value it; null when no feed is configured. */
  kind: v.nullable(ObservationKind),
  /** How far apart the points lie: full hours, or the ends of days or weeks. Null without any. */
  resolution: v.nullable(v.picklist(['hour', 'day', 'week'])),
  /** Ascending, at most 400; none before the first movement of money. */
  points: v.pipe(
    v.array(
      v.object({
        at: IsoTime,
        valueCents: v.nullable(Cents),
        cashCents: Cents,
        /** Deposits less withdrawals since the first point. */
        paidInCents: SignedCents,
        /** What the held bonus was worth: part of the value, never of a gain. */
        heldCents: v.nullable(Cents),
      }),
    ),
    v.readonly(),
  ),
});
export type PortfolioHistory = Readonly<v.InferOutput<typeof PortfolioHistory>>;
