// What customers sent: the four counters, the list, one submission in a dialog. For operators of tier premium.

import { lazy, Suspense, useState } from 'react';
import { SubmissionFigures, WebhookNote } from '../../features/admin-submissions/counters.tsx';
import { useReadSubmissionsAgain } from '../../features/admin-submissions/queries.ts';
import { SubmissionsCard } from '../../features/admin-submissions/submissions-card.tsx';
import { useFilter } from '../../features/admin-submissions/use-filter.ts';
import { useOpening } from '../../features/dashboard/use-opening.ts';
import { useWords } from '../../i18n/use-words.ts';
import { adminSubmissionsWords } from '../../i18n/words/admin-submissions.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export const meta = hiddenPageMeta(adminSubmissionsWords);

const SubmissionDialog = lazy(async () => ({
  default: (await import('../../features/admin-submissions/submission-dialog.tsx')).SubmissionDialog,
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

/** Reads everything again. What fails is said where it is shown. */
function Refresh() {
  const t = useWords(adminSubmissionsWords);
  const readAgain = useReadSubmissionsAgain();
  const [reading, setReading] = useState(false);
  const refresh = async () => {
    setReading(true);
    await readAgain();
    setReading(false);
  };
  return (
    <Button busy={reading} busyLabel={t('list.refreshing')} onClick={() => void refresh()}>
      <Icon name="refresh" small />
      {t('list.refresh')}
    </Button>
  );
}
