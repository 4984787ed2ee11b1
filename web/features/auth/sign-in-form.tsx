import { focus, Form, getInput, useForm } from '@formisch/react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { Link } from '../../i18n/link.tsx';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import loginMessages from '#messages/login.json';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailInput } from '../../ui/text-input.tsx';
import { ErrorSummary, FormField, useErrorSummary } from '../../ui/form-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/button.tsx';
import { SignIn } from '../../../worker/contract/accounts.ts';
import { SignInReply } from '../../../worker/contract/factors.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PhoneInput } from './phone-input.tsx';
import type { SignInChallenge } from './second-step.tsx';
import { SignedOutNote } from './sign-in-gate.tsx';
import '../../styles/account.css';
import { lazyPart } from '../../ui/lazy-part.ts';

const SecondStep = lazyPart(() => import('./second-step.tsx'), 'SecondStep');

type SignInFormProps = {
  readonly onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
  /** True at the second step, false back at the password. */
  readonly onConfirming: (confirming: boolean) => void;
};

/** E-mail, optional phone, password, remember me (C2); then the second step where there is one. */
export function SignInForm({ onSignedIn, onConfirming }: SignInFormProps) {
  const t = useMessages(loginMessages);
  // Before hydration the browser itself would send the form, password included.
  const ready = useHydrated();
  const signIn = useMutation({
    mutationFn: (json: v.InferInput<typeof SignIn>) =>
      receive(SignInReply, api.auth['sign-in'].$post({ json })),
  });
  const [asked, setAsked] = useState<SignInChallenge | null>(null);
  const form = useForm({
    schema: SignIn,
    initialInput: { email: '', phone: '', password: '', remember: false },
  });
  const summary = useErrorSummary(form, { email: t('email'), password: t('password') });
  const wasAsked = useRef(false);
  useEffect(() => {
    // The button of the second step that had the focus is gone.
    if (asked === null && wasAsked.current) focus(form, { path: ['password'] });
    wasAsked.current = asked !== null;
  }, [asked, form]);
  function ask(challenge: SignInChallenge | null): void {
    setAsked(challenge);
    onConfirming(challenge !== null);
  }
  async function send(body: v.InferInput<typeof SignIn>): Promise<void> {
    const reply = await signIn.mutateAsync(body).catch(() => null);
    if (reply === null) return;
    if ('secondFactor' in reply) ask(reply.secondFactor);
    else await onSignedIn(reply);
  }
  return (
    <>
      {asked !== null && (
        <Suspense fallback={<Spinner />}>
          <SecondStep asked={asked} onSignedIn={onSignedIn} onBack={() => ask(null)} />
        </Suspense>
      )}
      {/* The form stays mounted with its input: the user can return from the second step. */}
      <div hidden={asked !== null}>
        <Form of={form} method="post" className="stack" onSubmit={send}>
          {signIn.error !== null && <ProblemNotice error={signIn.error} />}
          {signIn.error === null && summary.length === 0 && <SignedOutNote />}
          <ErrorSummary entries={summary} />
          <FormField
            form={form}
            name="email"
            as={EmailInput}
            label={t('email')}
            autoComplete="username"
            required
          />
          <FormField
            form={form}
            name="phone"
            as={PhoneInput}
            label={t('phone')}
            hint={t('phoneHint')}
            optional
          />
          <FormField
            form={form}
            name="password"
            as={PasswordInput}
            label={t('password')}
            autoComplete="current-password"
            required
          />
          <Link className="link account-forgot" to="/forgot-password">
            {t('forgot')}
          </Link>
          <FormField form={form} name="remember" as={Checkbox} label={t('remember')} />
          <SubmitButton disabled={!ready} busy={signIn.isPending || form.isSubmitting} busyLabel={t('busy')}>
            {t('submit')}
          </SubmitButton>
        </Form>
        <PasskeySignIn
          remember={() => getInput(form, { path: ['remember'] }) ?? false}
          onSignedIn={onSignedIn}
        />
      </div>
    </>
  );
}
