// The chart of one metal's price in the display currency. In reais each price is converted at the rate of its day (P1), and
// the price in dollars, the currency of orders, is shown beside it.

import { useMemo, useRef, useState } from 'react';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { useDisplay } from '../../i18n/display.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { useNear } from '../../ui/near.ts';
import { ChangeOver } from './change-over.tsx';
import { moneyFormat } from '../../ui/chart/chart-formats.ts';
import { ChartPanel, type HeadingLevel } from './chart-panel.tsx';
import { PerGram, SpotMoney } from './spot-money.tsx';
import { useSpot } from './use-spot.ts';
import { usePriceSeries } from './use-price-series.ts';

type PriceChartProps = {
  readonly metal: TradedMetal;
  readonly defaultRange?: HistoryRange;
  readonly headingLevel?: HeadingLevel;
};

export function PriceChart({ metal, defaultRange = '1M', headingLevel = 2 }: PriceChartProps) {
  const f = useFormat();
  const [range, setRange] = useState(defaultRange);
  const currency = useCurrency();
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  const series = usePriceSeries(metal, range, currency, near);
  const format = useMemo(() => moneyFormat(f, currency), [f, currency]);
  // The page and its first-paint line were prerendered in the currency of the page's language.
  const sent = f.locale === 'pt-BR' ? 'BRL' : 'USD';
  return (
    <ChartPanel
      of={metal}
      unit={currency}
      headingLevel={headingLevel}
      range={range}
      onRange={setRange}
      boxRef={box}
      near={near}
      series={series}
      format={format}
      boot={{
        name: `${metal}-${defaultRange}${sent === 'BRL' ? '-BRL' : ''}`,
        current: range === defaultRange && currency === sent,
      }}
      now={
        <>
          <div className="chart-now">
            <SpotMoney metal={metal} big />
            <ChangeOver series={series} range={range} amount={(change) => f.amount(change, 'always')} />
          </div>
          <OtherUnits metal={metal} />
        </>
      }
    />
  );
}

/** The unit of the price; in reais the price in dollars and the exchange rate; per gram where grams are shown. */
function OtherUnits({ metal }: { readonly metal: TradedMetal }) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const { price } = useSpot(metal);
  const { beside, rate } = useDisplay();
  const grams = useWeightUnit() === 'g' && price !== undefined;
  return (
    <p className="chart-other small muted num">
      <span>
        {beside !== null && price !== undefined && rate !== null
          ? t('inDollars', { amount: f.money(price.priceCents), rate: f.rate(rate.usdBrlE4) })
          : t('perOunce')}
      </span>
      {grams && <PerGram cents={price.priceCents} />}
    </p>
  );
}
