// What customers sent: the four counters, the list, one submission in a dialog. For operators of tier premium.

import { lazy, Suspense, useState } from 'react';
import { SubmissionFigures, WebhookNote } from '../../features/operators/submissions/counters.tsx';
import { useReadSubmissionsAgain } from '../../features/operators/submissions/queries.ts';
import { SubmissionsCard } from '../../features/operators/submissions/submissions-card.tsx';
import { useFilter } from '../../features/operators/submissions/use-filter.ts';
import { useOpening } from '../../features/trading/use-opening.ts';
import { useWords } from '../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../i18n/words/admin-submissions.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

export const meta = hiddenPageMeta(adminSubmissionsWords);

const SubmissionDialog = lazy(async () => ({
  default: (await import('../../features/operators/submissions/submission-dialog.tsx')).SubmissionDialog,
}));

export default function AdminSubmissionsPage() {
  const t = useWords(adminSubmissionsWords);
  const [viewed, setViewed] = useState<string | null>(null);
  const filtering = useFilter();
  const opened = useOpening(viewed, viewed);
  const actions = (
    <>
      <LinkButton to="/admin" variant="ghost">
        {t('back')}
      </LinkButton>
      <Refresh />
    </>
  );
  return (
    <AdminPanel title={t('title')} lead={t('lead')} actions={actions}>
      <SubmissionFigures />
      <WebhookNote onShowFailed={() => filtering.setForwarding('failed')} />
      <SubmissionsCard filtering={filtering} onView={setViewed} />
      <Suspense fallback={null}>
        {opened !== null && (
          <SubmissionDialog
            key={opened.number}
            open={opened.open}
            id={opened.value}
            onClose={() => setViewed(null)}
          />
        )}
      </Suspense>
    </AdminPanel>
  );
}

function Refresh() {
  const t = useWords(adminSubmissionsWords);
  return (
    <RefreshButton busyLabel={t('list.refreshing')} onRefresh={useReadSubmissionsAgain()}>
      {t('list.refresh')}
    </RefreshButton>
  );
}
