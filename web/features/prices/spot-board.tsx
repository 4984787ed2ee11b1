// The live prices of the four metals, with the specification's error screen and retry when they cannot be loaded.

import { isUnread } from '../../ui/unread.ts';
import { METALS } from '../../../worker/domain/metals.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import { useStreamState, usePrices } from '../../live/live-prices.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { PriceStateBadge } from './price-state-badge.tsx';
import { priceState } from './price-state.ts';
import { SpotFigure } from './spot-figure.tsx';
import { SpotOrigin } from './spot-card.tsx';
import { useNowOnceHydrated } from '../../live/use-now.ts';

const CLOCK_MS = 15_000;

export function SpotBoard() {
  const t = useMessages(pricesMessages);
  const names = useMessages(commonMessages);
  const query = usePrices();
  const stream = useStreamState();
  const now = useNowOnceHydrated(CLOCK_MS);
  const state = now === null ? 'connecting' : priceState(query.data, stream, now);
  if (isUnread(query)) {
    return (
      <div className="card">
        <ErrorState title={t('error.title')} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {t('error.text')}
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="card spot-board" aria-busy={query.data === undefined}>
      <ul>
        {METALS.map((metal) => (
          <li key={metal}>
            <h3 className="spot-name">
              <MetalDial metal={metal} size="small" />
              {names(`metals.${metal}`)}
            </h3>
            <SpotFigure metal={metal} />
          </li>
        ))}
      </ul>
      <div className="spot-board-foot">
        <SpotOrigin prices={query.data} hydrated={now !== null} />
        <PriceStateBadge key={state} state={state} />
      </div>
    </div>
  );
}
