import { Form, getInput, useForm } from '@formisch/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { pause } from '../../api/browser-ports.ts';
import { isRefusal } from '../../api/problem-error.ts';
import { Link } from '../../i18n/link.tsx';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import signupMessages from '#messages/signup.json';
import { BotTrap } from '../../ui/bot-trap.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailInput, TextInput } from '../../ui/text-input.tsx';
import { ErrorSummary, FormField, useErrorSummary, useServerErrors } from '../../ui/form-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SignUp } from '../../../worker/contract/accounts.ts';
import { SignedIn } from '../../../worker/contract/sessions.ts';
import { SIGN_UP_MIN_FILL_MS } from '../../../worker/domain/sign-up-rules.ts';
import { PasswordRules } from './password-rules.tsx';
import { PhoneInput } from './phone-input.tsx';
import '../../styles/account.css';

/** Six fields in the specification's order and wording. The form keeps its input when the server refuses it. */
export function SignUpForm({ onSignedIn }: { readonly onSignedIn: (signedIn: SignedIn) => void }) {
  const t = useMessages(signupMessages);
  // Before hydration the browser itself would send the form, password included.
  const ready = useHydrated();
  const locale = useLocale();
  const signUp = useMutation({
    mutationFn: (json: v.InferInput<typeof SignUp>) => receive(SignedIn, api.auth['sign-up'].$post({ json })),
  });
  const sinceOpened = useElapsed();
  const rulesId = useId();
  const form = useForm({
    schema: SignUp,
    initialInput: {
      fullName: '',
      phone: '',
      email: '',
      password: '',
      confirmPassword: '',
      acceptTerms: false,
      website: '',
    },
  });
  const failure = useServerErrors(form, signUp.error);
  const summary = useErrorSummary(form, {
    fullName: t('fullName'),
    phone: t('phone'),
    email: t('email'),
    password: t('password'),
    confirmPassword: t('confirmPassword'),
    acceptTerms: t('terms.field'),
  });

  async function send(): Promise<void> {
    // A form that a password manager fills must not look like a robot's: wait for the rest of the second.
    await pause(SIGN_UP_MIN_FILL_MS - sinceOpened());
    const body = { ...getInput(form), language: locale, filledInMs: sinceOpened() };
    const signedIn = await signUp.mutateAsync(body).catch(() => null);
    if (signedIn !== null) onSignedIn(signedIn);
  }

  const isDuplicate = isRefusal(signUp.error) && signUp.error.problem.code === 'DuplicateEmail';
  return (
    <Form of={form} method="post" className="stack" onSubmit={send}>
      {failure !== null && <ProblemNotice error={failure} />}
      <ErrorSummary entries={summary} />
      <FormField
        form={form}
        name="fullName"
        as={TextInput}
        label={t('fullName')}
        autoComplete="name"
        required
      />
      <div className="pair">
        <FormField
          form={form}
          name="phone"
          as={PhoneInput}
          label={t('phone')}
          hint={t('phoneHint')}
          required
        />
        <FormField
          form={form}
          name="email"
          as={EmailInput}
          label={t('email')}
          autoComplete="email"
          required
        />
      </div>
      {isDuplicate && (
        <LinkButton to="/login" size="small">
          {t('signInInstead')}
        </LinkButton>
      )}
      <div className="pair">
        <FormField
          form={form}
          name="password"
          as={PasswordInput}
          label={t('password')}
          autoComplete="new-password"
          required
          aria-details={rulesId}
        />
        <FormField
          form={form}
          name="confirmPassword"
          as={PasswordInput}
          label={t('confirmPassword')}
          autoComplete="new-password"
          required
        />
      </div>
      <PasswordRules id={rulesId} form={form} name="password" />
      <FormField form={form} name="acceptTerms" as={Checkbox} label={<TermsLabel />} required />
      <FormField form={form} name="website" as={BotTrap} label={t('website')} />
      <SubmitButton disabled={!ready} busy={form.isSubmitting} busyLabel={t('busy')}>
        {t('submit')}
      </SubmitButton>
      <p className="small quiet">
        {t('risk.before')}{' '}
        <Link className="link" to="/legal/risk">
          {t('risk.link')}
        </Link>{' '}
        {t('risk.after')}
      </p>
    </Form>
  );
}

function TermsLabel() {
  const t = useMessages(signupMessages);
  return (
    <>
      {t('terms.before')}{' '}
      <Link className="link" to="/legal/terms" target="_blank">
        {t('terms.terms')}
      </Link>{' '}
      {t('terms.between')}{' '}
      <Link className="link" to="/legal/privacy" target="_blank">
        {t('terms.privacy')}
      </Link>
      {t('terms.after')}
    </>
  );
}

function useElapsed(): () => number {
  const openedAt = useRef<number | null>(null);
  useEffect(() => {
    openedAt.current ??= performance.now();
  }, []);
  return () => Math.round(performance.now() - (openedAt.current ?? performance.now()));
}
