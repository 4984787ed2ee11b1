// Price, change, high and low of one metal as four figures, all from stored prices: unknown ones are dashes, never
// made from the price (P8).

import type { Metal } from '../../../worker/domain/metals.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { Change } from '../../ui/change.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat } from '../../ui/stats.tsx';
import { Beside, Lead } from '../../ui/value.tsx';
import { SpotBeside, SpotMoney } from './spot-money.tsx';
import { useSpot } from './use-spot.ts';

/** Inside `Stats`. */
export function SpotStats({ metal }: { readonly metal: Metal }) {
  const t = useMessages(marketMessages.spot);
  const { price, prices } = useSpot(metal);
  const waiting = prices === undefined;
  return (
    <>
      <Stat label={t('price')} note={<SpotBeside metal={metal} perGram={false} />}>
        <SpotMoney metal={metal} />
      </Stat>
      <Stat label={t('change')} note={<SpotWindow metal={metal} />}>
        {waiting ? <Skeleton shape="short" /> : <Change percent={price?.change24hPercent ?? null} />}
      </Stat>
      <Stat label={t('high')} note={<Measured metal={metal} cents={price?.high24hCents} />}>
        {waiting ? <Skeleton shape="short" /> : <Lead cents={price?.high24hCents ?? null} />}
      </Stat>
      <Stat label={t('low')} note={<Measured metal={metal} cents={price?.low24hCents} />}>
        {waiting ? <Skeleton shape="short" /> : <Lead cents={price?.low24hCents ?? null} />}
      </Stat>
    </>
  );
}

type MeasuredProps = { readonly metal: Metal; readonly cents: number | null | undefined };

/** What stands beside a high or a low, and what it spans. */
function Measured({ metal, cents }: MeasuredProps) {
  return (
    <>
      <Beside cents={cents ?? null} /> <SpotWindow metal={metal} />
    </>
  );
}

/** What the change, the high and the low span: 24 hours, or the time since the last close. */
function SpotWindow({ metal }: { readonly metal: Metal }) {
  const t = useMessages(marketMessages.spot);
  const { price } = useSpot(metal);
  return t(`window.${price?.since ?? '24h'}`);
}
