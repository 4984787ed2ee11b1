// Proposes another address for a customer who lost the mailbox. Import it lazily, as every dialog.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import type { CustomerDetails } from '../../../../worker/contract/operators/customers.ts';
import { isEmail } from '../../../../worker/domain/personal-details.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmailInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { usePropose } from '../frame/propose.ts';
import '../../../styles/operators.css';

type EmailDialogProps = {
  readonly open: boolean;
  readonly user: CustomerDetails;
  readonly onClose: () => void;
};

/** Give it a new `key` each time it opens. */
export function EmailDialog({ open, user, onClose }: EmailDialogProps) {
  const t = useMessages(operatorsMessages.user);
  const propose = usePropose();
  const [email, setEmail] = useState('');
  const done = () => {
    showToast({ type: 'success', title: t('changeEmail.done'), message: t('changeEmail.doneText') });
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('changeEmail.title')} locked={propose.isPending}>
      <ProposalForm
        texts={{
          reason: t('reason.label'),
          reasonHint: t('reason.hint'),
          reasonMissing: t('changeEmail.reasonMissing'),
          cancel: t('changeEmail.cancel'),
          submit: t('changeEmail.submit'),
          busy: t('changeEmail.busy'),
        }}
        isComplete={isEmail(email)}
        busy={propose.isPending}
        error={propose.error}
        onPropose={(reason) =>
          afterwards(propose.mutateAsync({ kind: 'email', userId: user.id, email, reason }), {
            onSuccess: done,
          })
        }
        onCancel={onClose}
      >
        {(tried) => (
          <>
            <p className="muted">{`${user.fullName} (${user.email})`}</p>
            <p>{t('changeEmail.text')}</p>
            <EmailInput
              label={t('changeEmail.email')}
              required
              autoComplete="off"
              value={email}
              error={tried && !isEmail(email) ? t('changeEmail.emailMissing') : null}
              onChange={(event) => setEmail(event.target.value)}
            />
          </>
        )}
      </ProposalForm>
    </Dialog>
  );
}
