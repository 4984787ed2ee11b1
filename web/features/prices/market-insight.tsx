// The dashboard's market insight (C2), computed from stored prices and with their time.

import { useRef } from 'react';
import { useCurrency } from '../../i18n/currency.ts';
import type { Currency } from '../../i18n/format.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { Card } from '../../ui/card.tsx';
import { useNear } from '../../ui/near.ts';
import { ErrorState } from '../../ui/data-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Edge, type Insight, insightOf } from './insight.ts';
import type { ReadySeries, SeriesState } from './series-state.ts';
import { usePriceSeries } from './use-price-series.ts';
import '../../styles/dashboard.css';

export function MarketInsight() {
  const t = useMessages(dashboardMessages.insight);
  const currency = useCurrency();
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const all = {
    year: {
      gold: usePriceSeries('gold', '1Y', currency, near),
      silver: usePriceSeries('silver', '1Y', currency, near),
    },
    month: {
      gold: usePriceSeries('gold', '1M', currency, near),
      silver: usePriceSeries('silver', '1M', currency, near),
    },
  };
  const every = [...Object.values(all.year), ...Object.values(all.month)];
  const failed = every.filter((series) => series.status === 'failed');
  const waiting = every.some((series) => series.status === 'waiting');
  const [year, month] = [bothOf(all.year), bothOf(all.month)];
  const insight = waiting ? undefined : year === null ? null : insightOf(year, month);
  return (
    <Card title={t('title')} aria-busy={insight === undefined && failed.length === 0}>
      <div ref={box}>
        {failed.length > 0 ? (
          <ErrorState
            title={t('error.title')}
            onRetry={() => failed.forEach((series) => series.retry())}
            retrying={failed.some((series) => series.retrying)}
          >
            {t('error.text')}
          </ErrorState>
        ) : (
          <div className="card-padded insight">
            {insight === undefined && <Loading />}
            {insight === null && <p className="small muted">{t('empty')}</p>}
            {insight !== undefined && insight !== null && <Reading insight={insight} currency={currency} />}
            <Link to="/learn" className="link small">
              {t('learn')}
            </Link>
          </div>
        )}
      </div>
    </Card>
  );
}

type Pair<State> = { readonly gold: State; readonly silver: State };

function bothOf({ gold, silver }: Pair<SeriesState>): Pair<ReadySeries> | null {
  return gold.status === 'ready' && silver.status === 'ready' ? { gold, silver } : null;
}

type ReadingProps = { readonly insight: Insight; readonly currency: Currency };

function Reading({ insight, currency }: ReadingProps) {
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
          <EdgeSentence edge={edge} span={span} currency={currency} />
        </p>
      )}
      {month !== null && (
        <p>{t(`month.${currency}`, { gold: moved(month.gold), silver: moved(month.silver) })}</p>
      )}
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

type EdgeProps = { readonly edge: Edge; readonly span: string; readonly currency: Currency };

function EdgeSentence({ edge, span, currency }: EdgeProps) {
  const t = useMessages(dashboardMessages.insight);
  const f = useFormat();
  const distance = f.percent(edge.distancePercent, 'none', 1);
  // A distance that rounds to zero is not shown as "0.0 % away".
  const at = distance === f.percent(0, 'none', 1);
  return t(`edge.${edge.of}.${at ? 'at' : 'near'}.${edge.which}`, {
    metal: t(`metals.${edge.metal}`),
    distance,
    span,
    price: f.money(edge.cents, currency),
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
