// Weights of metal in ten-thousandths of a troy ounce (`...E4`): `ouncesE4: 12500` is 1.25 oz.
// Owns what an amount of metal costs before fees; prices are US cents per troy ounce.

import { OUNCE_E4 } from './limits.ts';
import { mulDiv } from './money.ts';

/** What a buy of `ouncesE4` costs before the fee, in cents, rounded up. */
export function buySubtotalCents(ouncesE4: number, priceCents: number): number {
  return mulDiv(ouncesE4, priceCents, OUNCE_E4, 'up');
}

/** What a sale of `ouncesE4` brings before the fee, in cents, rounded down. */
export function sellSubtotalCents(ouncesE4: number, priceCents: number): number {
  return mulDiv(ouncesE4, priceCents, OUNCE_E4, 'down');
}

/** What a holding is worth at `priceCents`: as a sale would count it, in cents, rounded down. */
export function valueCents(ouncesE4: number, priceCents: number): number {
  return sellSubtotalCents(ouncesE4, priceCents);
}
