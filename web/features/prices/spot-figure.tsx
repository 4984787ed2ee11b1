// The live price of one metal with its change, in a box whose geometry never changes. The price is in the page as it
// is sent; the change and the value in reais come with the first snapshot.

import type { Metal } from '../../../worker/domain/metals.ts';
import { useCurrency } from '../../i18n/currency.ts';
import { brlCents } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Change } from '../../ui/change.tsx';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import '../../styles/spot.css';
import { type Spot, useSpot } from './use-spot.ts';

type SpotFigureProps = {
  readonly metal: Metal;
  /** The figure that heads a page or a card. */
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
