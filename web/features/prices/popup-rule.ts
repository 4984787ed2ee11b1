// The change after which a popup reports a price (A4; P30): half a percent or more, up or down, since
// the last popup of that metal or, before the first one, since the page load.

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import { isTradedMetal, type TradedMetal } from '../../../worker/domain/metals.ts';

/** A9: threshold 0.5 percent. */
export const POPUP_THRESHOLD_BASIS_POINTS = 50;
/** A9: 5 s. */
export const POPUP_LIFETIME_MS = 5_000;

const WHOLE = 10_000;

/** The price update event of the specification (A3). */
export type PriceMove = {
  readonly metal: TradedMetal;
  readonly oldPriceCents: number;
  readonly newPriceCents: number;
  readonly changeCents: number;
  /** 0.82 is +0.82 %. */
  readonly changePercent: number;
  readonly at: string;
};

/** The reference price of each metal. */
export type References = Readonly<Partial<Record<TradedMetal, number>>>;

export type Watched = { readonly references: References; readonly moves: readonly PriceMove[] };

/** Only for the two traded metals, and never for a stale price. */
export function watchPrices(references: References, { prices }: Pick<PriceSnapshot, 'prices'>): Watched {
  const next: Partial<Record<TradedMetal, number>> = { ...references };
  const moves: PriceMove[] = [];
  for (const price of prices) {
    if (!isTradedMetal(price.metal) || price.stale) continue;
    const reference = references[price.metal];
    if (reference !== undefined && !isReportable(reference, price.priceCents)) continue;
    next[price.metal] = price.priceCents;
    if (reference !== undefined) moves.push(moveOf(price.metal, reference, price));
  }
  return { references: next, moves };
}

/** In integers, so that exactly half a percent counts. */
export function isReportable(oldCents: number, newCents: number): boolean {
  return Math.abs(newCents - oldCents) * WHOLE >= oldCents * POPUP_THRESHOLD_BASIS_POINTS;
}

function moveOf(metal: TradedMetal, oldPriceCents: number, price: MetalPrice): PriceMove {
  const changeCents = price.priceCents - oldPriceCents;
  return {
    metal,
    oldPriceCents,
    newPriceCents: price.priceCents,
    changeCents,
    changePercent: (changeCents / oldPriceCents) * 100,
    at: price.asOf,
  };
}
