// The portfolio at the live price: holdings come from the server, their values from the live price, recomputed with every
// tick. The rounding is the server's, so the next reply changes nothing. An unknown value stays unknown.

import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { percentOf } from '../../../worker/domain/money.ts';
import { valueCents } from '../../../worker/domain/ounces.ts';
import {
  type HoldingView,
  openGain,
  type PortfolioView,
  sumOrUnknown,
} from '../../../worker/domain/portfolio.ts';
import { freeOuncesE4 } from '../../../worker/domain/trades.ts';

export type LivePortfolio = Pick<PortfolioView, 'cashCents' | 'pendingCashCents' | 'holdings' | 'bonus'> & {
  readonly totals: PortfolioView['totals'] & { readonly metalCents: number | null };
};

export function revalue(portfolio: PortfolioView, prices: PriceSnapshot | undefined): LivePortfolio {
  const holdings = portfolio.holdings.map((holding) => revalued(holding, prices));
  const metalCents = sumOrUnknown(holdings.map((holding) => holding.valueCents));
  const { investedCents, realisedGainCents } = portfolio.totals;
  const gainCents = sumOrUnknown(holdings.map((holding) => holding.gainCents));
  return {
    cashCents: portfolio.cashCents,
    pendingCashCents: portfolio.pendingCashCents,
    holdings,
    bonus: portfolio.bonus,
    totals: {
      metalCents,
      valueCents: metalCents === null ? null : portfolio.cashCents + metalCents,
      investedCents,
      gainCents,
      gainPercent: gainCents === null ? null : percentOf(gainCents, investedCents),
      realisedGainCents,
    },
  };
}

/** Without a live price the server's valuation price applies; without both the value is unknown, never zero. */
function revalued(holding: HoldingView, prices: PriceSnapshot | undefined): HoldingView {
  const live = prices?.prices.find((price) => price.metal === holding.metal);
  if (live === undefined) return holding;
  return {
    ...holding,
    priceCents: live.priceCents,
    change24hPercent: live.change24hPercent,
    valueCents: valueCents(holding.ouncesE4, live.priceCents),
    ...openGain(holding.costBasisCents, freeOuncesE4(holding), live.priceCents),
  };
}

export type Slice = {
  readonly part: 'gold' | 'silver' | 'cash';
  readonly cents: number;
  /** Percent with one decimal; the slices add up to exactly 100. */
  readonly percent: number;
};

/** The division of the portfolio; null while a value is unknown, empty when the portfolio is. */
export function allocation(portfolio: LivePortfolio): readonly Slice[] | null {
  const total = portfolio.totals.valueCents;
  if (total === null) return null;
  const valueOf = (metal: 'gold' | 'silver') =>
    portfolio.holdings.find((holding) => holding.metal === metal)?.valueCents ?? 0;
  const parts = [
    { part: 'gold', cents: valueOf('gold') },
    { part: 'silver', cents: valueOf('silver') },
    { part: 'cash', cents: portfolio.cashCents },
  ] as const;
  if (total === 0) return [];
  return inTenths(parts, total);
}

/** Largest remainders: rounded tenths of a percent whose sum is exactly 100 percent. */
function inTenths(parts: readonly Omit<Slice, 'percent'>[], total: number): Slice[] {
  const exact = parts.map(({ cents }) => (cents / total) * 1_000);
  const tenths = exact.map(Math.floor);
  const missing = 1_000 - tenths.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value % 1 }))
    .sort((a, b) => b.rest - a.rest);
  for (const { index } of byRemainder.slice(0, missing)) tenths[index] = (tenths[index] ?? 0) + 1;
  return parts.map(({ part, cents }, index) => ({ part, cents, percent: (tenths[index] ?? 0) / 10 }));
}
