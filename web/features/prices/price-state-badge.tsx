import { useMessages } from '../../i18n/use-messages.ts';
import pricesMessages from '#messages/prices.json';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import type { PriceState } from './price-state.ts';

const TONES: Readonly<Record<PriceState, BadgeTone>> = {
  connecting: 'neutral',
  live: 'live',
  simulated: 'neutral',
  offline: 'offline',
  paused: 'paused',
  closed: 'closed',
  stale: 'stale',
  unsettled: 'pending',
};

export function PriceStateBadge({ state }: { readonly state: PriceState }) {
  const t = useMessages(pricesMessages);
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}
