import { focus, type FormStore, getDeepErrorEntries } from '@formisch/react';
import type { Translate } from '../../i18n/words.ts';
import type { signupWords } from '../../i18n/words/signup.ts';
import type { SummaryEntry } from '../../ui/error-summary.tsx';
import type { SignUp } from '../../../worker/contract/accounts.ts';

const LABELLED = ['fullName', 'phone', 'email', 'password', 'confirmPassword'] as const;
type Labelled = (typeof LABELLED)[number];

type SignupTexts = (typeof signupWords.dictionaries)['pt-BR'];

export function summaryOf(
  form: FormStore<typeof SignUp>,
  t: Translate<SignupTexts>,
  errorText: (errors: readonly string[]) => string | null,
): readonly SummaryEntry[] {
  return getDeepErrorEntries(form).map(({ path, errors }) => {
    const field = LABELLED.find((name): name is Labelled => name === path[0]);
    return {
      field: field ?? 'acceptTerms',
      label: field === undefined ? t('terms.field') : t(field),
      text: errorText(errors) ?? '',
      focus: () => focus(form, { path: [field ?? 'acceptTerms'] }),
    };
  });
}
