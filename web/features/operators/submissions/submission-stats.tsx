// The totals of all submissions, whatever the list is filtered by, and a note about those that did not reach the webhook.

import { isUnread } from '../../../ui/unread.ts';
import { Allowed } from '../frame/may.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsSubmissionsMessages from '#messages/operators-submissions.json';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { QueriedStatCards, StatCard } from '../frame/stat-card.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useForwardFailed, useSubmissionCounters } from './queries.ts';

const TOTALS = ['total', 'signups', 'contacts', 'trades'] as const;

export function SubmissionStats() {
  const t = useMessages(operatorsSubmissionsMessages);
  const f = useFormat();
  const counters = useSubmissionCounters();
  const { data } = counters;
  const valueOf = (total: (typeof TOTALS)[number]) => {
    if (data !== undefined) return f.integer(data[total]);
    return isUnread(counters) ? null : undefined;
  };
  return (
    <QueriedStatCards label={t('counters.label')} query={counters} error={t('counters.error')}>
      {TOTALS.map((total) => (
        <StatCard key={total} label={t(`counters.${total}`)} value={valueOf(total)} />
      ))}
    </QueriedStatCards>
  );
}

/** Renders only where no webhook is set or submissions did not reach it. */
export function WebhookNote({ onShowFailed }: { readonly onShowFailed: () => void }) {
  const t = useMessages(operatorsSubmissionsMessages);
  const { data } = useSubmissionCounters();
  if (data === undefined) return null;
  if (!data.hasWebhook) {
    return (
      <Note tone="info" title={t('forward.missing.title')}>
        {t('forward.missing.text')}
      </Note>
    );
  }
  if (data.failed === 0) return null;
  return (
    <Note
      tone="warning"
      icon="alert"
      title={t.count('forward.failedSome', data.failed)}
      actions={
        <>
          <Button size="small" onClick={onShowFailed}>
            {t('forward.show')}
          </Button>
          <Allowed to="submissions.forward">
            <SendAllAgain />
          </Allowed>
        </>
      }
    >
      {t('forward.failedText')}
    </Note>
  );
}

function SendAllAgain() {
  const t = useMessages(operatorsSubmissionsMessages);
  const showError = useErrorToast();
  const forward = useForwardFailed();
  const answer = ({ queued }: { readonly queued: number }) => {
    const message = queued === 0 ? t('forward.already') : t.count('forward.queued', queued);
    showToast({ type: 'success', title: t('forward.queued.title'), message });
  };
  const refuse = (error: unknown) => showError(t('forward.notQueued'), error);
  // `mutate`'s own callbacks do not run when this button is unmounted before the answer.
  const send = () => void forward.mutateAsync().then(answer, refuse);
  return (
    <Button size="small" busy={forward.isPending} busyLabel={t('forward.queueing')} onClick={send}>
      {t('forward.again')}
    </Button>
  );
}
