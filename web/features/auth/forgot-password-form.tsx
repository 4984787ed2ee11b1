import { Form, useForm } from '@formisch/react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/text-input.tsx';
import { ErrorSummary, FormField, useErrorSummary } from '../../ui/form-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ForgotPassword } from '../../../worker/contract/passwords.ts';
import { PASSWORD_RESET_LIFETIME_MS } from '../../../worker/domain/session-rules.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import '../../styles/account.css';

/** Asks for a reset link. The message afterwards is the same whether or not the e-mail has an account. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  if (sentTo !== null) return <Sent email={sentTo} onOther={() => setSentTo(null)} />;
  return (
    <AskForm
      email={typed}
      onSent={(email) => {
        setTyped(email);
        setSentTo(email);
      }}
    />
  );
}

function useForgotPassword() {
  return useMutation({
    mutationFn: async (json: ForgotPassword) => {
      await api.auth.password.forgot.$post({ json });
    },
  });
}

function AskForm({ email, onSent }: { readonly email: string; readonly onSent: (email: string) => void }) {
  const t = useMessages(passwordMessages.forgotPassword);
  const ready = useHydrated();
  const request = useForgotPassword();
  const form = useForm({ schema: ForgotPassword, initialInput: { email } });
  const summary = useErrorSummary(form, { email: t('email') });
  return (
    <Form
      of={form}
      method="post"
      className="stack"
      onSubmit={(body) =>
        request.mutateAsync(body).then(
          () => onSent(body.email),
          () => undefined,
        )
      }
    >
      {request.error !== null && <ProblemNotice error={request.error} />}
      <ErrorSummary entries={summary} />
      <FormField
        form={form}
        name="email"
        as={EmailInput}
        label={t('email')}
        autoComplete="username"
        required
      />
      <SubmitButton disabled={!ready} busy={request.isPending} busyLabel={t('busy')}>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

function Sent({ email, onOther }: { readonly email: string; readonly onOther: () => void }) {
  const t = useMessages(passwordMessages.forgotPassword);
  const request = useForgotPassword();
  const focused = useRef(false);
  // The form and its focus are gone: focus goes to the message, so that screen readers read it.
  const takeFocus = (element: HTMLDivElement | null) => {
    if (element === null || focused.current) return;
    focused.current = true;
    element.focus();
  };
  return (
    <div className="stack" ref={takeFocus} tabIndex={-1}>
      {request.error !== null && <ProblemNotice error={request.error} />}
      <Note tone="success" title={t('sent.title')}>
        {t('sent.text', { email, minutes: PASSWORD_RESET_LIFETIME_MS / MINUTE_MS })} {t('sent.late')}
      </Note>
      <div className="pair">
        <Button busy={request.isPending} busyLabel={t('busy')} onClick={() => request.mutate({ email })}>
          {t('sent.again')}
        </Button>
        <Button variant="ghost" onClick={onOther}>
          {t('sent.other')}
        </Button>
      </div>
    </div>
  );
}
