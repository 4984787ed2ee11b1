import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { type Locale, localeOf } from './locale.ts';
import { type Messages, type Translate, translator } from './messages.ts';

/** The URL decides the language; each build has the pages of one (P18). */
export function useLocale(): Locale {
  return localeOf(useLocation().pathname);
}

export function useMessages<T extends Messages>(messages: T): Translate<T> {
  const locale = useLocale();
  return useMemo(() => translator(messages, locale), [messages, locale]);
}
