import { Form, useForm } from '@formisch/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { isRefusal } from '../../api/problem-error.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import { ErrorSummary, FormField, useErrorSummary, useServerErrors } from '../../ui/form-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ResetPassword } from '../../../worker/contract/passwords.ts';
import { PasswordRules } from './password-rules.tsx';
import '../../styles/sign-in.css';

type ResetPasswordFormProps = {
  /** From the link's fragment, which is in no server's log. */
  readonly token: string;
  readonly onSaved: () => void;
};

export function ResetPasswordForm({ token, onSaved }: ResetPasswordFormProps) {
  const t = useMessages(passwordMessages.resetPassword);
  const ready = useHydrated();
  const rulesId = useId();
  const reset = useResetPassword();
  const form = useForm({ schema: ResetPassword, initialInput: { token, password: '' } });
  const summary = useErrorSummary(form, { password: t('password') });
  const failure = useServerErrors(form, reset.error);

  if (token === '') {
    return (
      <Note tone="error" role="alert" title={t('missing.title')} actions={<AskAgain />}>
        {t('missing.text')}
      </Note>
    );
  }
  return (
    <Form
      of={form}
      method="post"
      className="stack"
      onSubmit={({ password }) => reset.mutateAsync({ token, password }).then(onSaved, () => undefined)}
    >
      {failure !== null && (
        <ProblemNotice
          error={failure}
          actions={
            isRefusal(failure) && failure.problem.code === 'ResetLinkInvalid' ? <AskAgain /> : undefined
          }
        />
      )}
      <ErrorSummary entries={summary} />
      <FormField
        form={form}
        name="password"
        as={PasswordInput}
        label={t('password')}
        autoComplete="new-password"
        required
        aria-details={rulesId}
      />
      <PasswordRules id={rulesId} form={form} name="password" />
      <SubmitButton disabled={!ready} busy={reset.isPending} busyLabel={t('busy')}>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: ResetPassword) => {
      await api.auth.password.reset.$post({ json });
    },
    async onSuccess() {
      // The reset may have ended this browser's own session: the page must know before it navigates.
      await client.resetQueries({ queryKey: queryKeys.session });
    },
  });
}

function AskAgain() {
  const t = useMessages(passwordMessages.resetPassword);
  return (
    <LinkButton to="/forgot-password" size="small">
      {t('askAgain')}
    </LinkButton>
  );
}
