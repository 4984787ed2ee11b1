// The words of a broken rule. The schema names it `code: English message`; the page says the code in its language.

import { codeOfRule } from '../../i18n/rule-code.ts';
import { useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';

type ErrorCode = keyof (typeof accountWords.dictionaries)['pt-BR']['errors'];

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(accountWords.dictionaries['pt-BR'].errors, code);
}

/** The first error of a field in the page's language, or null. */
export function useFieldErrorText(): (errors: readonly string[] | null) => string | null {
  const t = useWords(accountWords);
  return (errors) => {
    const first = errors?.[0];
    if (first === undefined) return null;
    const code = codeOfRule(first);
    return t(`errors.${isErrorCode(code) ? code : 'other'}`);
  };
}
