// What a trade does to a holding: ounces, cost basis and realised gain (P21).
// The ledger's SQL does the same in one batch; the reference model of the tests is built from these.

import { mulDiv } from './money.ts';
import { HOLDING_MAX_OUNCES_E4 } from './limits.ts';

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** One metal of one customer. `ouncesE4` includes `heldOuncesE4`, which may not be sold. */
export type HoldingState = {
  readonly ouncesE4: number;
  readonly heldOuncesE4: number;
  readonly costBasisCents: number;
  readonly realisedGainCents: number;
  readonly boughtCents: number;
};

export const NO_HOLDING: HoldingState = {
  ouncesE4: 0,
  heldOuncesE4: 0,
  costBasisCents: 0,
  realisedGainCents: 0,
  boughtCents: 0,
};

/** What may be sold: everything but the held part. */
export function freeOuncesE4(holding: Pick<HoldingState, 'ouncesE4' | 'heldOuncesE4'>): number {
  return holding.ouncesE4 - holding.heldOuncesE4;
}

/**
 * The basis that leaves with a sale: basis x sold / free, rounded down; selling all that is free removes all. Held silver
 * cost nothing, so it carries no part of the basis (P42).
 */
export function basisRemovedCents(costBasisCents: number, freeE4: number, soldE4: number): number {
  return mulDiv(costBasisCents, soldE4, freeE4, 'down');
}

/** A buy adds its ounces, and its total with the fee to the basis. */
export function afterBuy(holding: HoldingState, ouncesE4: number, totalCents: number): HoldingState {
  return {
    ...holding,
    ouncesE4: holding.ouncesE4 + ouncesE4,
    costBasisCents: holding.costBasisCents + totalCents,
    boughtCents: holding.boughtCents + totalCents,
  };
}

/** A sale removes its ounces and their share of the basis; proceeds less that share are realised. */
export function afterSale(holding: HoldingState, soldE4: number, proceedsCents: number): HoldingState {
  const removed = basisRemovedCents(holding.costBasisCents, freeOuncesE4(holding), soldE4);
  return {
    ...holding,
    ouncesE4: holding.ouncesE4 - soldE4,
    costBasisCents: holding.costBasisCents - removed,
    realisedGainCents: holding.realisedGainCents + proceedsCents - removed,
  };
}

/** How much more of a metal the account may still hold. */
export function roomForOuncesE4(ouncesE4: number): number {
  return Math.max(0, HOLDING_MAX_OUNCES_E4 - ouncesE4);
}
