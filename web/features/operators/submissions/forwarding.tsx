// How far one submission has come on its way to the webhook, and trying it now.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../../i18n/words/admin-submissions.ts';
import { Button } from '../../../ui/button.tsx';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { SubmissionForwarding } from '../../../../worker/contract/operators/submissions.ts';
import { ForwardBadge } from './forward-badge.tsx';
import { useForwardNow, useSubmissionCounters } from './queries.ts';

type ForwardingProps = { readonly id: string; readonly forwarding: SubmissionForwarding };

export function Forwarding({ id, forwarding }: ForwardingProps) {
  const t = useWords(adminSubmissionsWords);
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
      {state !== 'sent' && hasWebhook && <RetryNow id={id} />}
    </div>
  );
}

function RetryNow({ id }: { readonly id: string }) {
  const t = useWords(adminSubmissionsWords);
  const trouble = useTroubleText();
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
  const refuse = (error: unknown) => {
    const { what, next } = trouble(error);
    showToast({ type: 'error', title: t('details.stillFailed'), message: `${what} ${next}` });
  };
  // A promise, because this button is gone by the time that the answer is told.
  const retry = () => void forward.mutateAsync(id).then(answer, refuse);
  return (
    <Button size="small" busy={forward.isPending} busyLabel={t('details.retrying')} onClick={retry}>
      {t('details.retry')}
    </Button>
  );
}

/** What the forwarder noted, in the reader's language; what it could not have noted is shown as it stands. */
function useReason(): (noted: string) => string {
  const t = useWords(adminSubmissionsWords);
  return (noted) => {
    const status = /^The webhook answered (\d{3})$/u.exec(noted)?.[1];
    if (status !== undefined) return t('details.reasons.answered', { status });
    if (noted.startsWith('The webhook did not answer')) return t('details.reasons.silent');
    if (noted === 'The webhook could not be reached') return t('details.reasons.unreachable');
    return noted;
  };
}
