import { Field, focus, Form, type FormStore, getInput, setErrors, useForm } from '@formisch/react';
import { useEffect, useId, useRef } from 'react';
import { pause } from '../../api/pause.ts';
import { isRefusal, type ProblemError } from '../../api/problem-error.ts';
import { Link } from '../../i18n/link.tsx';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useLocale, useWords } from '../../i18n/use-words.ts';
import { accountWords } from '../../i18n/words/account.ts';
import { signupWords } from '../../i18n/words/signup.ts';
import { BotTrap } from '../../ui/bot-trap.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { PasswordRules } from '../../ui/password-rules.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SignUp } from '../../../worker/contract/accounts.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import { SIGN_UP_MIN_FILL_MS } from '../../../worker/domain/sign-up-rules.ts';
import { type SignUpBody, useSignUp } from './sign-in-mutations.ts';
import { summaryOf } from './sign-up-summary.ts';
import '../../styles/account.css';

type SignUpFormStore = FormStore<typeof SignUp>;

/** Six fields in the specification's order and words; what was typed is kept on a refusal. */
export function SignUpForm({ onSignedIn }: { readonly onSignedIn: (signedIn: SignedIn) => void }) {
  const t = useWords(signupWords);
  const errorText = useRuleText(accountWords);
  // Until the page has come alive the browser itself would send the form, password and all.
  const ready = useHydrated();
  const locale = useLocale();
  const signUp = useSignUp();
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

  async function send(): Promise<void> {
    // A form filled by a password manager must not look like a robot's: wait out the rest of the second.
    await pause(SIGN_UP_MIN_FILL_MS - sinceOpened());
    const body: SignUpBody = { ...getInput(form), language: locale, filledInMs: sinceOpened() };
    try {
      onSignedIn(await signUp.mutateAsync(body));
    } catch (error) {
      if (isRefusal(error)) showInFields(form, error);
    }
  }

  const isInFields = isRefusal(signUp.error) && fieldErrorsOf(signUp.error).length > 0;
  const duplicate = isRefusal(signUp.error) && signUp.error.code === 'DuplicateEmail';
  return (
    <Form of={form} method="post" className="account-form" onSubmit={send}>
      {signUp.error !== null && !isInFields && <ProblemNotice error={signUp.error} />}
      <ErrorSummary entries={summaryOf(form, t, errorText)} />
      <Field of={form} path={['fullName']}>
        {(field) => (
          <TextInput
            {...field.props}
            label={t('fullName')}
            autoComplete="name"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <ContactFields form={form} />
      {duplicate && (
        <LinkButton to="/login" size="small">
          {t('signInInstead')}
        </LinkButton>
      )}
      <PasswordFields form={form} rulesId={rulesId} />
      <Field of={form} path={['acceptTerms']}>
        {(field) => (
          <Checkbox
            {...field.props}
            label={<TermsLabel />}
            required
            checked={field.input ?? false}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <HoneyPot form={form} />
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

function ContactFields({ form }: { readonly form: SignUpFormStore }) {
  const t = useWords(signupWords);
  const errorText = useRuleText(accountWords);
  return (
    <div className="account-pair">
      <Field of={form} path={['phone']}>
        {(field) => (
          <TextInput
            {...field.props}
            label={t('phone')}
            type="tel"
            autoComplete="tel"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <Field of={form} path={['email']}>
        {(field) => (
          <EmailInput
            {...field.props}
            label={t('email')}
            autoComplete="email"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
    </div>
  );
}

function PasswordFields({ form, rulesId }: { readonly form: SignUpFormStore; readonly rulesId: string }) {
  const t = useWords(signupWords);
  const errorText = useRuleText(accountWords);
  return (
    <>
      <div className="account-pair">
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
        <Field of={form} path={['confirmPassword']}>
          {(field) => (
            <PasswordInput
              {...field.props}
              label={t('confirmPassword')}
              autoComplete="new-password"
              required
              value={field.input ?? ''}
              error={errorText(field.errors)}
            />
          )}
        </Field>
      </div>
      <Field of={form} path={['password']}>
        {(field) => <PasswordRules id={rulesId} password={field.input ?? ''} />}
      </Field>
    </>
  );
}

function TermsLabel() {
  const t = useWords(signupWords);
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

function HoneyPot({ form }: { readonly form: SignUpFormStore }) {
  const t = useWords(signupWords);
  return (
    <Field of={form} path={['website']}>
      {(field) => <BotTrap {...field.props} label={t('website')} value={field.input ?? ''} />}
    </Field>
  );
}

type SignUpField = 'fullName' | 'phone' | 'email' | 'password' | 'confirmPassword' | 'acceptTerms';

const FIELDS: ReadonlySet<string> = new Set<SignUpField>([
  'fullName',
  'phone',
  'email',
  'password',
  'confirmPassword',
  'acceptTerms',
]);

function fieldErrorsOf(refusal: ProblemError): readonly { field: SignUpField; code: string }[] {
  if (refusal.code === 'DuplicateEmail') return [{ field: 'email', code: 'emailExists' }];
  return refusal.errors.filter((error): error is typeof error & { field: SignUpField } =>
    FIELDS.has(error.field),
  );
}

/** The server's word on a field goes where the form's own would, and focus to the first one. */
function showInFields(form: SignUpFormStore, refusal: ProblemError): void {
  const errors = fieldErrorsOf(refusal);
  for (const { field, code } of errors) setErrors(form, { path: [field], errors: [code] });
  const first = errors[0];
  if (first !== undefined) focus(form, { path: [first.field] });
}

function useElapsed(): () => number {
  const openedAt = useRef<number | null>(null);
  useEffect(() => {
    openedAt.current ??= performance.now();
  }, []);
  return () => Math.round(performance.now() - (openedAt.current ?? performance.now()));
}
