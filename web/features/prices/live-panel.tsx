// The live price panel: four metals, the state of the prices, and their time.

import { isUnread } from '../../ui/unread.ts';
import { useState } from 'react';
import { useDisplay } from '../../i18n/display.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import panelMessages from '#messages/price-panel.json';
import { usePrices, useStreamState } from '../../live/live-prices.tsx';
import { useNow } from '../../live/use-now.ts';
import { ErrorState } from '../../ui/data-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Lead } from '../../ui/value.tsx';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { isTradedMetal, METALS, TRADED_METALS } from '../../../worker/domain/metals.ts';
import { PriceStateBadge } from './price-state-badge.tsx';
import { delayedSince, isRowStale, priceState, type PriceState } from './price-state.ts';
import { PriceRow } from './price-row.tsx';
import '../../styles/dashboard.css';
import { relativeTime } from '../../i18n/relative-time.ts';
import { Note } from '../../ui/note.tsx';

const LOOK_EVERY_MS = 5_000;

export function LivePanel() {
  const t = useMessages(panelMessages);
  const common = useMessages(pricesMessages);
  const prices = usePrices();
  const stream = useStreamState();
  const now = useNow(LOOK_EVERY_MS);
  const grams = useWeightUnit() === 'g';
  const state = priceState(prices.data, stream, now);
  const nothing = prices.data === undefined;
  const [open, setOpen] = useState(false);
  return (
    <section
      className="card live-panel"
      aria-labelledby="live-title"
      data-state={state}
      data-open={open || undefined}
    >
      <div className="live-head">
        <h2 className="card-title" id="live-title">
          {t(grams ? 'now' : 'title')}
        </h2>
        <PriceStateBadge state={state} />
      </div>
      <LiveMeta prices={prices.data} />
      <LiveLine prices={prices.data} open={open} onToggle={() => setOpen(!open)} />
      <PriceStateNotice state={state} prices={prices.data} now={now} />
      {isUnread(prices) ? (
        <ErrorState
          title={common('error.title')}
          onRetry={() => void prices.refetch()}
          retrying={prices.isFetching}
        >
          {common('error.text')}
        </ErrorState>
      ) : (
        <ul id={ROWS_ID} className="live-rows" aria-busy={nothing}>
          {METALS.map((metal) => {
            const price = prices.data?.prices.find((one) => one.metal === metal);
            const stale = price !== undefined && state !== 'closed' && isRowStale(price, now);
            return <PriceRow key={metal} metal={metal} price={price} loading={nothing} stale={stale} />;
          })}
        </ul>
      )}
    </section>
  );
}

type LiveLineProps = {
  readonly prices: PriceSnapshot | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
};

const ROWS_ID = 'live-rows';

/** A phone's panel is one line, which opens the rows. */
function LiveLine({ prices, open, onToggle }: LiveLineProps) {
  const names = useMessages(commonMessages);
  return (
    <button
      type="button"
      className="live-line small"
      aria-expanded={open}
      aria-controls={ROWS_ID}
      onClick={onToggle}
    >
      {TRADED_METALS.map((metal) => (
        <span key={`${metal} ${prices === undefined ? 'waiting' : 'known'}`}>
          {names(`metals.${metal}`)}{' '}
          {prices === undefined ? (
            <Skeleton shape="short" />
          ) : (
            <Lead cents={prices.prices.find((price) => price.metal === metal)?.priceCents ?? null} />
          )}
        </span>
      ))}
      <Icon name="down" small />
    </button>
  );
}

/** The state of the prices as a badge, for the trade ticket. */
export function LiveBadge() {
  const prices = usePrices().data;
  const stream = useStreamState();
  return <PriceStateBadge state={priceState(prices, stream, useNow(LOOK_EVERY_MS))} />;
}

/** The time of the prices, the window of their changes, and the exchange rate with its own time. */
function LiveMeta({ prices }: { readonly prices: PriceSnapshot | undefined }) {
  const t = useMessages(panelMessages);
  const f = useFormat();
  const common = useMessages(pricesMessages);
  const { beside } = useDisplay();
  // Keyed: the text replaces the empty line instead of stretching it.
  if (prices === undefined || prices.asOf === null) {
    return (
      <p key="waiting" className="live-meta tiny quiet num">
        &nbsp;
      </p>
    );
  }
  const sinceClose = prices.prices.some((price) => price.since === 'close');
  return (
    <p key="known" className="live-meta tiny quiet num">
      {prices.source.kind === 'simulated' && <span className="live-simulated">{t('simulated')}</span>}
      <span>
        {t(sinceClose ? 'window.close' : 'window.24h')}
        {beside !== null && common('ofDollars')}
      </span>
      <span>{t('updatedAt', { time: f.dateTime(prices.asOf, 'clock') })}</span>
      {prices.fx !== null && (
        <span>
          {t('rate', { rate: f.rate(prices.fx.usdBrlE4), time: f.dateTime(prices.fx.asOf, 'time') })}
        </span>
      )}
    </p>
  );
}

/** For older times the date is shown too: a time alone would look like today's. */
const HALF_A_DAY_MS = 12 * 3_600_000;

type PriceStateNoticeProps = {
  readonly state: PriceState;
  readonly prices: PriceSnapshot | undefined;
  readonly now: number;
};

/** The reason of the state, its start and its expected end. Nothing while prices are live. */
function PriceStateNotice({ state, prices, now }: PriceStateNoticeProps) {
  const t = useMessages(panelMessages);
  const names = useMessages(commonMessages);
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
  if (state === 'stale') return notice('clock', t('stale.title'), t('stale.text'));
  const doubted = prices?.prices.filter(({ metal, unsettled }) => unsettled && isTradedMetal(metal)) ?? [];
  if (doubted.length === 0) return null;
  const metals = doubted.map(({ metal }) => names(`metals.${metal}`)).join(', ');
  return notice('clock', t('unsettled.title', { metals }), t('unsettled.text'));
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
