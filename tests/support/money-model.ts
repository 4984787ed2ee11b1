// The reference model of the ledger: one customer's cash, holdings and quotes on one page, without a database.

import type { Portfolio } from '../../worker/contract/portfolio.ts';
import { sandboxOutcome } from '../../worker/domain/deposits.ts';
import { depositRefusal } from '../../worker/domain/fees.ts';
import { TRADED_METALS, type TradedMetal } from '../../worker/domain/metals.ts';
import { afterBuy, afterSale, NO_HOLDING, type HoldingState, type Side } from '../../worker/domain/trades.ts';

export type KeptQuote = {
  readonly quote: string;
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly ouncesE4: number;
  readonly totalCents: number;
  readonly expired: boolean;
  used: boolean;
};

export class MoneyModel {
  cashCents = 0;
  pendingCashCents = 0;
  readonly holdings: Record<TradedMetal, HoldingState> = { gold: NO_HOLDING, silver: NO_HOLDING };
  readonly quotes: KeptQuote[] = [];

  /** What a trade of this quote answers; it is carried out when that is 201. */
  trade(quote: KeptQuote): number | string {
    if (quote.used) return 'QuoteUsed';
    if (quote.expired) return 'QuoteExpired';
    const holding = this.holdings[quote.metal];
    if (quote.side === 'buy') {
      if (quote.totalCents > this.cashCents) return 'InsufficientFunds';
      this.cashCents -= quote.totalCents;
      this.holdings[quote.metal] = afterBuy(holding, quote.ouncesE4, quote.totalCents);
    } else {
      if (quote.ouncesE4 > holding.ouncesE4) return 'InsufficientHoldings';
      this.cashCents += quote.totalCents;
      this.holdings[quote.metal] = afterSale(holding, quote.ouncesE4, quote.totalCents);
    }
    quote.used = true;
    return 201;
  }

  deposit(amountCents: number): number | string {
    const refusal = depositRefusal(amountCents);
    if (refusal !== null) return refusal;
    const word = sandboxOutcome(amountCents);
    if (word === 'completed') this.cashCents += amountCents;
    if (word === 'pending') this.pendingCashCents += amountCents;
    return 201;
  }

  /** What the portfolio must show. */
  seen(): ReturnType<typeof seenIn> {
    const open = TRADED_METALS.filter((metal) => this.holdings[metal].ouncesE4 > 0);
    return {
      cashCents: this.cashCents,
      pendingCashCents: this.pendingCashCents,
      holdings: open.map((metal) => {
        const { ouncesE4, costBasisCents } = this.holdings[metal];
        return { metal, ouncesE4, costBasisCents };
      }),
      realisedGainCents: TRADED_METALS.reduce(
        (sum, metal) => sum + this.holdings[metal].realisedGainCents,
        0,
      ),
    };
  }
}

/** The same of a portfolio that the Worker answered. */
export function seenIn(portfolio: Portfolio) {
  return {
    cashCents: portfolio.cashCents,
    pendingCashCents: portfolio.pendingCashCents,
    holdings: portfolio.holdings.map(({ metal, ouncesE4, costBasisCents }) => ({
      metal: metal as TradedMetal,
      ouncesE4,
      costBasisCents,
    })),
    realisedGainCents: portfolio.totals.realisedGainCents,
  };
}
