import { useEffect, useState } from 'react';
import { brlCents } from '../../i18n/format.ts';
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
import { useSparkline } from './use-sparkline.ts';

type PriceRowProps = {
  readonly metal: Metal;
  readonly price: MetalPrice | undefined;
  readonly loading: boolean;
  readonly stale: boolean;
  /** The display currency is BRL: the line is there before its value. */
  readonly inReais: boolean;
  readonly usdBrlE4: number | null;
};

/** One metal: price, change, extremes and a week's line. Unknown values are dashes, loading ones skeletons. */
export function PriceRow({ metal, price, loading, stale, inReais, usdBrlE4 }: PriceRowProps) {
  const names = useMessages(commonMessages);
  const f = useFormat();
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
        {loading ? <Skeleton shape="figure" /> : <Money cents={price?.priceCents ?? null} />}
      </div>
      <div className="live-spark">
        <Sparkline values={values} />
      </div>
      <div className="live-extremes tiny quiet num">
        {loading ? <Skeleton shape="line" /> : <Extremes price={price} stale={stale} />}
      </div>
      {inReais && (
        <div className="live-brl tiny quiet num">
          {price === undefined || usdBrlE4 === null ? (
            <>&nbsp;</>
          ) : (
            f.money(brlCents(price.priceCents, usdBrlE4), 'BRL')
          )}
        </div>
      )}
    </li>
  );
}

function Extremes({ price, stale }: { readonly price: MetalPrice | undefined; readonly stale: boolean }) {
  const t = useMessages(panelMessages);
  const f = useFormat();
  if (stale && price !== undefined) {
    return <Badge tone="stale">{t('priceOf', { time: f.dateTime(price.asOf, 'time') })}</Badge>;
  }
  const priceText = (cents: number | null | undefined) => (typeof cents === 'number' ? f.amount(cents) : '–');
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
