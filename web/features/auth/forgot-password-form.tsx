import { Field, focus, Form, getDeepErrorEntries, useForm } from '@formisch/react';
import { useRef, useState } from 'react';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';
import { forgotPasswordWords } from '../../i18n/words/forgot-password.ts';
import { Button } from '../../ui/button.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Note } from '../../ui/note.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ForgotPassword } from '../../../worker/contract/passwords.ts';
import { PASSWORD_RESET_LIFETIME_MS } from '../../../worker/domain/session-rules.ts';
import { useForgotPassword } from './password-mutations.ts';
import '../../styles/account.css';

/** Asks for a link. What it says afterwards is the same whether or not the e-mail has an account. */
export function ForgotForm() {
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

function AskForm({ email, onSent }: { readonly email: string; readonly onSent: (email: string) => void }) {
  const t = useWords(forgotPasswordWords);
  const errorText = useRuleText(accountWords);
  const ready = useHydrated();
  const ask = useForgotPassword();
  const form = useForm({ schema: ForgotPassword, initialInput: { email } });
  const summary = getDeepErrorEntries(form).map(({ errors }) => ({
    field: 'email',
    label: t('email'),
    text: errorText(errors) ?? '',
    focus: () => focus(form, { path: ['email'] }),
  }));
  return (
    <Form
      of={form}
      method="post"
      className="account-form"
      onSubmit={(body) =>
        ask.mutateAsync(body).then(
          () => onSent(body.email),
          () => undefined,
        )
      }
    >
      {ask.error !== null && <ProblemNotice error={ask.error} />}
      <ErrorSummary entries={summary} />
      <Field of={form} path={['email']}>
        {(field) => (
          <EmailInput
            {...field.props}
            label={t('email')}
            autoComplete="username"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <SubmitButton disabled={!ready} busy={ask.isPending} busyLabel={t('busy')}>
        {t('submit')}
      </SubmitButton>
    </Form>
  );
}

function Sent({ email, onOther }: { readonly email: string; readonly onOther: () => void }) {
  const t = useWords(forgotPasswordWords);
  const ask = useForgotPassword();
  const focused = useRef(false);
  // The form is gone, and focus with it: what was said comes next for keyboards and screen readers.
  const takeFocus = (element: HTMLDivElement | null) => {
    if (element === null || focused.current) return;
    focused.current = true;
    element.focus();
  };
  return (
    <div className="account-form" ref={takeFocus} tabIndex={-1}>
      {ask.error !== null && <ProblemNotice error={ask.error} />}
      <Note tone="success" title={t('sent.title')}>
        {t('sent.text', { email, minutes: PASSWORD_RESET_LIFETIME_MS / 60_000 })} {t('sent.late')}
      </Note>
      <div className="account-pair">
        <Button busy={ask.isPending} busyLabel={t('busy')} onClick={() => ask.mutate({ email })}>
          {t('sent.again')}
        </Button>
        <Button variant="ghost" onClick={onOther}>
          {t('sent.other')}
        </Button>
      </div>
    </div>
  );
}
