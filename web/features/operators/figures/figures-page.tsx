// How the system runs, for operators: charts of the last hour or day, minute by minute, and what was refused how often.

import { isUnread } from '../../../ui/unread.ts';
import { useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-figures.json';
import titles from '#messages/titles.json';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { StaleNote } from '../../../ui/note.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { FIGURE_CHARTS, type FiguresReport } from '../../../../worker/contract/operators/figures.ts';
import { FIGURE_PERIOD_NAMES, type FigurePeriod } from '../../../../worker/domain/figures.ts';
import { OperatorsPanel } from '../frame/panel.tsx';
import { Refresh } from '../frame/refresh.tsx';
import { FigureCard } from './figure-card.tsx';
import { useFigures, useRefreshFigures } from './queries.ts';
import '../../../styles/charts.css';
import '../../../styles/operators.css';

export function Figures() {
  const t = useMessages(messages);
  const f = useFormat();
  const [period, setPeriod] = useState<FigurePeriod>('1h');
  const figures = useFigures(period);
  const { data, dataUpdatedAt } = figures;
  const refetch = () => void figures.refetch();
  return (
    <OperatorsPanel
      title={titles.figures.title}
      lead={
        data === undefined || data.asOf === null
          ? t('lead')
          : `${t('lead')} ${t('asOf', { time: f.dateTime(data.asOf, 'dayMonthTime') })}`
      }
      actions={
        <>
          <SegmentedControl
            label={t('period.label')}
            value={period}
            onChange={setPeriod}
            options={FIGURE_PERIOD_NAMES.map((value) => ({ value, label: t(`period.${value}`) }))}
          />
          <Refresh onRefresh={useRefreshFigures()} />
        </>
      }
    >
      {figures.isRefetchError && (
        <StaleNote readAt={dataUpdatedAt} onRetry={refetch} retrying={figures.isFetching} />
      )}
      {isUnread(figures) ? (
        <Card>
          <ErrorState title={t('error.title')} onRetry={refetch} retrying={figures.isFetching}>
            {t('error.text')}
          </ErrorState>
        </Card>
      ) : (
        <>
          <div className="figure-cards">
            {FIGURE_CHARTS.map((chart) => (
              <FigureCard
                key={chart}
                chart={chart}
                period={period}
                points={data?.charts.find((one) => one.chart === chart)?.points}
              />
            ))}
          </div>
          <RefusalsCard refusals={data?.refusals} />
        </>
      )}
    </OperatorsPanel>
  );
}

/** By their codes, which the log and the contract name them by. */
function RefusalsCard({ refusals }: { readonly refusals: FiguresReport['refusals'] | undefined }) {
  const t = useMessages(messages.refusals);
  const f = useFormat();
  return (
    <Card title={t('title')} aria-busy={refusals === undefined}>
      {refusals?.length === 0 ? (
        <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
      ) : (
        <Table
          className="admin-table"
          caption={t('title')}
          rows={refusals}
          rowKey={({ code }) => code}
          skeletons={4}
          columns={[
            {
              key: 'code',
              label: t('code'),
              header: true,
              className: 'admin-breaks',
              skeleton: 'line',
              render: ({ code }) => <code>{code}</code>,
            },
            {
              key: 'count',
              label: t('count'),
              align: 'right',
              className: 'num',
              render: ({ count }) => f.integer(count),
            },
          ]}
        />
      )}
    </Card>
  );
}
