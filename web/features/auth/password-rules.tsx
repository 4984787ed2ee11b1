import type { FormSchema, FormStore } from '@formisch/react';
import { useMessages } from '../../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import '../../styles/account.css';
import { type FieldName, useFieldInput } from '../../ui/form-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { passwordStrength } from '../../../worker/domain/password-strength.ts';
import { isMixedOrLong, newPasswordProblem } from '../../../worker/domain/sign-up-rules.ts';

/** Which of the three shown rules a password keeps (P15), by the same function as the server. */
function metRules(password: string) {
  const problem = newPasswordProblem(password);
  const length = problem !== 'passwordTooShort' && problem !== 'passwordTooLong';
  const mix = isMixedOrLong(password);
  // The common passwords are the last rule: it has not run on a password that breaks an earlier one.
  return { length, mix, common: length && mix && problem !== 'passwordTooCommon' } as const;
}

type PasswordRulesProps<S extends FormSchema> = {
  readonly id: string;
  readonly form: FormStore<S>;
  readonly name: FieldName<S>;
};

/** Below the field of a new password: the rules, and an estimate of the password's strength. */
export function PasswordRules<S extends FormSchema>({ id, form, name }: PasswordRulesProps<S>) {
  const t = useMessages(passwordMessages.rules);
  const password = String(useFieldInput(form, name) ?? '');
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
