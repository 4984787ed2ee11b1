import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Link } from '../../../i18n/link.tsx';
import { usePrices, useStreamState } from '../../../live/live-prices.tsx';
import { useMay } from './may.tsx';
import type { StreamState } from '../../../live/price-socket.ts';
import type { PriceSnapshot } from '../../../../worker/contract/prices.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';

export type FeedState = 'running' | 'paused' | 'stale' | 'unsettled' | 'closed' | 'offline' | 'unknown';

const ICONS: Readonly<Record<FeedState, IconName>> = {
  running: 'play',
  paused: 'pause',
  stale: 'clock',
  unsettled: 'clock',
  closed: 'lock',
  offline: 'offline',
  unknown: 'clock',
};

/** What the last snapshot says, unless this page no longer hears of changes. */
export function feedState(snapshot: PriceSnapshot | undefined, stream: StreamState): FeedState {
  if (stream === 'disconnected') return 'offline';
  if (snapshot === undefined) return 'unknown';
  return snapshot.source.reason ?? 'running';
}

/** The state of the price feed on every operators' page, and the way to it for those who may see more. */
export function FeedStateLink() {
  const t = useMessages(operatorsMessages.frame);
  const state = feedState(usePrices().data, useStreamState());
  const shown = { className: 'rail-feed', 'data-state': state, title: t(`feed.${state}`) };
  const content = (
    <>
      <Icon name={ICONS[state]} />
      <span className="rail-word">{t(`feed.${state}`)}</span>
    </>
  );
  if (!useMay()('feed.read')) return <p {...shown}>{content}</p>;
  return (
    <Link to="/admin/feed" {...shown}>
      {content}
    </Link>
  );
}
