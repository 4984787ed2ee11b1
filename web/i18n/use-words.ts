import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Locale, localeOf } from './locale.ts';
import { type Translate, translator, type Words } from './words.ts';

type Tree = { readonly [key: string]: unknown };

export function useLocale(): Locale {
  return localeOf(useLocation().pathname);
}

export function useWords<T extends Tree>(words: Words<T>): Translate<T> {
  const locale = useLocale();
  return useMemo(() => translator(words, locale), [words, locale]);
}

/** The whole section as data, for lists: `useDictionary(legalWords).sections.map(...)`. */
export function useDictionary<T extends Tree>(words: Words<T>): T {
  return words.dictionaries[useLocale()];
}
