// Market figures that follow from prices: the gold/silver ratio (C9) and what a stock of metal is
// worth. Unknown prices give null, never a stand-in (P8).

import { GRAMS_PER_TROY_OUNCE } from './limits.ts';

/** 32,150.7466 troy ounces. */
export const OUNCES_PER_TONNE = 1_000_000 / GRAMS_PER_TROY_OUNCE;

/** How many ounces of silver cost as much as one of gold, rounded; null without both prices. */
export function goldSilverRatio(goldCents: number | null, silverCents: number | null): number | null {
  if (goldCents === null || silverCents === null || silverCents <= 0) return null;
  return Math.round(goldCents / silverCents);
}

/** What so many tonnes are worth at a price per ounce, in dollars. For orders of magnitude, not for accounts. */
export function stockValueDollars(tonnes: number, priceCents: number): number {
  return (tonnes * OUNCES_PER_TONNE * priceCents) / 100;
}
