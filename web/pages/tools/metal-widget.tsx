import { PriceStateBadge } from '../../features/prices/price-state-badge.tsx';
import { priceState } from '../../features/prices/price-state.ts';
import { RatioFigure, SpotFigure } from '../../features/prices/spot-figure.tsx';
import { SpotOrigin } from '../../features/prices/spot-card.tsx';
import { useNowOnceHydrated } from '../../live/use-now.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import toolsMoreMessages from '#messages/tools-more.json';
import { useStreamState, usePrices } from '../../live/live-prices.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';

const CLOCK_MS = 15_000;

/** Gold and silver at the live price, and how many ounces of one pay for an ounce of the other. */
export function MetalWidget() {
  const t = useMessages(toolsMoreMessages);
  const names = useMessages(commonMessages);
  const { data } = usePrices();
  const stream = useStreamState();
  const now = useNowOnceHydrated(CLOCK_MS);
  const state = now === null ? 'connecting' : priceState(data, stream, now);
  return (
    <div className="card tools-widget">
      <ul>
        {TRADED_METALS.map((metal) => (
          <li key={metal}>
            <span className="spot-name">
              <MetalDial metal={metal} size="small" />
              {names(`metals.${metal}`)}
            </span>
            <SpotFigure metal={metal} />
          </li>
        ))}
        <li>
          <span className="spot-name">{t('market.ratio')}</span>
          <span className="tools-ratio">
            <RatioFigure />
            <span className="small muted">{t('market.ratioNote')}</span>
          </span>
        </li>
      </ul>
      <div className="tools-widget-foot">
        <PriceStateBadge key={state} state={state} />
        <SpotOrigin prices={data} alive={now !== null} />
      </div>
    </div>
  );
}
