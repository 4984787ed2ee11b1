import { Form, getInput, reset, useForm } from '@formisch/react';
import { useMutation } from '@tanstack/react-query';
import type * as v from 'valibot';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { BotTrap } from '../../ui/bot-trap.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailInput, TextInput } from '../../ui/text-input.tsx';
import { ErrorSummary, FormField, showServerErrors, useErrorSummary } from '../../ui/form-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ContactMessage, ContactReceipt } from '../../../worker/contract/contact.ts';
import { INQUIRIES, MESSAGE_MAX_CHARACTERS } from '../../../worker/domain/contact-rules.ts';
import { OutcomeNote, useOutcome } from './contact-outcome.tsx';
import { api, receive } from '../../api/client.ts';

/** Clears on success; on a failure the input stays (C4). */
export function ContactForm() {
  const t = useMessages(contactMessages.inquiry);
  const f = useFormat();
  // Before hydration the browser itself would send the form.
  const ready = useHydrated();
  const send = useSendMessage();
  const [outcome, setOutcome] = useOutcome();
  const form = useForm({
    schema: ContactMessage,
    initialInput: {
      name: '',
      email: '',
      phone: '',
      inquiry: 'general',
      subject: '',
      message: '',
      language: useLocale(),
      website: '',
    },
  });
  const summary = useErrorSummary(form, {
    name: t('name'),
    email: t('email'),
    phone: t('phone'),
    inquiry: t('inquiry'),
    subject: t('subject'),
    message: t('message'),
  });

  async function submit(): Promise<void> {
    setOutcome(null);
    try {
      const { complaint } = await send.mutateAsync(getInput(form));
      reset(form);
      setOutcome({ kind: 'sent', complaint });
    } catch (error) {
      if (!showServerErrors(form, error)) setOutcome({ kind: 'failed', error });
    }
  }

  return (
    <Form of={form} method="post" className="stack contact-form" onSubmit={submit}>
      <ErrorSummary entries={summary} />
      <FormField form={form} name="name" as={TextInput} label={t('name')} autoComplete="name" required />
      <div className="pair">
        <FormField
          form={form}
          name="email"
          as={EmailInput}
          label={t('email')}
          autoComplete="email"
          required
        />
        <FormField
          form={form}
          name="phone"
          as={TextInput}
          label={t('phone')}
          hint={t('phoneHint')}
          type="tel"
          autoComplete="tel"
          optional
        />
      </div>
      <div className="pair">
        <FormField
          form={form}
          name="inquiry"
          as={Select}
          label={t('inquiry')}
          options={INQUIRIES.map((value) => ({ value, label: t(`inquiries.${value}`) }))}
        />
        <FormField form={form} name="subject" as={TextInput} label={t('subject')} required />
      </div>
      <FormField
        form={form}
        name="message"
        as={TextArea}
        label={t('message')}
        hint={t('messageHint', { limit: f.integer(MESSAGE_MAX_CHARACTERS) })}
        required
      />
      <FormField form={form} name="website" as={BotTrap} label={t('website')} />
      <OutcomeNote outcome={outcome} />
      <div className="contact-send">
        <Button
          type="submit"
          disabled={!ready}
          variant="primary"
          size="large"
          busy={send.isPending}
          busyLabel={t('busy')}
        >
          {t('submit')}
        </Button>
        <p className="small quiet">
          {t('privacy.before')}{' '}
          <Link className="link" to="/legal/privacy">
            {t('privacy.link')}
          </Link>
          {t('privacy.after')}
        </p>
      </div>
    </Form>
  );
}

type ContactBody = v.InferInput<typeof ContactMessage>;

function useSendMessage() {
  return useMutation({
    mutationFn: (json: ContactBody) => receive(ContactReceipt, api.contact.$post({ json })),
  });
}
