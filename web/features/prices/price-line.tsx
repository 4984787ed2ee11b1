import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import '../../styles/price-line.css';
import { useFeedState, usePrices } from '../../live/live-prices.tsx';
import { Money } from '../../ui/money.tsx';
import { panelState } from './panel-state.ts';
import { useNow } from './use-now.ts';
import { useSpot } from './use-spot.ts';

const CLOCK_MS = 15_000;

/** The price of what is traded here, in one quiet line: on every public page, in the page as it is sent. */
export function PriceLine() {
  return (
    <dl className="price-line">
      {TRADED_METALS.map((metal) => (
        <PricePair key={metal} metal={metal} />
      ))}
      <NotLive />
    </dl>
  );
}

/** A figure that is not of this moment says so; while all is well there is nothing to say. */
function NotLive() {
  const t = useMessages(pricesMessages);
  const prices = usePrices().data;
  const feed = useFeedState();
  const now = useNow(CLOCK_MS);
  const state = now === null ? 'connecting' : panelState(prices, feed, now);
  if (state === 'live' || state === 'connecting') return null;
  return (
    <div>
      <dt className="visually-hidden">{t('stateLabel')}</dt>
      <dd>{t(`state.${state}`)}</dd>
    </div>
  );
}

function PricePair({ metal }: { readonly metal: TradedMetal }) {
  const t = useMessages(pricesMessages);
  const names = useMessages(commonMessages);
  const { cents } = useSpot(metal);
  return (
    <div>
      <dt>{t('ounceOf', { metal: names(`metals.${metal}`) })}</dt>
      <dd className="num">
        <Money cents={cents} slot={metal} />
      </dd>
    </div>
  );
}
