// The hero of a metal's page: its live price, the range of the last 24 hours, its source and its time.

import { isUnread } from '../../ui/unread.ts';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import type { Metal } from '../../../worker/domain/metals.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import { useStreamState, usePrices } from '../../live/live-prices.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PriceStateBadge } from './price-state-badge.tsx';
import { priceState } from './price-state.ts';
import { SpotFigure } from './spot-figure.tsx';
import { useNowOnceHydrated } from '../../live/use-now.ts';

const CLOCK_MS = 15_000;

export function SpotCard({ metal }: { readonly metal: Metal }) {
  const t = useMessages(pricesMessages);
  const names = useMessages(commonMessages);
  const grams = useWeightUnit() === 'g';
  const query = usePrices();
  const stream = useStreamState();
  const now = useNowOnceHydrated(CLOCK_MS);
  const feed = now === null ? 'connecting' : priceState(query.data, stream, now);
  const isDoubted = query.data?.prices.some((price) => price.metal === metal && price.unsettled) ?? false;
  const state = isDoubted && (feed === 'live' || feed === 'simulated') ? 'unsettled' : feed;
  return (
    <Card
      lifted
      className="spot-card"
      title={
        <span className="spot-name">
          <MetalDial metal={metal} />
          <span>
            {names(`metals.${metal}`)}
            <span className="sub">{t(grams ? 'now' : 'perOunce')}</span>
          </span>
        </span>
      }
      aside={<PriceStateBadge key={state} state={state} />}
    >
      <div className="spot-card-body" aria-busy={query.data === undefined && !query.isError}>
        {isUnread(query) ? (
          <ErrorState
            title={t('error.title')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          >
            {t('error.text')}
          </ErrorState>
        ) : (
          <SpotFigure metal={metal} large />
        )}
      </div>
      <SpotOrigin prices={query.data} hydrated={now !== null} />
    </Card>
  );
}

/** Two lines from the first paint on: the time, and the source or the note that the price is simulated. */
export function SpotOrigin({
  prices,
  hydrated,
}: {
  readonly prices: PriceSnapshot | undefined;
  /** False during hydration: the prerendered HTML has no local time. */
  readonly hydrated: boolean;
}) {
  const t = useMessages(pricesMessages);
  const f = useFormat();
  const at = prices?.asOf ?? null;
  const known = prices !== undefined && at !== null && hydrated;
  return (
    <div className="spot-origin tiny quiet">
      <p key={known ? 'known' : 'waiting'} className="num">
        {known ? (
          <>
            {prices.fx !== null && `US$ 1 = R$ ${f.rate(prices.fx.usdBrlE4)} · `}
            {f.dateTime(at, 'clock')}
          </>
        ) : (
          <Skeleton shape="line" />
        )}
      </p>
      <p>
        {prices !== undefined && (
          <>
            {prices.prices.length === 0 && `${t('none')} `}
            {prices.source.kind === 'simulated' ? t('simulated') : t('source', { name: prices.source.name })}
          </>
        )}
      </p>
    </div>
  );
}
