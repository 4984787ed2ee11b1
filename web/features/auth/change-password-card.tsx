import { Field, focus, Form, type FormStore, setErrors, useForm } from '@formisch/react';
import { useEffect, useId, useRef, useState } from 'react';
import { isRefusal, type ProblemError } from '../../api/problem-error.ts';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';
import { passwordWords } from '../../i18n/words/password.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ChangePassword } from '../../../worker/contract/passwords.ts';
import { useChangePassword } from './password-mutations.ts';
import '../../styles/safety.css';

/** Account, Security: the password, changed by whoever knows the current one. */
export function ChangePasswordCard({ email }: { readonly email: string }) {
  const t = useWords(passwordWords);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // The form's button is gone; the way back in is what was used before.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <Card title={t('title')} padded>
      <div className="safety-form">
        <p className="safety-text">{t('text')}</p>
        {open ? (
          <ChangeForm email={email} onClose={close} />
        ) : (
          <Button ref={opener} className="safety-start" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        )}
      </div>
    </Card>
  );
}

type ChangeFormProps = { readonly email: string; readonly onClose: () => void };

function ChangeForm({ email, onClose }: ChangeFormProps) {
  const t = useWords(passwordWords);
  const change = useChangePassword();
  const form = useForm({ schema: ChangePassword, initialInput: { currentPassword: '', newPassword: '' } });
  // The button that opened the form is gone: what it opened has the focus.
  useEffect(() => focus(form, { path: ['currentPassword'] }), [form]);
  const inFields = isRefusal(change.error) && fieldErrorsOf(change.error).length > 0;

  async function save(body: ChangePassword): Promise<void> {
    try {
      const { sessionsEnded } = await change.mutateAsync(body);
      const message = sessionsEnded === 0 ? t('done.alone') : t.count('done.ended', sessionsEnded);
      showToast({ type: 'success', title: t('done.title'), message });
      onClose();
    } catch (error) {
      if (isRefusal(error)) showInFields(form, error);
    }
  }

  return (
    <Form of={form} method="post" className="safety-form" onSubmit={save}>
      {change.error !== null && !inFields && <ProblemNotice error={change.error} />}
      {/* Password managers store a new password under the name they find beside it. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields form={form} />
      <div className="safety-actions">
        <Button type="submit" variant="primary" busy={change.isPending} busyLabel={t('busy')}>
          {t('submit')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  );
}

function Fields({ form }: { readonly form: FormStore<typeof ChangePassword> }) {
  const t = useWords(passwordWords);
  const ruleText = useRuleText(accountWords);
  const rulesId = useId();
  const errorText = (errors: readonly string[] | null) =>
    errors?.[0] === 'passwordIncorrect' ? t('wrong') : ruleText(errors);
  return (
    <>
      <Field of={form} path={['currentPassword']}>
        {(field) => (
          <PasswordInput
            {...field.props}
            label={t('current')}
            autoComplete="current-password"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <Field of={form} path={['newPassword']}>
        {(field) => (
          <>
            <PasswordInput
              {...field.props}
              label={t('next')}
              autoComplete="new-password"
              required
              value={field.input ?? ''}
              error={errorText(field.errors)}
              aria-details={rulesId}
            />
            <PasswordRules id={rulesId} password={field.input ?? ''} />
          </>
        )}
      </Field>
    </>
  );
}

type FieldError = { readonly field: 'currentPassword' | 'newPassword'; readonly code: string };

function fieldErrorsOf(refusal: ProblemError): readonly FieldError[] {
  if (refusal.code === 'PasswordIncorrect') return [{ field: 'currentPassword', code: 'passwordIncorrect' }];
  return refusal.errors.filter(
    (error): error is typeof error & FieldError =>
      error.field === 'currentPassword' || error.field === 'newPassword',
  );
}

function showInFields(form: FormStore<typeof ChangePassword>, refusal: ProblemError): void {
  const errors = fieldErrorsOf(refusal);
  for (const { field, code } of errors) setErrors(form, { path: [field], errors: [code] });
  const [first] = errors;
  if (first !== undefined) focus(form, { path: [first.field] });
}
