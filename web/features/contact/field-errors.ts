import { codeOfRule } from '../../i18n/rule-code.ts';
import { useWords } from '../../i18n/use-words.ts';
import { contactFormWords } from '../../i18n/words/contact-form.ts';

type ErrorCode = keyof (typeof contactFormWords.dictionaries)['pt-BR']['errors'];

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(contactFormWords.dictionaries['pt-BR'].errors, code);
}

/** The first error of a field in the page's language, or null. */
export function useFieldErrorText(): (errors: readonly string[] | null) => string | null {
  const t = useWords(contactFormWords);
  return (errors) => {
    const first = errors?.[0];
    if (first === undefined) return null;
    const code = codeOfRule(first);
    return t(`errors.${isErrorCode(code) ? code : 'other'}`);
  };
}
