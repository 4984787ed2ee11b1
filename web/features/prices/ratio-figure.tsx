import { goldSilverRatio } from '../../../worker/domain/market.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { usePrices } from '../../live/live-prices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { UNKNOWN } from '../../i18n/format.ts';
import { priceOf } from './use-spot.ts';

/** How many ounces of silver one of gold costs, from the live prices; a dash without them, never a constant. */
export function RatioFigure() {
  const f = useFormat();
  const { data, isError } = usePrices();
  if (data === undefined && !isError) return <Skeleton shape="short" />;
  const cents = (metal: 'gold' | 'silver') => priceOf(metal, data)?.priceCents ?? null;
  const ratio = goldSilverRatio(cents('gold'), cents('silver'));
  return <span className="num">{ratio === null ? UNKNOWN : f.integer(ratio)}</span>;
}
