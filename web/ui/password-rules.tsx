import { useWords } from '../i18n/use-words.ts';
import { passwordRulesWords } from '../i18n/words/password-rules.ts';
import { passwordStrength } from '../../worker/domain/password-strength.ts';
import { newPasswordProblem } from '../../worker/domain/sign-up-rules.ts';
import '../styles/password-rules.css';
import { Icon } from './icon.tsx';

/** Which of the three enforced rules a password keeps (decision 15), by the very table the server runs. */
export function metRules(password: string): Readonly<Record<'length' | 'mix' | 'common', boolean>> {
  const broken = newPasswordProblem(password);
  const length = broken !== 'passwordTooShort' && broken !== 'passwordTooLong';
  const mix = /\p{L}/u.test(password) && /\p{Nd}/u.test(password);
  // Said last by the table: a password that breaks an earlier rule has not been compared with the list yet.
  return { length, mix, common: length && mix && broken !== 'passwordTooCommon' };
}

/** Under the field of a new password: what it needs, and how well it would stand. */
export function PasswordRules({ id, password }: { readonly id: string; readonly password: string }) {
  const t = useWords(passwordRulesWords);
  const met = metRules(password);
  const strength = passwordStrength(password) ?? 'none';
  return (
    <div className="password-hints" id={id}>
      <ul className="password-rules" aria-label={t('label')}>
        {(['length', 'mix', 'common'] as const).map((rule) => (
          <li key={rule} data-met={met[rule]}>
            {met[rule] ? (
              <Icon name="check" small />
            ) : (
              <span className="password-rule-dot" aria-hidden="true" />
            )}
            {t(rule)}
            <span className="visually-hidden">{met[rule] ? t('met') : t('unmet')}</span>
          </li>
        ))}
      </ul>
      <p className="password-strength" data-strength={strength}>
        <span className="password-strength-bar" aria-hidden="true" />
        <span>
          {t('strength.label')}: <b>{t(`strength.${strength}`)}</b>
        </span>
      </p>
    </div>
  );
}
