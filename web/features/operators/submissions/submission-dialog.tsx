// One submission and its way to the webhook. Import it lazily, as every dialog.

import { isUnread } from '../../../ui/unread.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import { Link } from '../../../i18n/link.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import operatorsSubmissionsMessages from '#messages/operators-submissions.json';
import { Button } from '../../../ui/button.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Email } from '../frame/email.tsx';
import { Phone } from '../frame/phone.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type {
  SubmissionDetails,
  SubmissionForwarding,
} from '../../../../worker/contract/operators/submissions.ts';
import { useForwardNow, useSubmission, useSubmissionCounters } from './queries.ts';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { Allowed } from '../frame/may.tsx';
import { ForwardBadge } from './forward-badge.tsx';
import '../../../styles/operators.css';

type SubmissionDialogProps = { readonly open: boolean; readonly id: string; readonly onClose: () => void };

export function SubmissionDialog({ open, id, onClose }: SubmissionDialogProps) {
  const t = useMessages(operatorsSubmissionsMessages);
  const submission = useSubmission(id);
  return (
    <Dialog open={open} onClose={onClose} title={t('details.title')}>
      <div className="stack" aria-busy={submission.isPending}>
        {submission.data !== undefined ? (
          <Details submission={submission.data} />
        ) : isUnread(submission) ? (
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
  const t = useMessages(operatorsSubmissionsMessages);
  const f = useFormat();
  const { id, type, email, phone, submittedAt, userAgent, data, forwarding } = submission;
  return (
    <>
      <Facts>
        <Fact label={t('details.id')}>
          <CopyableId value={id} of={t('details.id')} whole />
        </Fact>
        <Fact label={t('details.type')}>{t(`type.${type}`)}</Fact>
        <Fact label={t('details.email')}>
          <Email>{email}</Email>
        </Fact>
        <Fact label={t('details.phone')}>
          {phone === null ? t('details.noPhone') : <Phone>{phone}</Phone>}
        </Fact>
        <Fact label={t('details.submittedAt')}>{f.dateTime(submittedAt, 'stamp')}</Fact>
        <Fact label={t('details.userAgent')}>{userAgent ?? t('details.noUserAgent')}</Fact>
        <Fact label={t('details.webhook')}>
          <Forwarding id={id} forwarding={forwarding} />
        </Fact>
      </Facts>
      {type === 'contact' ? (
        <Message id={id} data={data} />
      ) : (
        <section aria-label={t('details.data')}>
          <h3 className="admin-details-heading">{t('details.data')}</h3>
          <pre className="admin-data">{JSON.stringify(data, null, 2)}</pre>
        </section>
      )}
    </>
  );
}

/** As it was written; what is done about it is on the page of contact messages. */
function Message({ id, data }: Pick<SubmissionDetails, 'id' | 'data'>) {
  const t = useMessages(operatorsSubmissionsMessages);
  const { name, subject, message, language } = data;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return (
    <section aria-label={t('details.message')}>
      <h3 className="admin-details-heading">
        {t('details.messageOf', { name: text(name), subject: text(subject) })}
      </h3>
      <blockquote className="contact-text" lang={language === 'en' ? 'en' : undefined}>
        {text(message)}
      </blockquote>
      <p>
        <Link className="link" to={`/admin/contacts?message=${id}`}>
          {t('details.openContact')}
        </Link>
      </p>
    </section>
  );
}

const LINES = ['id', 'type', 'email', 'phone', 'submittedAt', 'userAgent', 'webhook'] as const;

function Loading() {
  return (
    <>
      <div className="details-loading">
        {LINES.map((line) => (
          <Skeleton key={line} shape="line" />
        ))}
      </div>
      <Skeleton shape="block" />
    </>
  );
}

type ForwardingProps = { readonly id: string; readonly forwarding: SubmissionForwarding };

function Forwarding({ id, forwarding }: ForwardingProps) {
  const t = useMessages(operatorsSubmissionsMessages);
  const f = useFormat();
  const reasonOf = useReason();
  const hasWebhook = useSubmissionCounters().data?.hasWebhook ?? false;
  const { state, attempts, nextAttemptAt, lastError } = forwarding;
  const notes = [
    ...(attempts > 0 ? [t.count('details.attempts', attempts)] : []),
    ...(lastError === null ? [] : [t('details.reason', { reason: reasonOf(lastError) })]),
    ...(state === 'failed' && nextAttemptAt !== null
      ? [t('details.next', { time: f.dateTime(nextAttemptAt, 'dayMonthTime') })]
      : []),
    ...(state === 'failed' && nextAttemptAt === null ? [t('details.given')] : []),
  ];
  return (
    <div className="admin-forwarding">
      <span>
        <ForwardBadge state={state} hasWebhook={hasWebhook} />
        {notes.length > 0 && <span className="admin-forwarding-notes">{notes.join(' · ')}</span>}
      </span>
      {state !== 'sent' && hasWebhook && (
        <Allowed to="submissions.forward">
          <RetryNow id={id} />
        </Allowed>
      )}
    </div>
  );
}

function RetryNow({ id }: { readonly id: string }) {
  const t = useMessages(operatorsSubmissionsMessages);
  const showError = useErrorToast();
  const reasonOf = useReason();
  const forward = useForwardNow();
  const answer = ({ state, lastError }: SubmissionForwarding) => {
    if (state === 'sent') {
      showToast({ type: 'success', title: t('details.arrived') });
      return;
    }
    const title = t('details.stillFailed');
    const because =
      lastError === null ? {} : { message: t('details.reason', { reason: reasonOf(lastError) }) };
    showToast({ type: 'warning', title, ...because });
  };
  const refuse = (error: unknown) => showError(t('details.stillFailed'), error);
  // `mutate`'s own callbacks do not run when this button is unmounted before the answer.
  const retry = () => void forward.mutateAsync(id).then(answer, refuse);
  return (
    <Button size="small" busy={forward.isPending} busyLabel={t('details.retrying')} onClick={retry}>
      {t('details.retry')}
    </Button>
  );
}

/** The forwarder's note in the user's language; an unknown note is shown as it is. */
function useReason(): (noted: string) => string {
  const t = useMessages(operatorsSubmissionsMessages);
  return (noted) => {
    const status = /^The webhook answered (\d{3})$/u.exec(noted)?.[1];
    if (status !== undefined) return t('details.reasons.answered', { status });
    if (noted.startsWith('The webhook did not answer')) return t('details.reasons.silent');
    if (noted === 'The webhook could not be reached') return t('details.reasons.unreachable');
    return noted;
  };
}
