// GET /api/portfolio, and the state after a money operation. Null is an unknown price's value, never zero.

import * as v from 'valibot';
import { TRADED_METALS } from '../domain/metals.ts';
import type { PortfolioView } from '../domain/portfolio.ts';
import { Cents, IsoTime, OuncesE4, SignedCents } from './money.ts';

export const Holding = v.object({
  metal: v.picklist(TRADED_METALS),
  /** Includes `heldOuncesE4`; what may be sold is the difference. */
  ouncesE4: OuncesE4,
  heldOuncesE4: OuncesE4,
  averageCostCents: Cents,
  priceCents: v.nullable(Cents),
  valueCents: v.nullable(Cents),
  costBasisCents: Cents,
  gainCents: v.nullable(SignedCents),
  gainPercent: v.nullable(v.number()),
  change24hPercent: v.nullable(v.number()),
});
export type Holding = v.InferOutput<typeof Holding>;

export const Portfolio = v.object({
  /** The time of the prices; null without any. */
  asOf: v.nullable(IsoTime),
  cashCents: Cents,
  /** Deposits the gateway has not decided yet; not part of the total value. */
  pendingCashCents: Cents,
  holdings: v.array(Holding),
  totals: v.object({
    /** Cash and holdings. */
    valueCents: v.nullable(Cents),
    investedCents: Cents,
    gainCents: v.nullable(SignedCents),
    gainPercent: v.nullable(v.number()),
    realisedGainCents: SignedCents,
  }),
  bonus: v.object({
    status: v.picklist(['available', 'held', 'free']),
    /** Purchases of metal so far, fees included. */
    purchasesCents: Cents,
    /** How much of them less sales frees the bonus (P7). */
    releaseCents: Cents,
    /** Purchases less sales, since when they are enough, and when that frees the bonus. Not in replays of older replies. */
    net: v.optional(
      v.object({ cents: SignedCents, since: v.nullable(IsoTime), freesAt: v.nullable(IsoTime) }),
    ),
  }),
});
export type Portfolio = v.InferOutput<typeof Portfolio>;

/** The domain's answer is the wire's: a field that drifts apart does not compile. */
export function portfolioOf(view: PortfolioView): Portfolio {
  return view;
}
