// The words of a broken rule. The schema names it `code: English message`; the page says the code in its language.

import { codeOfRule } from './rule-code.ts';
import { useLocale } from './use-words.ts';
import type { Words } from './words.ts';

type RuleWords = {
  /** By the rule's code; `other` for a code that has no words of its own. */
  readonly errors: { readonly other: string };
  readonly [key: string]: unknown;
};

/** The first error of a field in the page's language, or null. */
export function useRuleText<T extends RuleWords>(
  words: Words<T>,
): (errors: readonly string[] | null) => string | null {
  const locale = useLocale();
  return (errors) => {
    const first = errors?.[0];
    if (first === undefined) return null;
    const code = codeOfRule(first);
    const known = Object.hasOwn(words.dictionaries[locale].errors, code) ? code : 'other';
    return words.say(locale, `errors.${known}`);
  };
}
