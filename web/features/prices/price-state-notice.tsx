import { relativeTime } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import panelMessages from '#messages/price-panel.json';
import { Note } from '../../ui/note.tsx';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { delayedSince, type PriceState } from './price-state.ts';

/** For older times the date is shown too: a time alone would look like today's. */
const HALF_A_DAY_MS = 12 * 3_600_000;

type FeedNoticeProps = {
  readonly state: PriceState;
  readonly prices: PriceSnapshot | undefined;
  readonly now: number;
};

/** The reason of the state, its start and its expected end. Nothing while prices are live. */
export function PriceStateNotice({ state, prices, now }: FeedNoticeProps) {
  const t = useMessages(panelMessages);
  const f = useFormat();
  const delayed = delayedSince(prices, now);
  const age = delayed === null ? '' : relativeTime(f.locale, delayed, now);
  // In every state the real age of an old price is shown (P9).
  const withAge = (text: string) => (delayed === null ? text : `${text} ${t('delayed.also', { age })}`);
  if (state === 'offline') return notice('offline', t('offline.title'), withAge(t('offline.text')));
  if (state === 'paused') {
    const reason = prices?.source.pausedReason?.[f.locale];
    const text = reason === undefined ? t('paused.text') : t('paused.because', { reason });
    return notice('pause', t('paused.title'), withAge(text));
  }
  if (state === 'closed') {
    const opensAt = prices?.source.opensAt ?? null;
    const text =
      opensAt === null ? t('closed.text') : t('closed.reopens', { opensAt: f.dateTime(opensAt, 'opening') });
    return notice('lock', t('closed.title'), text);
  }
  if (delayed !== null) {
    const today = now - Date.parse(delayed) < HALF_A_DAY_MS;
    const text = today
      ? t('delayed.today', { time: f.dateTime(delayed, 'time') })
      : t('delayed.earlier', { time: f.dateTime(delayed, 'dayMonthTime') });
    return notice('clock', t('delayed.title', { age }), text);
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
