// What a customer owns, valued: a pure function of stored facts and the price marks of a moment.
// An unknown price makes an unknown value (null), never zero (P22); a percentage over zero is null.

import { type BonusClock, freesAt } from './bonus.ts';
import { percentOf, safeInteger } from './money.ts';
import { BONUS_RELEASE_CENTS } from './limits.ts';
import { TRADED_METALS, type TradedMetal } from './metals.ts';
import { valueCents } from './ounces.ts';
import { OUNCE_E4 } from './limits.ts';
import { iso } from './time.ts';
import { freeOuncesE4, type HoldingState } from './trades.ts';

export type Mark = { readonly priceCents: number; readonly change24hPercent: number | null };
/** Prices at one moment; null where there is none. */
export type Marks = { readonly asOf: string | null } & Readonly<Record<TradedMetal, Mark | null>>;

export const NO_MARKS: Marks = { asOf: null, gold: null, silver: null };

export type StoredPortfolio = {
  readonly cashCents: number;
  readonly pendingCashCents: number;
  readonly bonusClaimed: boolean;
  /** Not in replies stored before version 3 (worker/ledger/reply.ts). */
  readonly bonusClock?: BonusClock;
  readonly holdings: readonly (HoldingState & { readonly metal: TradedMetal })[];
};

export type BonusStatus = 'available' | 'held' | 'free';

export type HoldingView = {
  metal: TradedMetal;
  ouncesE4: number;
  heldOuncesE4: number;
  /** Of the ounces that are not held back: the held bonus cost nothing. */
  averageCostCents: number;
  priceCents: number | null;
  /** Of all ounces, the held ones included. */
  valueCents: number | null;
  costBasisCents: number;
  /** The value of the ounces that are not held back, less the cost basis (P42). */
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
    /** The open gain and its percentage of the invested amount; what sales brought is beside it. */
    gainCents: number | null;
    gainPercent: number | null;
    realisedGainCents: number;
  };
  bonus: {
    status: BonusStatus;
    purchasesCents: number;
    releaseCents: number;
    /** Purchases less sales, since when they are enough, and when a held bonus is free if they stay so (P7). */
    net?: { cents: number; since: string | null; freesAt: string | null } | undefined;
  };
};

/** Average cost of one ounce in cents, rounded half up; derived, never stored (P21). */
export function averageCostCents(costBasisCents: number, ouncesE4: number): number {
  if (ouncesE4 === 0) return 0;
  return safeInteger(
    (BigInt(costBasisCents) * BigInt(2 * OUNCE_E4) + BigInt(ouncesE4)) / BigInt(2 * ouncesE4),
  );
}

/** A claimed bonus of which nothing is held any more, because it was freed (P7) or taken back, is not waited for. */
export function bonusStatus(claimed: boolean, heldOuncesE4: number): BonusStatus {
  if (!claimed) return 'available';
  return heldOuncesE4 === 0 ? 'free' : 'held';
}

/** What a gain is counted over: `all` is how the first replies counted the held bonus (worker/ledger/reply.ts). */
export type GainBasis = 'free' | 'all';

/** The portfolio as the customer sees it. Total value is cash and holdings; money not yet settled is beside it. */
export function valuePortfolio(
  facts: StoredPortfolio,
  marks: Marks,
  gainBasis: GainBasis = 'free',
): PortfolioView {
  const open = TRADED_METALS.flatMap((metal) =>
    facts.holdings.filter((holding) => holding.metal === metal && holding.ouncesE4 > 0),
  );
  const holdings = open.map((holding) => valueHolding(holding, marks[holding.metal], gainBasis));
  const investedCents = sum(holdings.map((holding) => holding.costBasisCents));
  const metalCents = sumOrUnknown(holdings.map((holding) => holding.valueCents));
  const gainCents = sumOrUnknown(holdings.map((holding) => holding.gainCents));
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
      status: bonusStatus(facts.bonusClaimed, sum(facts.holdings.map((holding) => holding.heldOuncesE4))),
      purchasesCents,
      releaseCents: BONUS_RELEASE_CENTS,
      ...(facts.bonusClock === undefined ? {} : { net: netOf(facts.bonusClock) }),
    },
  };
}

function netOf(clock: BonusClock): NonNullable<PortfolioView['bonus']['net']> {
  const [since, free] = [clock.bonusSince, freesAt(clock)].map((at) => (at === null ? null : iso(at)));
  return { cents: clock.netPurchasesCents, since: since ?? null, freesAt: free ?? null };
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
  gainBasis: GainBasis,
): HoldingView {
  const { metal, ouncesE4, heldOuncesE4, costBasisCents } = holding;
  const paidE4 = gainBasis === 'free' ? freeOuncesE4(holding) : ouncesE4;
  return {
    metal,
    ouncesE4,
    heldOuncesE4,
    averageCostCents: averageCostCents(costBasisCents, paidE4),
    priceCents: mark?.priceCents ?? null,
    valueCents: mark === null ? null : valueCents(ouncesE4, mark.priceCents),
    costBasisCents,
    ...openGain(costBasisCents, paidE4, mark?.priceCents ?? null),
    change24hPercent: mark?.change24hPercent ?? null,
  };
}

/** What these ounces are worth less what they cost; null without a price. */
export function openGain(
  costBasisCents: number,
  paidE4: number,
  priceCents: number | null,
): Pick<HoldingView, 'gainCents' | 'gainPercent'> {
  if (priceCents === null) return { gainCents: null, gainPercent: null };
  const gainCents = valueCents(paidE4, priceCents) - costBasisCents;
  return { gainCents, gainPercent: percentOf(gainCents, costBasisCents) };
}

export type GainSummary = {
  /** Open and realised. */
  readonly totalCents: number | null;
  readonly openCents: number | null;
  readonly realisedCents: number;
  /** What all purchases cost, fees included, and the total gain in percent of it. */
  readonly paidCents: number;
  readonly percent: number | null;
  /** What the held bonus is worth: part of the total value, never of a gain (P42). */
  readonly heldCents: number | null;
};

/** The one answer to "what have I gained", for the metric card; the chart's sentence over all time says the same. */
export function gainSummary(view: Pick<PortfolioView, 'holdings' | 'totals' | 'bonus'>): GainSummary {
  const { gainCents, realisedGainCents } = view.totals;
  const paidCents = view.bonus.purchasesCents;
  const totalCents = gainCents === null ? null : gainCents + realisedGainCents;
  return {
    totalCents,
    openCents: gainCents,
    realisedCents: realisedGainCents,
    paidCents,
    percent: totalCents === null ? null : percentOf(totalCents, paidCents),
    heldCents: sumOrUnknown(
      view.holdings.map(({ ouncesE4, heldOuncesE4, priceCents }) =>
        heldValueCents(ouncesE4, heldOuncesE4, priceCents),
      ),
    ),
  };
}

/** The held part of a holding's value: the whole less the rest, so that the two add up to the cent. */
export function heldValueCents(
  ouncesE4: number,
  heldOuncesE4: number,
  priceCents: number | null,
): number | null {
  if (heldOuncesE4 === 0) return 0;
  return priceCents === null
    ? null
    : valueCents(ouncesE4, priceCents) - valueCents(ouncesE4 - heldOuncesE4, priceCents);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function sumOrUnknown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );
}
