import { useEffect, useState } from 'react';
import { inCurrency, useDisplay } from '../../i18n/display.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import panelMessages from '#messages/price-panel.json';
import { Badge } from '../../ui/badge.tsx';
import { Change } from '../../ui/change.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import type { MetalPrice } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { SpotBeside } from './spot-money.tsx';
import { useSparkline } from './use-sparkline.ts';

type PriceRowProps = {
  readonly metal: Metal;
  readonly price: MetalPrice | undefined;
  readonly loading: boolean;
  readonly stale: boolean;
};

/** One metal: price, change, extremes and a week's line. Unknown values are dashes, loading ones skeletons. */
export function PriceRow({ metal, price, loading, stale }: PriceRowProps) {
  const names = useMessages(commonMessages);
  const { leads, rate } = useDisplay();
  const values = useSparkline(metal);
  const flash = useFlash(price?.priceCents);
  return (
    <li className="live-row" data-metal={metal} data-stale={stale} data-flash={flash}>
      <div className="live-name">
        <MetalDial metal={metal} size="small" />
        <b>{names(`metals.${metal}`)}</b>
      </div>
      {/* Keyed: the value replaces the skeleton without a layout shift. */}
      <div className="live-change" key={loading ? 'waiting' : 'known'}>
        {loading ? <Skeleton shape="short" /> : <Change percent={price?.change24hPercent ?? null} />}
      </div>
      <div className="live-price">
        {loading ? (
          <Skeleton shape="figure" />
        ) : (
          <Money cents={inCurrency(price?.priceCents ?? null, leads, rate)} currency={leads} />
        )}
      </div>
      <div className="live-spark">
        <Sparkline values={values} />
      </div>
      <div className="live-extremes tiny quiet num">
        {loading ? <Skeleton shape="line" /> : <Extremes price={price} stale={stale} />}
      </div>
      <div className="live-beside tiny quiet">
        <SpotBeside metal={metal} />
      </div>
    </li>
  );
}

function Extremes({ price, stale }: { readonly price: MetalPrice | undefined; readonly stale: boolean }) {
  const t = useMessages(panelMessages);
  const f = useFormat();
  const { leads, rate } = useDisplay();
  if (stale && price !== undefined) {
    return <Badge tone="stale">{t('priceOf', { time: f.dateTime(price.asOf, 'time') })}</Badge>;
  }
  if (price?.unsettled) return <Badge tone="pending">{t('unsettled.row')}</Badge>;
  const priceText = (cents: number | null | undefined) => {
    const shown = inCurrency(cents ?? null, leads, rate);
    return shown === null ? UNKNOWN : f.amount(shown);
  };
  return (
    <>
      <span>{t('low', { figure: priceText(price?.low24hCents) })}</span>
      <span>{t('high', { figure: priceText(price?.high24hCents) })}</span>
    </>
  );
}

/** C4: a row flashes for 1 s after a live update. */
export const FLASH_MS = 1_000;

type Flash = 'a' | 'b' | null;

/**
 * `a` and `b` in turn for one second after a change of `value`, so that a second change restarts the animation; null
 * otherwise, and at first.
 */
export function useFlash(value: number | undefined): Flash {
  const [seen, setSeen] = useState({ value, flash: null as Flash, turns: 0 });
  if (seen.value !== value) {
    // The first price is no change.
    const isChange = seen.value !== undefined && value !== undefined;
    const turns = seen.turns + 1;
    setSeen({ value, flash: isChange ? (turns % 2 === 0 ? 'a' : 'b') : null, turns });
  }
  const { flash } = seen;
  useEffect(() => {
    if (flash === null) return;
    const timer = setTimeout(() => setSeen((now) => ({ ...now, flash: null })), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash;
}
