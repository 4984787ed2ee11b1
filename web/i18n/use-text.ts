// A whole section of words with the business figures filled in, for pages that are mostly text and lists.

import { useMemo } from 'react';
import { accountFigures } from './account-figures.ts';
import { filled } from './filled.ts';
import { useLocale } from './use-words.ts';
import type { Words } from './words.ts';

type Tree = { readonly [key: string]: unknown };

/** `const text = useText(learnWords)`: every text of the section, its figures (`{{tradeFee}}`) in place. */
export function useText<T extends Tree>(words: Words<T>): T {
  const locale = useLocale();
  return useMemo(() => filled(words.dictionaries[locale], accountFigures(locale)), [words, locale]);
}
