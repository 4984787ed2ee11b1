// The live price of one metal with its change, in a box of constant size. The Worker writes the price into the page;
// the change and the value in reais appear with the first snapshot.

import type { Metal } from '../../../worker/domain/metals.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { brlCents, UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Change } from '../../ui/change.tsx';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { priceOf, type Spot, useSpot } from './use-spot.ts';
import { goldSilverRatio } from '../../../worker/domain/market.ts';
import { usePrices } from '../../live/live-prices.tsx';
import '../../styles/prices.css';

type SpotFigureProps = {
  readonly metal: Metal;
  /** The main value of a page or card. */
  readonly large?: boolean;
};

export function SpotFigure({ metal, large = false }: SpotFigureProps) {
  const spot = useSpot(metal);
  const currency = useCurrency();
  return (
    <div className={classes('spot-figure', large && 'spot-figure-large')}>
      <Money key={spot.cents === null ? 'waiting' : 'known'} cents={spot.cents} slot={metal} />
      <span className="spot-change" key={spot.prices === undefined ? 'change-waiting' : 'change-known'}>
        {spot.prices === undefined ? (
          <Skeleton shape="short" />
        ) : (
          <Change percent={spot.price?.change24hPercent ?? null} />
        )}
      </span>
      {currency === 'BRL' && <InReais spot={spot} />}
    </div>
  );
}

function InReais({ spot: { price, prices } }: { readonly spot: Spot }) {
  const f = useFormat();
  const rate = prices?.fx?.usdBrlE4;
  const known = price !== undefined && rate !== undefined;
  return (
    <span key={known ? 'reais-known' : 'reais-waiting'} className="spot-reais num">
      {known
        ? f.money(brlCents(price.priceCents, rate), 'BRL')
        : prices === undefined && <Skeleton shape="short" />}
    </span>
  );
}

/** The price of an ounce of gold in ounces of silver, from the live prices; a dash without them. */
export function RatioFigure() {
  const f = useFormat();
  const { data, isError } = usePrices();
  if (data === undefined && !isError) return <Skeleton shape="short" />;
  const cents = (metal: 'gold' | 'silver') => priceOf(metal, data)?.priceCents ?? null;
  const ratio = goldSilverRatio(cents('gold'), cents('silver'));
  return <span className="num">{ratio === null ? UNKNOWN : f.integer(ratio)}</span>;
}
