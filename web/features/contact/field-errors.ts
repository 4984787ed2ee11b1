import { useRuleText } from '../../i18n/rule-text.ts';
import { contactFormWords } from '../../i18n/words/contact-form.ts';

/** The first error of a field in the page's language, or null. */
export const useFieldErrorText = () => useRuleText(contactFormWords);
