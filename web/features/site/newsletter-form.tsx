import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type * as v from 'valibot';
import { callLazily } from '../../api/lazy-client.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import lateMessages from '#messages/shell-late.json';
import { BotTrap } from '../../ui/bot-trap.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useProblemText } from '../../ui/problem-notice.tsx';
import { EmailInput } from '../../ui/text-input.tsx';
import type { Subscription } from '../../../worker/contract/contact.ts';

/** The newsletter form, with the specification's texts (A5). The footer's stylesheet lays it out. */
export function NewsletterForm() {
  const t = useMessages(lateMessages.newsletter);
  const language = useLocale();
  const failureText = useFailureText();
  // Before hydration the browser itself would send the form.
  const ready = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [website, setWebsite] = useState('');
  const [broken, setBroken] = useState<'emailRequired' | 'invalidEmail' | null>(null);
  const subscription = useMutation({
    // The footer has this form on every page, so its client loads with the first call.
    mutationFn: (json: v.InferInput<typeof Subscription>) =>
      callLazily((api) => api.newsletter.$post({ json })),
    onSuccess: () => setEmail(''),
    onError: () => input.current?.focus(),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (subscription.isPending) return;
    subscription.reset();
    // The browser knows the standard's pattern, so the rule's code is not on every page; the server has the last word.
    const isBroken = input.current?.validity.typeMismatch ?? false;
    const code = email.trim() === '' ? 'emailRequired' : isBroken ? 'invalidEmail' : null;
    setBroken(code);
    if (code === null) subscription.mutate({ email, language, website });
    else input.current?.focus();
  }

  const failure = subscription.isError ? failureText(subscription.error) : null;
  return (
    <form className="newsletter" noValidate onSubmit={submit}>
      <EmailInput
        ref={input}
        label={t('label')}
        hint={t('hint')}
        error={broken === null ? failure : t(`errors.${broken}`)}
        autoComplete="email"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <BotTrap
        label={t('website')}
        name="website"
        value={website}
        onChange={(event) => setWebsite(event.target.value)}
      />
      <Button type="submit" disabled={!ready} busy={subscription.isPending} busyLabel={t('busy')}>
        {t('submit')}
      </Button>
      <output className="newsletter-outcome">
        {subscription.isSuccess && (
          <>
            <Icon name="check" small />
            {t('done', { email: subscription.variables.email ?? '' })}
          </>
        )}
      </output>
    </form>
  );
}

/** Problems whose own text is more specific than the form's: when to retry, and that the connection is gone. */
const TELLING: ReadonlySet<string> = new Set(['TooManyRequests', 'Offline']);

function useFailureText(): (error: unknown) => string {
  const t = useMessages(lateMessages.newsletter);
  const problemText = useProblemText();
  return (error) => {
    const { code, what, next } = problemText(error);
    if (code === 'AlreadySubscribed') return t('errors.AlreadySubscribed');
    if (code === 'ValidationFailed') return t('errors.invalidEmail');
    return TELLING.has(code) ? `${what} ${next}` : t('errors.general');
  };
}
