import { FeedActions } from '../../features/operators/price-sources/feed-actions.tsx';
import { FeedNotes } from '../../features/operators/price-sources/feed-notes.tsx';
import { useFeedNow, useFeedReport } from '../../features/operators/price-sources/queries.ts';
import { RefusedCard } from '../../features/operators/price-sources/refused-card.tsx';
import { SeriesCard } from '../../features/operators/price-sources/series-card.tsx';
import { SourcesCard } from '../../features/operators/price-sources/sources-card.tsx';
import { Standing } from '../../features/operators/price-sources/standing.tsx';
import { TroublesCard } from '../../features/operators/price-sources/troubles-card.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { adminFeedWords } from '../../i18n/words/admin-feed.ts';
import { AdminPanel } from '../../shell/admin-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import '../../styles/admin-feed.css';

export const meta = hiddenPageMeta(adminFeedWords);

export default function AdminFeedPage() {
  const t = useWords(adminFeedWords);
  const feed = useFeedReport();
  const report = feed.data;
  const now = useFeedNow(report, feed.dataUpdatedAt);
  const head = { title: t('meta.title'), lead: t('lead') };
  if (report === undefined && feed.isError) {
    return (
      <AdminPanel {...head}>
        <Card>
          <ErrorState title={t('error.title')} onRetry={() => void feed.refetch()} retrying={feed.isFetching}>
            {t('error.text')}
          </ErrorState>
        </Card>
      </AdminPanel>
    );
  }
  return (
    <AdminPanel {...head} actions={<FeedActions report={report} />}>
      {report !== undefined && (
        <FeedNotes report={report} now={now} outdatedSince={feed.isError ? feed.dataUpdatedAt : null} />
      )}
      <Standing report={report} now={now} />
      <SeriesCard report={report} now={now} />
      <SourcesCard report={report} now={now} />
      {report !== undefined && <RefusedCard refused={report.refused} />}
      {report !== undefined && <TroublesCard troubles={report.troubles} />}
    </AdminPanel>
  );
}
