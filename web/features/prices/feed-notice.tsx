import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { feedWords } from '../../i18n/words/feed.ts';
import { Note } from '../../ui/note.tsx';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { delayedSince, type PanelState } from './panel-state.ts';

type FeedNoticeProps = {
  readonly state: PanelState;
  readonly prices: PriceSnapshot | undefined;
  readonly now: number;
};

/** What a badge cannot say: why, since when, and what to expect. Nothing while prices are live. */
export function FeedNotice({ state, prices, now }: FeedNoticeProps) {
  const t = useWords(feedWords);
  const f = useFormat();
  const delayed = delayedSince(prices, now);
  if (state === 'offline') return notice('offline', t('offline.title'), t('offline.text'));
  if (state === 'paused') return notice('pause', t('paused.title'), t('paused.text'));
  if (state === 'closed') {
    const opensAt = prices?.source.opensAt ?? null;
    const text =
      opensAt === null ? t('closed.text') : t('closed.reopens', { opensAt: f.dateTime(opensAt, 'opening') });
    return notice('lock', t('closed.title'), text);
  }
  if (delayed !== null) {
    const age = f.relativeTime(delayed, now);
    return notice(
      'clock',
      t('delayed.title', { age }),
      t('delayed.text', { time: f.dateTime(delayed, 'time') }),
    );
  }
  if (prices?.prices.length === 0) return notice('clock', t('none.title'), t('none.text'));
  return state === 'stale' ? notice('clock', t('stale.title'), t('stale.text')) : null;
}

function notice(icon: 'offline' | 'pause' | 'lock' | 'clock', title: string, text: string) {
  return (
    <div className="live-notice">
      <Note tone={icon === 'lock' ? 'info' : 'warning'} icon={icon} title={title}>
        {text}
      </Note>
    </div>
  );
}
