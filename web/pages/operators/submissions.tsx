// What customers sent. For operators of tier premium.

import { Suspense, useState } from 'react';
import { useRefreshSubmissions } from '../../features/operators/submissions/queries.ts';
import { SubmissionStats, WebhookNote } from '../../features/operators/submissions/submission-stats.tsx';
import {
  SubmissionsCard,
  useSubmissionsFilter,
} from '../../features/operators/submissions/submissions-card.tsx';
import { useOpening } from '../../ui/use-opening.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsSubmissionsMessages from '#messages/operators-submissions.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { Refresh } from '../../features/operators/frame/refresh.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

export const meta = hiddenPageMeta(titles.submissions);

const SubmissionDialog = lazyPart(
  () => import('../../features/operators/submissions/submission-dialog.tsx'),
  'SubmissionDialog',
);

export default function SubmissionsPage() {
  const t = useMessages(operatorsSubmissionsMessages);
  const [viewed, setViewed] = useState<string | null>(null);
  const filter = useSubmissionsFilter();
  const opened = useOpening(viewed, viewed);
  const actions = (
    <>
      <LinkButton to="/admin" variant="ghost">
        {t('back')}
      </LinkButton>
      <Refresh onRefresh={useRefreshSubmissions()} />
    </>
  );
  return (
    <OperatorsPanel title={t('title')} lead={t('lead')} actions={actions}>
      <SubmissionStats />
      <WebhookNote onShowFailed={() => filter.choose('webhook', 'failed')} />
      <SubmissionsCard filter={filter} onView={setViewed} />
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
    </OperatorsPanel>
  );
}
