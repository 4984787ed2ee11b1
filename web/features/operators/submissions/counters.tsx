// How many submissions there are in all, whatever the list is filtered by; and what became of those that failed.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../../i18n/words/admin-submissions.ts';
import { commonWords } from '../../../i18n/words/common.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useTroubleText } from '../../../ui/problem-notice.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useForwardFailed, useSubmissionCounters } from './queries.ts';

const FIGURES = ['total', 'signups', 'contacts', 'trades'] as const;

export function SubmissionFigures() {
  const t = useWords(adminSubmissionsWords);
  const common = useWords(commonWords);
  const f = useFormat();
  const counters = useSubmissionCounters();
  const { data } = counters;
  const valueOf = (figure: (typeof FIGURES)[number]) => {
    if (data !== undefined) return f.integer(data[figure]);
    return counters.isError ? null : undefined;
  };
  return (
    <>
      {counters.isError && (
        <Note
          tone="warning"
          role="alert"
          actions={
            <Button size="small" busy={counters.isFetching} onClick={() => void counters.refetch()}>
              {common('retry')}
            </Button>
          }
        >
          {data === undefined
            ? t('counters.error')
            : t('counters.outdated', { time: f.dateTime(counters.dataUpdatedAt, 'clock') })}
        </Note>
      )}
      <StatCards label={t('counters.label')} busy={counters.isPending}>
        {FIGURES.map((figure) => (
          <StatCard key={figure} label={t(`counters.${figure}`)} value={valueOf(figure)} />
        ))}
      </StatCards>
    </>
  );
}

/** Says when submissions go nowhere, or did not arrive; nothing while all is well. */
export function WebhookNote({ onShowFailed }: { readonly onShowFailed: () => void }) {
  const t = useWords(adminSubmissionsWords);
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
          <SendAllAgain />
        </>
      }
    >
      {t('forward.failedText')}
    </Note>
  );
}

function SendAllAgain() {
  const t = useWords(adminSubmissionsWords);
  const trouble = useTroubleText();
  const forward = useForwardFailed();
  const answer = ({ queued }: { readonly queued: number }) => {
    const message = queued === 0 ? t('forward.already') : t.count('forward.queued', queued);
    showToast({ type: 'success', title: t('forward.queued.title'), message });
  };
  const refuse = (error: unknown) => {
    const { what, next } = trouble(error);
    showToast({ type: 'error', title: t('forward.notQueued'), message: `${what} ${next}` });
  };
  // A promise, because this button may be gone by the time that the answer is told.
  const send = () => void forward.mutateAsync().then(answer, refuse);
  return (
    <Button size="small" busy={forward.isPending} busyLabel={t('forward.queueing')} onClick={send}>
      {t('forward.again')}
    </Button>
  );
}
