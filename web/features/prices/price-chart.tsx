// The chart of one metal's price in the display currency. In reais each price is converted at the rate of its day (P1), and
// the price in dollars, the currency of orders, is shown beside it.

import { useMemo, useRef, useState } from 'react';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { HistoryRange } from '../../../worker/domain/history-ranges.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { brlCents, type Currency } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { usePrices } from '../../live/live-prices.tsx';
import { useBootPrices } from '../../live/boot.ts';
import { useNear } from '../../ui/near.ts';
import { Money } from '../../ui/money.tsx';
import { ChangeOver } from './change-over.tsx';
import { moneyFormat } from '../../ui/chart/chart-formats.ts';
import { ChartPanel, type HeadingLevel } from './chart-panel.tsx';
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
            <PriceNow metal={metal} currency={currency} />
            <ChangeOver series={series} range={range} amount={(change) => f.amount(change, 'always')} />
          </div>
          <OtherUnits metal={metal} currency={currency} />
        </>
      }
    />
  );
}

type NowProps = { readonly metal: TradedMetal; readonly currency: Currency };

/** The live price; during hydration the one that the Worker wrote into the page. */
function PriceNow({ metal, currency }: NowProps) {
  const live = usePrices().data;
  const boot = useBootPrices();
  const cents = priceIn(metal, currency, live);
  if (cents !== null) return <Money key="known" cents={cents} currency={currency} big />;
  return (
    <Money
      key="waiting"
      cents={live === undefined ? priceIn(metal, currency, boot ?? undefined) : null}
      currency={currency}
      slot={currency === 'BRL' ? `${metal}-BRL` : metal}
    />
  );
}

function priceIn(metal: TradedMetal, currency: Currency, prices: PriceSnapshot | undefined): number | null {
  const cents = prices?.prices.find((price) => price.metal === metal)?.priceCents;
  if (cents === undefined) return null;
  if (currency === 'USD') return cents;
  const rate = prices?.fx?.usdBrlE4;
  return rate === undefined ? null : brlCents(cents, rate);
}

/** The unit of the price; in reais the price in dollars and the exchange rate. */
function OtherUnits({ metal, currency }: NowProps) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const live = usePrices().data;
  const dollars = priceIn(metal, 'USD', live);
  const rate = live?.fx?.usdBrlE4;
  return (
    <p className="chart-other small muted num">
      {currency === 'BRL' && dollars !== null && rate !== undefined
        ? t('inDollars', { amount: f.money(dollars), rate: f.rate(rate) })
        : t('perOunce')}
    </p>
  );
}
