// Proposes that a customer becomes an operator, or other roles for one who is. Import it lazily, as every dialog.

import { useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import type { OperatorSummary, OperatorTerms } from '../../../../worker/contract/operators/operators.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { CandidateField } from './candidate-field.tsx';
import { ProposalForm } from '../frame/proposal-form.tsx';
import { usePropose } from '../frame/propose.ts';
import { RoleFields } from './role-fields.tsx';
import '../../../styles/operators.css';

type TermsDialogProps = {
  readonly open: boolean;
  /** Whose roles shall change; null to choose a customer who becomes an operator. */
  readonly operator: OperatorSummary | null;
  readonly onClose: () => void;
};

/** Give it a new `key` each time it opens. */
export function TermsDialog({ open, operator, onClose }: TermsDialogProps) {
  const t = useMessages(operatorsPeopleMessages);
  const propose = usePropose();
  const [userId, setUserId] = useState<string | null>(operator?.id ?? null);
  const [terms, setTerms] = useState<OperatorTerms>({
    roles: operator?.roles ?? [],
    premium: operator?.tier === 'premium',
  });
  const done = () => {
    showToast({ type: 'success', title: t('propose.done'), message: t('propose.doneText') });
    onClose();
  };
  const submit = (reason: string) => {
    if (userId === null) return;
    const kind = operator === null ? 'grant' : 'roles';
    afterwards(propose.mutateAsync({ kind, userId, ...terms, reason }), { onSuccess: done });
  };
  const title =
    operator === null ? t('propose.grantTitle') : t('propose.rolesTitle', { email: operator.email });
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={propose.isPending}>
      <ProposalForm
        texts={{
          reason: t('propose.reason'),
          reasonHint: t('propose.reasonHint'),
          reasonMissing: t('propose.reasonMissing'),
          cancel: t('propose.cancel'),
          submit: t('propose.submit'),
          busy: t('propose.busy'),
        }}
        isComplete={userId !== null && terms.roles.length > 0}
        busy={propose.isPending}
        error={propose.error}
        onPropose={submit}
        onCancel={onClose}
      >
        {(tried) => (
          <>
            <p>{t('propose.text')}</p>
            {operator === null && (
              <CandidateField
                chosen={userId}
                onChoose={setUserId}
                error={tried && userId === null ? t('propose.customerMissing') : null}
              />
            )}
            <RoleFields terms={terms} onChange={setTerms} isMissing={tried} />
          </>
        )}
      </ProposalForm>
    </Dialog>
  );
}
