// Price, change, high and low of one metal as four figures, all from stored prices: unknown ones are dashes, never
// made from the price (P8).

import type { Metal } from '../../../worker/domain/metals.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { Change } from '../../ui/change.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stats.tsx';
import { useSpot } from './use-spot.ts';

/** Inside `Stats`. */
export function SpotStats({ metal }: { readonly metal: Metal }) {
  const t = useMessages(marketMessages.spot);
  const { cents, price, prices } = useSpot(metal);
  const waiting = prices === undefined;
  return (
    <>
      <Stat label={t('price')}>
        <Money key={cents === null ? 'waiting' : 'known'} cents={cents} slot={metal} />
      </Stat>
      <Stat label={t('change')} note={<SpotWindow metal={metal} />}>
        {waiting ? <Skeleton shape="short" /> : <Change percent={price?.change24hPercent ?? null} />}
      </Stat>
      <Stat label={t('high')} note={<SpotWindow metal={metal} />}>
        {waiting ? <Skeleton shape="short" /> : <Money cents={price?.high24hCents ?? null} />}
      </Stat>
      <Stat label={t('low')} note={<SpotWindow metal={metal} />}>
        {waiting ? <Skeleton shape="short" /> : <Money cents={price?.low24hCents ?? null} />}
      </Stat>
    </>
  );
}

/** What the change, the high and the low span: 24 hours, or the time since the last close. */
function SpotWindow({ metal }: { readonly metal: Metal }) {
  const t = useMessages(marketMessages.spot);
  const { price } = useSpot(metal);
  return t(`window.${price?.since ?? '24h'}`);
}
