import { Field, focus, Form, getDeepErrorEntries, setErrors, useForm } from '@formisch/react';
import { useId } from 'react';
import { isRefusal } from '../../api/problem-error.ts';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';
import { resetPasswordWords } from '../../i18n/words/reset-password.ts';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ResetPassword } from '../../../worker/contract/passwords.ts';
import { useResetPassword } from './password-mutations.ts';
import '../../styles/account.css';

type ResetFormProps = {
  /** From the link's fragment, which reaches no server's log. */
  readonly token: string;
  readonly onSaved: () => void;
};

export function ResetForm({ token, onSaved }: ResetFormProps) {
  const t = useWords(resetPasswordWords);
  const errorText = useRuleText(accountWords);
  const ready = useHydrated();
  const rulesId = useId();
  const reset = useResetPassword();
  const form = useForm({ schema: ResetPassword, initialInput: { token, password: '' } });
  const summary = getDeepErrorEntries(form).map(({ errors }) => ({
    field: 'password',
    label: t('password'),
    text: errorText(errors) ?? '',
    focus: () => focus(form, { path: ['password'] }),
  }));
  const refused = isRefusal(reset.error) ? reset.error : null;
  const inField = refused?.errors.some(({ field }) => field === 'password') ?? false;

  async function save(password: string): Promise<void> {
    try {
      await reset.mutateAsync({ token, password });
      onSaved();
    } catch (error) {
      const broken = isRefusal(error) ? error.errors.find(({ field }) => field === 'password') : undefined;
      if (broken === undefined) return;
      setErrors(form, { path: ['password'], errors: [broken.code] });
      focus(form, { path: ['password'] });
    }
  }

  if (token === '') {
    return (
      <Note tone="error" role="alert" title={t('missing.title')} actions={<AskAgain />}>
        {t('missing.text')}
      </Note>
    );
  }
  return (
    <Form of={form} method="post" className="account-form" onSubmit={({ password }) => save(password)}>
      {reset.error !== null && !inField && (
        <ProblemNotice
          error={reset.error}
          actions={refused?.code === 'ResetLinkInvalid' ? <AskAgain /> : undefined}
        />
      )}
      <ErrorSummary entries={summary} />
      <Field of={form} path={['password']}>
        {(field) => (
          <PasswordInput
            {...field.props}
            label={t('password')}
            autoComplete="new-password"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
            aria-details={rulesId}
          />
        )}
      </Field>
      <Field of={form} path={['password']}>
        {(field) => <PasswordRules id={rulesId} password={field.input ?? ''} />}
      </Field>
      <SubmitButton disabled={!ready} busy={reset.isPending} busyLabel={t('busy')}>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

function AskAgain() {
  const t = useWords(resetPasswordWords);
  return (
    <LinkButton to="/forgot-password" size="small">
      {t('askAgain')}
    </LinkButton>
  );
}
