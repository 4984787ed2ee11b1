import { Form, useForm } from '@formisch/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { isRefusal } from '../../api/problem-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import emailMessages from '#messages/email.json';
import passwordMessages from '#messages/password.json';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorSummary, FormField, useErrorSummary, useServerErrors } from '../../ui/form-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { FactorsInDoubt, ResetPassword } from '../../../worker/contract/passwords.ts';
import { PasswordRules } from './password-rules.tsx';
import '../../styles/account.css';

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
  const doubted = useFactorsInDoubt(token);
  const [kept, setKept] = useState<readonly string[]>([]);
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
      onSubmit={({ password }) =>
        reset.mutateAsync({ token, password, keepFactors: [] }).then(onSaved, () => undefined)
      }
    >
      {failure !== null && (
        <ProblemNotice
          error={failure}
          actions={isRefusal(failure) && failure.problem.code === 'LinkInvalid' ? <AskAgain /> : undefined}
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
      {doubted.data !== undefined && doubted.data.factors.length > 0 && (
        <FactorsToKeep factors={doubted.data.factors} kept={kept} onKeep={setKept} />
      )}
      <SubmitButton disabled={!ready || doubted.isPending} busy={reset.isPending} busyLabel={t('busy')}>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

type FactorsToKeepProps = FactorsInDoubt & {
  readonly kept: readonly string[];
  readonly onKeep: (kept: readonly string[]) => void;
};

/** Whoever had the password may have added these: what the owner does not tick is removed. */
function FactorsToKeep({ factors, kept, onKeep }: FactorsToKeepProps) {
  const t = useMessages(emailMessages.doubt);
  const f = useFormat();
  return (
    <fieldset className="factors-doubted">
      <legend>{t('title')}</legend>
      <p className="small muted">{t('text')}</p>
      {factors.map(({ id, name, createdAt }) => {
        const date = f.dateTime(createdAt, 'dayMonthYear');
        return (
          <Checkbox
            key={id}
            label={name === null ? t('app', { date }) : t('passkey', { name, date })}
            checked={kept.includes(id)}
            onChange={({ target }) =>
              onKeep(target.checked ? [...kept, id] : kept.filter((other) => other !== id))
            }
          />
        );
      })}
    </fieldset>
  );
}

/** A link that no longer works is told by the form. */
function useFactorsInDoubt(token: string) {
  return useQuery({
    queryKey: queryKeys.factorsInDoubt(token),
    queryFn: () => receive(FactorsInDoubt, api.auth.password.reset.factors.$post({ json: { token } })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: v.InferInput<typeof ResetPassword>) => {
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
