import { isUnread } from '../../ui/unread.ts';
import { PriceSourcesActions } from '../../features/operators/price-sources/actions.tsx';
import { BulletinsCard } from '../../features/operators/price-sources/bulletins-card.tsx';
import { usePriceSources, useServerNow } from '../../features/operators/price-sources/queries.ts';
import { SeriesCard } from '../../features/operators/price-sources/series-card.tsx';
import {
  FaultsCard,
  RefusedCard,
  SourcesCard,
} from '../../features/operators/price-sources/source-cards.tsx';
import { PriceSourcesNotes, PriceSourcesStats } from '../../features/operators/price-sources/status.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import titles from '#messages/titles.json';
import { OperatorsPanel } from '../../features/operators/frame/panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import '../../styles/operators.css';

export const meta = hiddenPageMeta(titles.priceSources);

export default function PriceSourcesPage() {
  const t = useMessages(operatorsPriceSourcesMessages);
  const query = usePriceSources();
  const report = query.data;
  const now = useServerNow(report, query.dataUpdatedAt);
  const head = { title: titles.priceSources.title, lead: t('lead') };
  if (isUnread(query)) {
    return (
      <OperatorsPanel {...head}>
        <Card>
          <ErrorState
            title={t('error.title')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            {t('error.text')}
          </ErrorState>
        </Card>
      </OperatorsPanel>
    );
  }
  return (
    <OperatorsPanel {...head} actions={<PriceSourcesActions report={report} />}>
      {report !== undefined && (
        <PriceSourcesNotes
          report={report}
          now={now}
          staleSince={query.isError ? query.dataUpdatedAt : null}
        />
      )}
      <PriceSourcesStats report={report} now={now} />
      <SeriesCard report={report} now={now} />
      <SourcesCard report={report} now={now} />
      <BulletinsCard />
      {report !== undefined && <RefusedCard refused={report.refused} />}
      {report !== undefined && <FaultsCard faults={report.troubles} />}
    </OperatorsPanel>
  );
}
