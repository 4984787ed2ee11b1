// New address, new phone number. Both ask for a step-up before anything is sent.

import { Form, useForm } from '@formisch/react';
import emailMessages from '#messages/email.json';
import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField, useServerErrors } from '../../ui/form-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { EmailInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PhoneChange } from '../../../worker/contract/accounts.ts';
import { EmailChangeRequest } from '../../../worker/contract/emails.ts';
import { PhoneInput } from './phone-input.tsx';
import { useChangeEmail, useChangePhone } from './contacts.ts';

type DialogProps = { readonly open: boolean; readonly onClose: () => void };

export function EmailDialog({ open, onClose, isConfirmed }: DialogProps & { readonly isConfirmed: boolean }) {
  const t = useMessages(emailMessages.emailDialog);
  const change = useChangeEmail();
  const form = useForm({ schema: EmailChangeRequest, initialInput: { email: '' } });
  const failure = useServerErrors(form, change.error);
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} width="narrow">
      <Form
        of={form}
        method="post"
        className="stack"
        onSubmit={({ email }) =>
          closeWhenDone(change.mutateAsync(email), onClose, t(isConfirmed ? 'sent' : 'replaced'))
        }
      >
        {failure !== null && <ProblemNotice error={failure} />}
        <p className="muted">{t(isConfirmed ? 'confirmed' : 'unconfirmed')}</p>
        <FormField form={form} name="email" as={EmailInput} label={t('label')} required />
        {isConfirmed && (
          <p className="small muted">
            {t('lost')}{' '}
            <Link className="link" to="/contact">
              {t('lostLink')}
            </Link>
          </p>
        )}
        <SubmitButton busy={change.isPending} busyLabel={t('busy')}>
          {t('submit')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

export function PhoneDialog({ open, onClose }: DialogProps) {
  const t = useMessages(emailMessages.phoneDialog);
  const change = useChangePhone();
  const form = useForm({ schema: PhoneChange, initialInput: { phone: '' } });
  const failure = useServerErrors(form, change.error);
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} width="narrow">
      <Form
        of={form}
        method="post"
        className="stack"
        onSubmit={({ phone }) => closeWhenDone(change.mutateAsync(phone), onClose, t('done'))}
      >
        {failure !== null && <ProblemNotice error={failure} />}
        <p className="muted">{t('text')}</p>
        <FormField form={form} name="phone" as={PhoneInput} label={t('label')} required />
        <SubmitButton busy={change.isPending} busyLabel={t('busy')}>
          {t('submit')}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

/** A refusal stays in the dialog, whose form shows it. */
async function closeWhenDone(change: Promise<unknown>, onClose: () => void, title: string): Promise<void> {
  try {
    await change;
  } catch {
    return;
  }
  onClose();
  showToast({ type: 'success', title });
}
