// The display currency, remembered on this device; by default it follows the language. Accounts and orders stay in
// dollars; BRL adds the value at the live rate (P1). Nothing on the server follows it.

import { createContext, use } from 'react';
import { stored } from '../api/stored.ts';
import type { Currency } from './format.ts';
import { useLocale } from './use-messages.ts';

/** Null while it follows the language. */
export const storedCurrency = stored('currency', (text): Currency | null =>
  text === 'USD' || text === 'BRL' ? text : null,
);

/** Within it, values are shown in this currency: an operator sees a customer's dashboard in that customer's. */
export const ShownCurrency = createContext<Currency | null>(null);

export function useCurrency(): Currency {
  const locale = useLocale();
  const own = storedCurrency.use();
  return use(ShownCurrency) ?? own ?? (locale === 'pt-BR' ? 'BRL' : 'USD');
}
