// The display currency: a choice of the reader, remembered on this device. Accounts and orders stay in dollars;
// BRL adds the value at the live rate beside them (decision 1). Nothing stored follows the language.

import { useSyncExternalStore } from 'react';
import type { Currency } from './format.ts';
import { useLocale } from './use-words.ts';

export const CURRENCY_KEY = 'currency';

const listeners = new Set<() => void>();
/** Lives on when the browser refuses storage. */
let chosen: Currency | null = null;

function read(): Currency | null {
  try {
    const stored = localStorage.getItem(CURRENCY_KEY);
    if (stored === 'USD' || stored === 'BRL') return stored;
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  return chosen;
}

/** What was chosen here; null while it follows the language. */
export const storedCurrency = read;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export function chooseCurrency(currency: Currency): void {
  chosen = currency;
  try {
    localStorage.setItem(CURRENCY_KEY, currency);
  } catch {
    // See read().
  }
  for (const listener of listeners) listener();
}

export function useCurrency(): readonly [Currency, (currency: Currency) => void] {
  const locale = useLocale();
  const stored = useSyncExternalStore(subscribe, read, () => null);
  return [stored ?? (locale === 'pt-BR' ? 'BRL' : 'USD'), chooseCurrency];
}
