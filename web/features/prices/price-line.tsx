import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import { useStreamState, usePrices } from '../../live/live-prices.tsx';
import { priceState } from './price-state.ts';
import { useNowOnceHydrated } from '../../live/use-now.ts';
import { SpotBeside, SpotMoney } from './spot-money.tsx';

const CLOCK_MS = 15_000;

/** The prices of the traded metals in one line, on every public page; the Worker writes them into the page. */
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

/** Marks prices that stand still; renders nothing while they run. */
function NotLive() {
  const t = useMessages(pricesMessages);
  const prices = usePrices().data;
  const stream = useStreamState();
  const now = useNowOnceHydrated(CLOCK_MS);
  const state = now === null ? 'connecting' : priceState(prices, stream, now);
  if (state === 'live' || state === 'simulated' || state === 'connecting') return null;
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
  return (
    <div>
      <dt>{t('ounceOf', { metal: names(`metals.${metal}`) })}</dt>
      <dd className="num">
        <SpotMoney metal={metal} /> <SpotBeside metal={metal} className="quiet" perGram={false} />
      </dd>
    </div>
  );
}
