// The dashboard's market insight (C2), computed from stored prices and with their time.

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import dashboardMessages from '#messages/dashboard.json';
import { priceHistoryQuery } from '../../live/history-query.ts';
import { Card } from '../../ui/card.tsx';
import { useNear } from '../../ui/near.ts';
import { ErrorState } from '../../ui/data-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Edge, type Insight, insightOf } from './insight.ts';
import '../../styles/dashboard.css';

export function MarketInsight() {
  const t = useMessages(dashboardMessages.insight);
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const gold = useQuery({ ...priceHistoryQuery('gold', '1Y'), enabled: near });
  const silver = useQuery({ ...priceHistoryQuery('silver', '1Y'), enabled: near });
  const insight = useMemo(
    () =>
      gold.data === undefined || silver.data === undefined ? undefined : insightOf(gold.data, silver.data),
    [gold.data, silver.data],
  );
  const failed = [gold, silver].filter((query) => query.isError && query.data === undefined);
  return (
    <Card title={t('title')} aria-busy={insight === undefined && failed.length === 0}>
      <div ref={box}>
        {failed.length > 0 ? (
          <ErrorState
            title={t('error.title')}
            onRetry={() => failed.forEach((query) => void query.refetch())}
            retrying={failed.some((query) => query.isFetching)}
          >
            {t('error.text')}
          </ErrorState>
        ) : (
          <div className="card-padded insight">
            {insight === undefined && <Loading />}
            {insight === null && <p className="small muted">{t('empty')}</p>}
            {insight !== undefined && insight !== null && <Reading insight={insight} />}
            <Link to="/learn" className="link small">
              {t('learn')}
            </Link>
          </div>
        )}
      </div>
    </Card>
  );
}

function Reading({ insight }: { readonly insight: Insight }) {
  const t = useMessages(dashboardMessages.insight);
  const f = useFormat();
  const { edge, month, ratio, since } = insight;
  const span =
    since === null ? t('span.year') : t('span.since', { date: f.dateTime(since, 'dayMonthYear', 'UTC') });
  const moved = (percent: number) => {
    const text = f.percent(percent, 'always', 1);
    const way = text.startsWith('+') ? 'up' : text.startsWith('−') ? 'down' : 'flat';
    return t(`moved.${way}`, { percent: text.replace(/^[+−]/u, '') });
  };
  return (
    <>
      {edge !== null && (
        <p>
          <EdgeSentence edge={edge} span={span} />
        </p>
      )}
      {month !== null && <p>{t('month', { gold: moved(month.gold), silver: moved(month.silver) })}</p>}
      {ratio !== null && (
        <p>{t('ratio', { now: f.decimal(ratio.now, 1), average: f.decimal(ratio.average, 1), span })}</p>
      )}
      <p className="tiny quiet">
        {insight.simulated && <b>{t('simulated')} </b>}
        {t('asOf', { time: f.dateTime(insight.asOf, 'dayMonthTime') })} {t('caution')}
      </p>
    </>
  );
}

function EdgeSentence({ edge, span }: { readonly edge: Edge; readonly span: string }) {
  const t = useMessages(dashboardMessages.insight);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const distance = f.percent(edge.distancePercent, 'none', 1);
  // A distance that rounds to zero is not shown as "0.0 % away".
  const at = distance === f.percent(0, 'none', 1);
  return t(`edge.${at ? 'at' : 'near'}.${edge.which}`, {
    metal: names(`metals.${edge.metal}`),
    distance,
    span,
    price: f.money(edge.priceCents),
    date: f.dateTime(edge.at, 'dayMonthYear', 'UTC'),
  });
}

function Loading() {
  return (
    <div className="insight-loading">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="line" />
    </div>
  );
}
