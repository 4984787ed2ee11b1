import { useWords } from '../../i18n/use-words.ts';
import { pricesWords } from '../../i18n/words/prices.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import type { PanelState } from './panel-state.ts';

const TONES: Readonly<Record<PanelState, BadgeTone>> = {
  connecting: 'neutral',
  live: 'live',
  offline: 'offline',
  paused: 'paused',
  closed: 'closed',
  stale: 'stale',
};

export function FeedBadge({ state }: { readonly state: PanelState }) {
  const t = useWords(pricesWords);
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>;
}
