// The price sources: terms, last poll and state of each, the values that were refused, and the failures.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/data-state.tsx';
import type { FeedReport, FeedSource } from '../../../../worker/contract/operators/price-feed.ts';
import { ageText, useSeriesName, valueText } from './values.ts';

type SourcesCardProps = { readonly report: FeedReport | undefined; readonly now: number };

export function SourcesCard({ report, now }: SourcesCardProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  return (
    <Card title={t('sources.title')} aria-busy={report === undefined}>
      <Table
        className="admin-table"
        caption={t('sources.caption')}
        rows={report?.sources}
        skeletons={1}
        rowKey={({ subject, name }) => `${subject} ${name}`}
        empty={t('sources.none')}
        columns={[
          {
            key: 'name',
            label: t('sources.name'),
            header: true,
            skeleton: 'line',
            render: ({ name }) => name,
          },
          {
            key: 'gives',
            label: t('sources.gives'),
            skeleton: ['line', 'short'],
            render: ({ subject, kind }) => (
              <>
                {t(`sources.${subject}`)}
                <span className="sub">{t(`sources.kinds.${kind}`)}</span>
              </>
            ),
          },
          {
            key: 'licence',
            label: t('sources.licence'),
            skeleton: ['line', 'short'],
            render: ({ licence, mayQuote }) => (
              <>
                {t(`sources.licences.${licence}`)}
                <span className="sub">{t(mayQuote ? 'sources.quotes' : 'sources.shows')}</span>
              </>
            ),
          },
          {
            key: 'asked',
            label: t('sources.asked'),
            className: 'num',
            skeleton: ['short', 'short'],
            render: ({ lastAskedAt, notBefore }) => (
              <>
                <Age at={lastAskedAt} now={now} />
                {notBefore !== null && Date.parse(notBefore) > now && (
                  <span className="sub">
                    {t('sources.notBefore', { time: f.dateTime(notBefore, 'clock') })}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'answered',
            label: t('sources.answered'),
            className: 'num',
            render: ({ lastAnsweredAt }) => <Age at={lastAnsweredAt} now={now} />,
          },
          {
            key: 'health',
            label: t('sources.standing'),
            className: 'admin-breaks',
            skeleton: 'badge',
            render: (source) => <Health source={source} now={now} />,
          },
        ]}
      />
    </Card>
  );
}

function Health({ source, now }: { readonly source: FeedSource; readonly now: number }) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const { trouble } = source;
  if (trouble === null) {
    const answered = source.lastAnsweredAt !== null;
    return (
      <Badge tone={answered ? 'success' : 'pending'}>
        {t(answered ? 'sources.fine' : 'sources.waiting')}
      </Badge>
    );
  }
  return (
    <>
      <Badge tone="failed">{t('sources.failing')}</Badge>
      <span className="sub">
        {t('sources.failingSince', {
          fault: t(`faults.${trouble.fault}`),
          since: ageText(f, trouble.since, now),
        })}
      </span>
      <span className="sub num">{t.count('sources.times', trouble.times)}</span>
    </>
  );
}

function Age({ at, now }: { readonly at: string | null; readonly now: number }) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  return at === null ? <>{t('sources.never')}</> : <time dateTime={at}>{ageText(f, at, now)}</time>;
}

/** Rejected values, newest first. */
export function RefusedCard({ refused }: Pick<FeedReport, 'refused'>) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const name = useSeriesName();
  return (
    <Card title={t('refused.title')}>
      {refused.length === 0 ? (
        <EmptyState title={t('refused.emptyTitle')}>{t('refused.emptyText')}</EmptyState>
      ) : (
        <Table
          className="admin-table"
          caption={t('refused.caption')}
          rows={refused}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'when',
              label: t('refused.when'),
              className: 'num',
              render: ({ receivedAt }) => <ClockAndDate at={receivedAt} />,
            },
            { key: 'source', label: t('refused.source'), header: true, render: ({ source }) => source },
            { key: 'series', label: t('refused.series'), render: ({ series }) => name(series) },
            {
              key: 'value',
              label: t('refused.value'),
              align: 'right',
              render: ({ series, value }) => (value === null ? '–' : valueText(f, series, value)),
            },
            {
              key: 'reason',
              label: t('refused.reason'),
              className: 'admin-breaks',
              render: ({ verdict }) => t(`verdicts.${verdict}`),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Failures of the sources, newest first. */
export function FaultsCard({ faults }: { readonly faults: FeedReport['troubles'] }) {
  const t = useMessages(operatorsPriceSourcesMessages);
  return (
    <Card title={t('troubles.title')}>
      {faults.length === 0 ? (
        <EmptyState title={t('troubles.emptyTitle')}>{t('troubles.emptyText')}</EmptyState>
      ) : (
        <Table
          className="admin-table"
          caption={t('troubles.caption')}
          rows={faults}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'source',
              label: t('troubles.source'),
              header: true,
              render: ({ source, subject }) => (
                <>
                  {source}
                  <span className="sub">{t(`sources.${subject}`)}</span>
                </>
              ),
            },
            {
              key: 'fault',
              label: t('troubles.fault'),
              className: 'admin-breaks',
              render: ({ fault }) => t(`faults.${fault}`),
            },
            {
              key: 'since',
              label: t('troubles.since'),
              className: 'num',
              render: ({ since }) => <ClockAndDate at={since} />,
            },
            {
              key: 'until',
              label: t('troubles.until'),
              className: 'num',
              render: ({ endedAt }) =>
                endedAt === null ? t('troubles.still') : <ClockAndDate at={endedAt} />,
            },
          ]}
        />
      )}
    </Card>
  );
}

function ClockAndDate({ at }: { readonly at: string }) {
  const f = useFormat();
  return (
    <>
      {f.dateTime(at, 'clock')}
      <span className="sub">{f.dateTime(at, 'date')}</span>
    </>
  );
}
