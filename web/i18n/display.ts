// How this reader sees money: the leading currency, and what stands beside it. The ledger is in dollars. With dollars chosen they stand alone; with reais chosen, reais lead
// and dollars stand beside them (P49). `RateContext` holds the rate: live, or that of a held quote or of a receipt.

import { createContext, use, useMemo } from 'react';
import { useCurrency } from './currency.ts';
import { brlCents, type Currency } from './format.ts';

export type Rate = {
  /** The dollar in reais, in ten-thousandths. */
  readonly usdBrlE4: number;
  readonly asOf: string;
};

/** Undefined while the prices are on their way, null where nobody knows the rate. */
export const RateContext = createContext<Rate | null | undefined>(undefined);

export type Display = {
  readonly leads: Currency;
  /** Null where dollars stand alone. */
  readonly beside: Currency | null;
  readonly rate: Rate | null;
};

/** Without a rate dollars lead: they are known. While it is on its way reais keep their place, as dashes. */
export function displayOf(chosen: Currency, rate: Rate | null | undefined): Display {
  if (chosen === 'USD') return { leads: 'USD', beside: null, rate: rate ?? null };
  return rate === null
    ? { leads: 'USD', beside: 'BRL', rate: null }
    : { leads: 'BRL', beside: 'USD', rate: rate ?? null };
}

export function useDisplay(): Display {
  const chosen = useCurrency();
  const rate = use(RateContext);
  return useMemo(() => displayOf(chosen, rate), [chosen, rate]);
}

/** US cents in cents of a currency; null while that is not known. */
export function inCurrency(cents: number | null, currency: Currency, rate: Rate | null): number | null {
  if (cents === null || currency === 'USD') return cents;
  return rate === null ? null : brlCents(cents, rate.usdBrlE4);
}
