// When a price has moved enough to be told to somebody who is not looking at it (Account spec, section 4; decision 30):
// by half a percent or more, up or down, against the price at the last popup of that metal or, before any, at page load.

import type { MetalPrice, PriceSnapshot } from '../../../worker/contract/prices.ts';
import { isTradedMetal, type TradedMetal } from '../../../worker/domain/metals.ts';

/** Account spec, section 9: threshold 0.5 percent. */
export const POPUP_THRESHOLD_BASIS_POINTS = 50;
/** Account spec, section 9: 5 s. */
export const POPUP_LIFETIME_MS = 5_000;

const WHOLE = 10_000;

/** The price update event of the specification (Account spec, section 3). */
export type PriceMove = {
  readonly metal: TradedMetal;
  readonly oldPriceCents: number;
  readonly newPriceCents: number;
  readonly changeCents: number;
  /** 0.82 is +0.82 %. */
  readonly changePercent: number;
  readonly at: string;
};

/** What each metal is measured against. */
export type References = Readonly<Partial<Record<TradedMetal, number>>>;

export type Watched = { readonly references: References; readonly moves: readonly PriceMove[] };

/** Only the two metals that can be bought; a stale price is no news. */
export function watchPrices(references: References, { prices }: Pick<PriceSnapshot, 'prices'>): Watched {
  const next: Partial<Record<TradedMetal, number>> = { ...references };
  const moves: PriceMove[] = [];
  for (const price of prices) {
    if (!isTradedMetal(price.metal) || price.stale) continue;
    const reference = references[price.metal];
    if (reference !== undefined && !isNews(reference, price.priceCents)) continue;
    next[price.metal] = price.priceCents;
    if (reference !== undefined) moves.push(moveOf(price.metal, reference, price));
  }
  return { references: next, moves };
}

/** In whole numbers, so that exactly half a percent is in. */
export function isNews(oldCents: number, newCents: number): boolean {
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
