// What a customer owns, valued: a pure function of stored facts and the price marks of a moment.
// An unknown price makes an unknown value (null), never zero (P22); a percentage over zero is null.

import { percentOf, safeInteger } from './money.ts';
import { BONUS_RELEASE_CENTS } from './limits.ts';
import { TRADED_METALS, type TradedMetal } from './metals.ts';
import { OUNCE_E4, valueCents } from './ounces.ts';
import type { HoldingState } from './trades.ts';

export type Mark = { readonly priceCents: number; readonly change24hPercent: number | null };
/** Prices at one moment; null where there is none. */
export type Marks = { readonly asOf: string | null } & Readonly<Record<TradedMetal, Mark | null>>;

export const NO_MARKS: Marks = { asOf: null, gold: null, silver: null };

export type StoredPortfolio = {
  readonly cashCents: number;
  readonly pendingCashCents: number;
  readonly bonusClaimed: boolean;
  readonly holdings: readonly (HoldingState & { readonly metal: TradedMetal })[];
};

export type BonusStatus = 'available' | 'held' | 'free';

export type HoldingView = {
  metal: TradedMetal;
  ouncesE4: number;
  heldOuncesE4: number;
  averageCostCents: number;
  priceCents: number | null;
  valueCents: number | null;
  costBasisCents: number;
  gainCents: number | null;
  gainPercent: number | null;
  change24hPercent: number | null;
};

export type PortfolioView = {
  asOf: string | null;
  cashCents: number;
  pendingCashCents: number;
  holdings: HoldingView[];
  totals: {
    valueCents: number | null;
    investedCents: number;
    gainCents: number | null;
    gainPercent: number | null;
    realisedGainCents: number;
  };
  bonus: { status: BonusStatus; purchasesCents: number; releaseCents: number };
};

/** Average cost of one ounce in cents, rounded half up; derived, never stored (P21). */
export function averageCostCents(costBasisCents: number, ouncesE4: number): number {
  if (ouncesE4 === 0) return 0;
  return safeInteger(
    (BigInt(costBasisCents) * BigInt(2 * OUNCE_E4) + BigInt(ouncesE4)) / BigInt(2 * ouncesE4),
  );
}

/**
 * Held until the customer's purchases of metal, fees included, reach 1,000 US dollars (P7). A claimed bonus of which
 * nothing is held any more, because it was taken back or sold before a purchase was undone, is not waited for.
 */
export function bonusStatus(claimed: boolean, purchasesCents: number, heldOuncesE4: number): BonusStatus {
  if (!claimed) return 'available';
  return purchasesCents >= BONUS_RELEASE_CENTS || heldOuncesE4 === 0 ? 'free' : 'held';
}

/** The portfolio as the customer sees it. Total value is cash and holdings; money not yet settled is beside it. */
export function valuePortfolio(facts: StoredPortfolio, marks: Marks): PortfolioView {
  const open = TRADED_METALS.flatMap((metal) =>
    facts.holdings.filter((holding) => holding.metal === metal && holding.ouncesE4 > 0),
  );
  const holdings = open.map((holding) => valueHolding(holding, marks[holding.metal]));
  const investedCents = sum(holdings.map((holding) => holding.costBasisCents));
  const metalCents = sumOrUnknown(holdings.map((holding) => holding.valueCents));
  const gainCents = metalCents === null ? null : metalCents - investedCents;
  const purchasesCents = sum(facts.holdings.map((holding) => holding.boughtCents));
  return {
    asOf: marks.asOf,
    cashCents: facts.cashCents,
    pendingCashCents: facts.pendingCashCents,
    holdings,
    totals: {
      valueCents: metalCents === null ? null : facts.cashCents + metalCents,
      investedCents,
      gainCents,
      gainPercent: gainCents === null ? null : percentOf(gainCents, investedCents),
      realisedGainCents: sum(facts.holdings.map((holding) => holding.realisedGainCents)),
    },
    bonus: {
      status: bonusStatus(
        facts.bonusClaimed,
        purchasesCents,
        sum(facts.holdings.map((holding) => holding.heldOuncesE4)),
      ),
      purchasesCents,
      releaseCents: BONUS_RELEASE_CENTS,
    },
  };
}

/** Cash and metal at these prices, for sums over many; null while a price that counts is unknown. */
export function worthCents(
  owned: { readonly cashCents: number; readonly goldE4: number; readonly silverE4: number },
  marks: Marks,
): number | null {
  const worthOf = (ouncesE4: number, mark: Mark | null): number | null => {
    if (ouncesE4 === 0) return 0;
    return mark === null ? null : valueCents(ouncesE4, mark.priceCents);
  };
  const { cashCents, goldE4, silverE4 } = owned;
  return sumOrUnknown([cashCents, worthOf(goldE4, marks.gold), worthOf(silverE4, marks.silver)]);
}

function valueHolding(
  holding: HoldingState & { readonly metal: TradedMetal },
  mark: Mark | null,
): HoldingView {
  const value = mark === null ? null : valueCents(holding.ouncesE4, mark.priceCents);
  const gainCents = value === null ? null : value - holding.costBasisCents;
  return {
    metal: holding.metal,
    ouncesE4: holding.ouncesE4,
    heldOuncesE4: holding.heldOuncesE4,
    averageCostCents: averageCostCents(holding.costBasisCents, holding.ouncesE4),
    priceCents: mark?.priceCents ?? null,
    valueCents: value,
    costBasisCents: holding.costBasisCents,
    gainCents,
    gainPercent: gainCents === null ? null : percentOf(gainCents, holding.costBasisCents),
    change24hPercent: mark?.change24hPercent ?? null,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumOrUnknown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );
}
