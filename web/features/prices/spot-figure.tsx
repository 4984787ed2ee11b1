// The live price of one metal with its change, in a box of constant size. The Worker writes the price into the page;
// the change and what stands beside the price appear with the first snapshot.

import type { Metal } from '../../../worker/domain/metals.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Change } from '../../ui/change.tsx';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SpotBeside, SpotMoney } from './spot-money.tsx';
import { priceOf, useSpot } from './use-spot.ts';
import { goldSilverRatio } from '../../../worker/domain/market.ts';
import { usePrices } from '../../live/live-prices.tsx';

type SpotFigureProps = {
  readonly metal: Metal;
  /** The main value of a page or card. */
  readonly large?: boolean;
};

export function SpotFigure({ metal, large = false }: SpotFigureProps) {
  const spot = useSpot(metal);
  return (
    <div className={classes('spot-figure', large && 'spot-figure-large')}>
      <SpotMoney metal={metal} />
      <span className="spot-change" key={spot.prices === undefined ? 'change-waiting' : 'change-known'}>
        {spot.prices === undefined ? (
          <Skeleton shape="short" />
        ) : (
          <Change percent={spot.price?.change24hPercent ?? null} />
        )}
      </span>
      <SpotBeside metal={metal} />
    </div>
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
