// One submission, all of it. Import it lazily, as every dialog.

import { useWords } from '../../../i18n/use-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { adminSubmissionsWords } from '../../../i18n/words/admin-submissions.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { SubmissionDetails } from '../../../../worker/contract/operators/submissions.ts';
import '../../../styles/admin-lists.css';
import { Forwarding } from './forwarding.tsx';
import { useSubmission } from './queries.ts';

type SubmissionDialogProps = { readonly open: boolean; readonly id: string; readonly onClose: () => void };

export function SubmissionDialog({ open, id, onClose }: SubmissionDialogProps) {
  const t = useWords(adminSubmissionsWords);
  const submission = useSubmission(id);
  return (
    <Dialog open={open} onClose={onClose} title={t('details.title')}>
      <div className="admin-details" aria-busy={submission.isPending}>
        {submission.data !== undefined ? (
          <Details submission={submission.data} />
        ) : submission.isError ? (
          <ErrorState
            title={t('details.error.title')}
            onRetry={() => void submission.refetch()}
            retrying={submission.isFetching}
          >
            {t('details.error.text')}
          </ErrorState>
        ) : (
          <Loading />
        )}
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t('details.close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function Details({ submission }: { readonly submission: SubmissionDetails }) {
  const t = useWords(adminSubmissionsWords);
  const f = useFormat();
  const { id, type, email, phone, submittedAt, userAgent, data, forwarding } = submission;
  return (
    <>
      <Facts>
        <Fact label={t('details.id')}>
          <CopyableId value={id} of={t('details.id')} whole />
        </Fact>
        <Fact label={t('details.type')}>{t(`type.${type}`)}</Fact>
        <Fact label={t('details.email')}>{email}</Fact>
        <Fact label={t('details.phone')}>{phone ?? t('details.noPhone')}</Fact>
        <Fact label={t('details.submittedAt')}>{f.dateTime(submittedAt, 'stamp')}</Fact>
        <Fact label={t('details.userAgent')}>{userAgent ?? t('details.noUserAgent')}</Fact>
        <Fact label={t('details.webhook')}>
          <Forwarding id={id} forwarding={forwarding} />
        </Fact>
      </Facts>
      <section aria-label={t('details.data')}>
        <h3 className="admin-details-heading">{t('details.data')}</h3>
        <pre className="admin-data">{JSON.stringify(data, null, 2)}</pre>
      </section>
    </>
  );
}

const LINES = ['id', 'type', 'email', 'phone', 'submittedAt', 'userAgent', 'webhook'] as const;

function Loading() {
  return (
    <>
      <div className="admin-details-loading">
        {LINES.map((line) => (
          <Skeleton key={line} shape="line" />
        ))}
      </div>
      <Skeleton shape="block" />
    </>
  );
}
