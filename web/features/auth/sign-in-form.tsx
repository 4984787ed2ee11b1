import { Field, focus, Form, type FormStore, getDeepErrorEntries, getInput, useForm } from '@formisch/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from '../../i18n/link.tsx';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';
import { loginWords } from '../../i18n/words/login.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SignIn } from '../../../worker/contract/accounts.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import type { SecondFactor } from '../../../worker/domain/factors.ts';
import { type SignInBody, useSignIn } from './sign-in-mutations.ts';
import '../../styles/account.css';

type SignInFormProps = {
  readonly onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
  /** Why the customer is here, where that needs saying. */
  readonly notice: ReactNode;
  /** What stands in the form's place once the password is right and a second factor is asked for. */
  readonly renderSecondStep: (asked: SecondStepAsked, onBack: () => void) => ReactNode;
  /** The way in without a password, under the form. */
  readonly renderOtherWay: (remember: () => boolean) => ReactNode;
};

export type SecondStepAsked = { readonly ticket: string; readonly methods: SecondFactor[] };

/** E-mail, optional phone, password, remember me (Customer spec, section 2). What was typed is kept on a refusal. */
export function SignInForm({ onSignedIn, notice, renderSecondStep, renderOtherWay }: SignInFormProps) {
  const t = useWords(loginWords);
  const errorText = useRuleText(accountWords);
  // Until the page has come alive the browser itself would send the form, password and all.
  const ready = useHydrated();
  const signIn = useSignIn();
  const [asked, setAsked] = useState<SecondStepAsked | null>(null);
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
  const wasAsked = useRef(false);
  useEffect(() => {
    // Back from the second step, where the button that was pressed is gone.
    if (asked === null && wasAsked.current) focus(form, { path: ['password'] });
    wasAsked.current = asked !== null;
  }, [asked, form]);
  async function send(body: SignInBody): Promise<void> {
    const reply = await signIn.mutateAsync(body).catch(() => null);
    if (reply === null) return;
    if ('secondFactor' in reply) setAsked(reply.secondFactor);
    else await onSignedIn(reply);
  }
  return (
    <>
      {asked !== null && renderSecondStep(asked, () => setAsked(null))}
      {/* Kept beneath the second step with what was typed: the way back leads to it. */}
      <div hidden={asked !== null}>
        <Form of={form} method="post" className="account-form" onSubmit={send}>
          {signIn.error === null ? summary.length === 0 && notice : <ProblemNotice error={signIn.error} />}
          <ErrorSummary entries={summary} />
          <SignInFields form={form} />
          <SubmitButton disabled={!ready} busy={signIn.isPending || form.isSubmitting} busyLabel={t('busy')}>
            {t('submit')}
          </SubmitButton>
        </Form>
        {renderOtherWay(() => getInput(form, { path: ['remember'] }) ?? false)}
      </div>
    </>
  );
}

function SignInFields({ form }: { readonly form: FormStore<typeof SignIn> }) {
  const t = useWords(loginWords);
  const errorText = useRuleText(accountWords);
  return (
    <>
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
      <Link className="link account-forgot" to="/forgot-password">
        {t('forgot')}
      </Link>
      <Field of={form} path={['remember']}>
        {(field) => <Checkbox {...field.props} label={t('remember')} checked={field.input ?? false} />}
      </Field>
    </>
  );
}
