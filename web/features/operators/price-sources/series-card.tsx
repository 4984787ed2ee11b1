// Each accepted price, and below it the last observation of every source with its result.

import type { ReactNode } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRow, Table, type TableColumn, TableRow } from '../../../ui/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type {
  FeedReport,
  FeedSeries,
  FeedObservation,
} from '../../../../worker/contract/operators/price-feed.ts';
import { SERIES, type Series } from '../../../../worker/domain/price-rules.ts';
import { ageText, useSeriesName, valueText } from './values.ts';

type SeriesCardProps = { readonly report: FeedReport | undefined; readonly now: number };

/** `series` decides the unit of an observation's values. */
type Observation = FeedObservation & { readonly series: Series };

export function SeriesCard({ report, now }: SeriesCardProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const columns = useColumns(now);
  return (
    <Card title={t('series.title')} aria-busy={report === undefined}>
      <Table
        className="admin-table feed-series"
        caption={t('series.caption')}
        columns={columns}
        rowKey={({ source }) => source}
      >
        {report === undefined
          ? SERIES.map((series) => (
              <Group key={series} series={series} accepted={<Skeleton shape="short" />}>
                <SkeletonRow columns={columns} />
              </Group>
            ))
          : report.series.map((one) => (
              <Group
                key={one.series}
                series={one.series}
                accepted={<Accepted one={one} now={now} paused={report.paused !== null} />}
              >
                {one.words.map((word) => (
                  <TableRow key={word.source} row={{ ...word, series: one.series }} columns={columns} />
                ))}
                {one.words.length === 0 && (
                  <tr>
                    <td colSpan={columns.length} className="admin-breaks quiet">
                      {t('series.noWord')}
                    </td>
                  </tr>
                )}
              </Group>
            ))}
      </Table>
    </Card>
  );
}

type GroupProps = {
  readonly series: Series;
  readonly accepted: ReactNode;
  readonly children: ReactNode;
};

function Group({ series, accepted, children }: GroupProps) {
  const name = useSeriesName();
  return (
    <tbody>
      <tr className="feed-accepted">
        <th scope="rowgroup" colSpan={5}>
          <span className="feed-accepted-line">
            <span>{name(series)}</span>
            {accepted}
          </span>
        </th>
      </tr>
      {children}
    </tbody>
  );
}

type AcceptedProps = { readonly one: FeedSeries; readonly now: number; readonly paused: boolean };

function Accepted({ one, now, paused }: AcceptedProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const { accepted } = one;
  if (accepted === null) return <span className="quiet">{t('series.none')}</span>;
  const quoted = accepted.settled ? 'series.quoted' : 'series.unsettled';
  // During a pause no price is quoted, however fresh.
  const standing = accepted.mayQuote ? (paused ? 'series.paused' : quoted) : 'series.notQuoted';
  return (
    <>
      <span className="num">{valueText(f, one.series, accepted.value)}</span>
      <span className="sub num">
        {ageText(f, accepted.asOf, now)}
        {' · '}
        {t(accepted.fresh ? standing : 'series.old')}
      </span>
    </>
  );
}

function useColumns(now: number): readonly TableColumn<Observation>[] {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  return [
    {
      key: 'source',
      label: t('series.source'),
      header: true,
      skeleton: ['line', 'short'],
      render: ({ source }) => source,
    },
    {
      key: 'value',
      label: t('series.value'),
      align: 'right',
      skeleton: ['short', 'short'],
      render: ({ series, value, bid, ask }) => (
        <>
          {value === null ? '–' : valueText(f, series, value)}
          {bid !== null && ask !== null && (
            <span className="sub">
              {t('series.bidAsk', { bid: valueText(f, series, bid), ask: valueText(f, series, ask) })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'time',
      label: t('series.time'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ sourceAt }) =>
        sourceAt === null ? (
          '–'
        ) : (
          <>
            <time dateTime={sourceAt}>{ageText(f, sourceAt, now)}</time>
            <span className="sub">{f.dateTime(sourceAt, 'clock')}</span>
          </>
        ),
    },
    {
      key: 'difference',
      label: t('series.difference'),
      align: 'right',
      render: ({ differenceBp }) =>
        differenceBp === null ? (
          '–'
        ) : (
          <abbr title={t('bpMeaning')}>
            {t('bp', { n: signed(f.decimal(Math.abs(differenceBp), 1), differenceBp) })}
          </abbr>
        ),
    },
    {
      key: 'status',
      label: t('series.standing'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: (observation) => <ObservationResult observation={observation} />,
    },
  ];
}

function ObservationResult({ observation }: { readonly observation: Observation }) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const { verdict, leftOut, inPrice } = observation;
  if (verdict !== 'accepted' && verdict !== 'unchanged') {
    return (
      <>
        <Badge tone="failed">{t('series.refused')}</Badge>
        <span className="sub">{t(`verdicts.${verdict}`)}</span>
        {inPrice && <span className="sub">{t('series.earlier')}</span>}
      </>
    );
  }
  if (leftOut !== null) {
    return (
      <>
        <Badge tone="held">{t('series.out')}</Badge>
        <span className="sub">{t(`series.leftOut.${leftOut}`)}</span>
      </>
    );
  }
  return <Badge tone="success">{t('series.inPrice')}</Badge>;
}

/** With a typographic minus, and a plus where the value is above. */
function signed(text: string, value: number): string {
  if (value === 0) return text;
  return value > 0 ? `+${text}` : `\u2212${text}`;
}
