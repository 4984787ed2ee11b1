import { useRuleText } from '../../i18n/rule-text.ts';
import { accountWords } from '../../i18n/words/account.ts';

/** The first error of a field in the page's language, or null. */
export const useFieldErrorText = () => useRuleText(accountWords);
