import { Field, focus, Form, getDeepErrorEntries, useForm } from '@formisch/react';
import type { ReactNode } from 'react';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useWords } from '../../i18n/use-words.ts';
import { loginWords } from '../../i18n/words/login.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SignIn } from '../../../worker/contract/accounts.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import { useFieldErrorText } from './field-errors.ts';
import { useSignIn } from './mutations.ts';
import '../../styles/account.css';

type SignInFormProps = {
  readonly onSignedIn: (signedIn: SignedIn) => void;
  /** Why the customer is here, where that needs saying. */
  readonly notice: ReactNode;
};

/** E-mail, optional phone, password, remember me (Customer spec, section 2). What was typed is kept on a refusal. */
export function SignInForm({ onSignedIn, notice }: SignInFormProps) {
  const t = useWords(loginWords);
  const errorText = useFieldErrorText();
  // Until the page has come alive the browser itself would send the form, password and all.
  const ready = useHydrated();
  const signIn = useSignIn();
  const form = useForm({
    schema: SignIn,
    initialInput: { email: '', phone: '', password: '', remember: false },
  });
  const summary = getDeepErrorEntries(form).map(({ path, errors }) => {
    const field = path[0] === 'password' ? 'password' : 'email';
    return {
      field,
      label: t(field),
      text: errorText(errors) ?? '',
      focus: () => focus(form, { path: [field] }),
    };
  });
  return (
    <Form
      of={form}
      method="post"
      className="account-form"
      onSubmit={(body) => signIn.mutateAsync(body).then(onSignedIn, () => undefined)}
    >
      {signIn.error === null ? summary.length === 0 && notice : <ProblemNotice error={signIn.error} />}
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
      <Field of={form} path={['phone']}>
        {(field) => (
          <TextInput
            {...field.props}
            label={t('phone')}
            hint={t('phoneHint')}
            type="tel"
            autoComplete="tel"
            optional
            value={field.input ?? ''}
          />
        )}
      </Field>
      <Field of={form} path={['password']}>
        {(field) => (
          <PasswordInput
            {...field.props}
            label={t('password')}
            autoComplete="current-password"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <Field of={form} path={['remember']}>
        {(field) => <Checkbox {...field.props} label={t('remember')} checked={field.input ?? false} />}
      </Field>
      <Button
        disabled={!ready}
        type="submit"
        variant="primary"
        size="large"
        full
        busy={signIn.isPending}
        busyLabel={t('busy')}
      >
        {t('submit')}
      </Button>
    </Form>
  );
}
