import {
  Field,
  focus,
  Form,
  type FormStore,
  getDeepErrorEntries,
  getInput,
  reset,
  setErrors,
  useForm,
} from '@formisch/react';
import { isRefusal, type ProblemError } from '../../api/problem-error.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useRuleText } from '../../i18n/rule-text.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useWords } from '../../i18n/use-words.ts';
import { contactFormWords } from '../../i18n/words/contact-form.ts';
import { BotTrap } from '../../ui/bot-trap.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type SummaryEntry } from '../../ui/error-summary.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { EmailInput } from '../../ui/email-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ContactMessage } from '../../../worker/contract/contact.ts';
import {
  INQUIRIES,
  type Inquiry,
  isInquiry,
  MESSAGE_MAX_CHARACTERS,
} from '../../../worker/domain/contact-rules.ts';
import { useSendMessage } from './mutations.ts';
import { OutcomeNote, useOutcome } from './contact-outcome.tsx';

type ContactFormStore = FormStore<typeof ContactMessage>;

const FIELDS = ['name', 'email', 'phone', 'inquiry', 'subject', 'message'] as const;

/** Clears on success; on a failure everything that was written stays (Customer spec, section 4). */
export function ContactForm() {
  const t = useWords(contactFormWords);
  // Until the page has come alive the browser itself would send the form.
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
      website: '',
    },
  });

  async function submit(): Promise<void> {
    setOutcome(null);
    try {
      await send.mutateAsync(getInput(form));
      reset(form);
      setOutcome({ kind: 'sent' });
    } catch (error) {
      if (isRefusal(error) && showInFields(form, error)) return;
      setOutcome({ kind: 'failed', error });
    }
  }

  return (
    <Form of={form} method="post" className="contact-form" onSubmit={submit}>
      <ErrorSummary entries={useSummary(form)} />
      <PersonFields form={form} />
      <MessageFields form={form} />
      <Trap form={form} />
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

function PersonFields({ form }: { readonly form: ContactFormStore }) {
  const t = useWords(contactFormWords);
  const errorText = useRuleText(contactFormWords);
  return (
    <>
      <Field of={form} path={['name']}>
        {(field) => (
          <TextInput
            {...field.props}
            label={t('name')}
            autoComplete="name"
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
      <div className="contact-pair">
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
              error={errorText(field.errors)}
            />
          )}
        </Field>
      </div>
    </>
  );
}

function MessageFields({ form }: { readonly form: ContactFormStore }) {
  const t = useWords(contactFormWords);
  const f = useFormat();
  const errorText = useRuleText(contactFormWords);
  const topics = INQUIRIES.map((value) => ({ value, label: t(`inquiries.${value}`) }));
  return (
    <>
      <div className="contact-pair">
        <Field of={form} path={['inquiry']}>
          {(field) => (
            <Select<Inquiry>
              {...field.props}
              label={t('inquiry')}
              options={topics}
              value={isInquiry(field.input ?? '') ? (field.input as Inquiry) : 'general'}
              onChange={field.onChange}
              error={errorText(field.errors)}
            />
          )}
        </Field>
        <Field of={form} path={['subject']}>
          {(field) => (
            <TextInput
              {...field.props}
              label={t('subject')}
              required
              value={field.input ?? ''}
              error={errorText(field.errors)}
            />
          )}
        </Field>
      </div>
      <Field of={form} path={['message']}>
        {(field) => (
          <TextArea
            {...field.props}
            label={t('message')}
            hint={t('messageHint', { limit: f.integer(MESSAGE_MAX_CHARACTERS) })}
            required
            value={field.input ?? ''}
            error={errorText(field.errors)}
          />
        )}
      </Field>
    </>
  );
}

function Trap({ form }: { readonly form: ContactFormStore }) {
  const t = useWords(contactFormWords);
  return (
    <Field of={form} path={['website']}>
      {(field) => <BotTrap {...field.props} label={t('website')} value={field.input ?? ''} />}
    </Field>
  );
}

function useSummary(form: ContactFormStore): readonly SummaryEntry[] {
  const t = useWords(contactFormWords);
  const errorText = useRuleText(contactFormWords);
  return getDeepErrorEntries(form).map(({ path, errors }) => {
    const field = FIELDS.find((name) => name === path[0]) ?? 'message';
    return {
      field,
      label: t(field),
      text: errorText(errors) ?? '',
      focus: () => focus(form, { path: [field] }),
    };
  });
}

/** The server's word on a field goes where the form's own would, and focus to the first one. False: it named none. */
function showInFields(form: ContactFormStore, refusal: ProblemError): boolean {
  const errors = refusal.errors.flatMap(({ field, code }) => {
    const known = FIELDS.find((name) => name === field);
    return known === undefined ? [] : [{ field: known, code }];
  });
  for (const { field, code } of errors) setErrors(form, { path: [field], errors: [code] });
  const first = errors[0];
  if (first !== undefined) focus(form, { path: [first.field] });
  return first !== undefined;
}
