// The portfolio's value over time.

import { useId, useMemo, useRef, useState } from 'react';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { gainSummary } from '../../../worker/domain/portfolio.ts';
import type { Currency } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import dashboardMessages from '#messages/dashboard.json';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartBody, RangeControl } from '../../ui/chart/chart-body.tsx';
import { moneyFormat, type ValueFormat } from '../../ui/chart/chart-formats.ts';
import { useNear } from '../../ui/near.ts';
import { EmptyState } from '../../ui/data-state.tsx';
import { axisLabel, axisUnit, type ReadySeries, valueSummary } from './value-series.ts';
import type { LivePortfolio } from './revalue.ts';
import { type HistorySource, type Total, useValueSeries } from './use-value-series.ts';
import '../../styles/charts.css';
import '../../styles/dashboard.css';

type PortfolioChartProps = {
  /** The portfolio at the live price; undefined while it is unknown. */
  readonly live: LivePortfolio | undefined;
  readonly masked: boolean;
  /** While the session is unknown the chart keeps its size and sends no request. */
  readonly waiting?: boolean;
  /** Another customer's history, for operators. */
  readonly source?: HistorySource;
  /** Absent in the operators' read-only view. */
  readonly onDeposit?: () => void;
};

export function PortfolioChart(props: PortfolioChartProps) {
  const { live, masked, waiting = false, source, onDeposit } = props;
  const t = useMessages(dashboardMessages.portfolioChart);
  const f = useFormat();
  const [range, setRange] = useState<HistoryRange>('1M');
  const currency = useCurrency();
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const series = useValueSeries(range, currency, useTotal(live), near && !waiting, source);
  const ready = series.status === 'ready' ? series : null;
  const scale = axisUnit(ready?.samples ?? []);
  const format = useMemo(() => {
    const money = { ...moneyFormat(f, currency), axis: axisLabel(f, scale) };
    return masked ? { ...money, full: () => t('hidden'), bare: () => t('hidden'), axis: () => '' } : money;
  }, [f, t, currency, scale, masked]);
  const id = useId();
  const lacks = series.status === 'empty' ? series.lacks : 'prices';
  if (lacks === 'transactions') return <NoHistory onDeposit={onDeposit} />;
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card-header value-chart-header">
        <h2 className="card-title" id={id}>
          {t('title')}
        </h2>
        <RangeControl range={range} onRange={setRange} />
      </header>
      <div className="card-padded price-chart value-chart">
        <ChartBody
          name={`portfolio ${currency} ${range}`}
          label={t('label')}
          unit={masked ? '' : t(`unit.${currency}.${scale}`)}
          boxRef={box}
          near={near}
          series={series}
          resolution={ready?.resolution ?? 'hour'}
          format={format}
          boot={null}
          error={{ title: t('error.title'), text: t('error.text') }}
          empty={<EmptyState title={t(`empty.${lacks}.title`)}>{t(`empty.${lacks}.text`)}</EmptyState>}
          summary={
            masked
              ? t('masked')
              : ready !== null && <Summary series={ready} {...{ range, currency, format }} />
          }
          legend={ready !== null && <Legend series={ready} currency={currency} />}
          columns={{ value: t(`table.${currency}`), dollars: t('table.USD') }}
          masked={masked}
        />
      </div>
    </section>
  );
}

function useTotal(live: LivePortfolio | undefined): Total | null {
  const valueCents = live?.totals.valueCents ?? null;
  const heldCents = live === undefined ? null : gainSummary(live).heldCents;
  return useMemo(
    () => (valueCents === null || heldCents === null ? null : { valueCents, heldCents }),
    [valueCents, heldCents],
  );
}

/** Before the first transaction there is no range to choose and nothing to draw. */
function NoHistory({ onDeposit }: { readonly onDeposit: (() => void) | undefined }) {
  const t = useMessages(dashboardMessages.portfolioChart);
  return (
    <Card title={t('title')}>
      <EmptyState
        title={t('empty.movements.title')}
        action={onDeposit !== undefined && <Button onClick={onDeposit}>{t('empty.movements.action')}</Button>}
      >
        {t('empty.movements.text')}
      </EmptyState>
    </Card>
  );
}

type SummaryProps = {
  readonly series: ReadySeries;
  readonly range: HistoryRange;
  readonly currency: Currency;
  readonly format: ValueFormat;
};

function Summary({ series, range, format, currency }: SummaryProps) {
  const t = useMessages(dashboardMessages.portfolioChart);
  const charts = useMessages(chartsMessages);
  const f = useFormat();
  const summary = valueSummary(series);
  if (summary === null) return null;
  const { start, end, high, low, changeCents } = summary;
  const way = changeCents > 0 ? 'up' : changeCents < 0 ? 'down' : 'flat';
  const paid = series.paidInCents;
  const held = series.heldCents.start !== 0 || series.heldCents.end !== 0;
  const apart = paid === 0 ? (held ? 'bonus' : 'plain') : held ? 'depositsAndBonus' : 'deposits';
  return t(`summary.${apart}`, {
    over: charts(`ranges.${series.full ? range : 'ALL'}.sentence`, {
      date: f.dateTime(start.at, 'dayMonthYear'),
    }),
    start: format.full(start.value),
    end: format.full(end.value),
    high: format.full(high),
    low: format.full(low),
    paid: f.money(paid, currency),
    change: t(`moved.${currency}.${way}`, { amount: f.money(Math.abs(changeCents), currency) }),
  });
}

function Legend({ series, currency }: Pick<SummaryProps, 'series' | 'currency'>) {
  const t = useMessages(dashboardMessages.portfolioChart);
  return (
    <>
      <span className="chart-key">{t(`legend.${currency}`)}</span>
      {series.simulated && <b>{t('legend.simulated')}</b>}
      {series.hasGaps && <span>{t('legend.gaps')}</span>}
    </>
  );
}
