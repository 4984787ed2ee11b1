import { useWords } from '../../i18n/use-words.ts';
import { signupWords } from '../../i18n/words/signup.ts';
import { checkSignUp } from '../../../worker/domain/sign-up-rules.ts';
import { Icon } from '../../ui/icon.tsx';

/** Which of the three enforced rules a password keeps (decision 15), by the very table the server runs. */
export function metRules(password: string): Readonly<Record<'length' | 'mix' | 'common', boolean>> {
  const broken = checkSignUp({
    fullName: '',
    phone: '',
    email: '',
    password,
    confirmPassword: '',
    acceptTerms: false,
  }).find(({ field }) => field === 'password')?.code;
  const length = broken !== 'passwordTooShort' && broken !== 'passwordTooLong';
  const mix = /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
  // Said last by the table: a password that breaks an earlier rule has not been compared with the list yet.
  return { length, mix, common: length && mix && broken !== 'passwordTooCommon' };
}

export function PasswordRules({ id, password }: { readonly id: string; readonly password: string }) {
  const t = useWords(signupWords);
  const met = metRules(password);
  return (
    <ul className="password-rules" id={id} aria-label={t('rules.label')}>
      {(['length', 'mix', 'common'] as const).map((rule) => (
        <li key={rule} data-met={met[rule]}>
          {met[rule] ? (
            <Icon name="check" small />
          ) : (
            <span className="password-rule-dot" aria-hidden="true" />
          )}
          {t(`rules.${rule}`)}
          <span className="visually-hidden">{met[rule] ? t('rules.met') : t('rules.unmet')}</span>
        </li>
      ))}
    </ul>
  );
}
