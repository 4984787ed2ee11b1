// The public price card: four metals, live, in a box of constant size. The Worker fills in the four prices before it sends
// the page; everything else appears with the first snapshot.

import { isUnread } from '../../ui/unread.ts';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { METALS, type Metal } from '../../../worker/domain/metals.ts';
import { inCurrency, useDisplay } from '../../i18n/display.ts';
import { useWeightUnit } from '../../i18n/weight-unit.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import pricesMessages from '#messages/prices.json';
import { useStreamState, usePrices } from '../../live/live-prices.tsx';
import { BootLine, useBootLine } from '../../ui/chart/boot-line.tsx';
import { Card } from '../../ui/card.tsx';
import { Change } from '../../ui/change.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { PriceStateBadge } from './price-state-badge.tsx';
import { priceState } from './price-state.ts';
import { SpotBeside, SpotMoney, useLinesBeside } from './spot-money.tsx';
import { useSparkline } from './use-sparkline.ts';
import { priceOf } from './use-spot.ts';
import { useNowOnceHydrated } from '../../live/use-now.ts';

const CLOCK_MS = 15_000;

export function PriceCard() {
  const t = useMessages(pricesMessages);
  const query = usePrices();
  const stream = useStreamState();
  const now = useNowOnceHydrated(CLOCK_MS);
  const prices = query.data;
  const state = now === null ? 'connecting' : priceState(prices, stream, now);
  const failed = isUnread(query);
  const lines = useLinesBeside();
  const grams = useWeightUnit() === 'g';
  return (
    <Card
      lifted
      className="price-card"
      // Of the rows; the error state needs the same height.
      data-beside={lines}
      title={t(grams ? 'now' : 'perOunce')}
      aside={<PriceStateBadge key={state} state={state} />}
    >
      {failed ? (
        <ErrorState title={t('error.title')} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : (
        <ul aria-busy={prices === undefined}>
          {METALS.map((metal) => (
            <PriceRow key={metal} metal={metal} prices={prices} />
          ))}
        </ul>
      )}
      <PriceCardFoot prices={prices} now={now} />
    </Card>
  );
}

type PriceRowProps = { readonly metal: Metal; readonly prices: PriceSnapshot | undefined };

function PriceRow({ metal, prices }: PriceRowProps) {
  const t = useMessages(pricesMessages);
  const names = useMessages(commonMessages);
  const price = priceOf(metal, prices);
  return (
    <li className="price-row">
      <MetalDial metal={metal} size="large" />
      <div>
        <b className="price-row-name">{names(`metals.${metal}`)}</b>
        <Extreme label={t('high')} cents={price?.high24hCents} known={price !== undefined} />
        <Extreme label={t('low')} cents={price?.low24hCents} known={price !== undefined} />
      </div>
      <div className="price-row-line">
        <WeekLine metal={metal} />
      </div>
      <div className="price-row-figures">
        <SpotMoney metal={metal} />
        {price === undefined ? <Skeleton shape="short" /> : <Change percent={price.change24hPercent} />}
        <SpotBeside metal={metal} className="price-row-beside" />
      </div>
    </li>
  );
}

/** A week's line: that of the received page, or the stored prices after a navigation. */
function WeekLine({ metal }: { readonly metal: Metal }) {
  const name = `${metal}-7D`;
  const line = useBootLine(name);
  const hydrated = useHydrated();
  const values = useSparkline(metal, hydrated && line === '');
  if (values.length > 0) return <Sparkline values={values} />;
  return <BootLine className="sparkline sparkline-boot" viewBox="0 -30 1000 1130" name={name} line={line} />;
}

type ExtremeProps = {
  readonly label: string;
  readonly cents: number | null | undefined;
  readonly known: boolean;
};

function Extreme({ label, cents, known }: ExtremeProps) {
  const { leads, rate } = useDisplay();
  return (
    <span className="price-row-extreme num">
      <span>{label}</span>
      {known ? (
        <Money cents={inCurrency(cents ?? null, leads, rate)} bare currency={leads} />
      ) : (
        <Skeleton shape="short" />
      )}
    </span>
  );
}

type PriceCardFootProps = { readonly prices: PriceSnapshot | undefined; readonly now: number | null };

/** Two lines from the first paint on, and a third only while the market is closed. */
function PriceCardFoot({ prices, now }: PriceCardFootProps) {
  const t = useMessages(pricesMessages);
  const f = useFormat();
  const since = prices?.prices.some((price) => price.since === 'close') ? 'close' : '24h';
  const { beside } = useDisplay();
  const { fx, asOf, source } = prices ?? { fx: null, asOf: null, source: null };
  const reopens = source?.reason === 'closed' ? source.opensAt : null;
  const known = asOf !== null && now !== null;
  return (
    <div className="price-card-foot tiny quiet">
      {/* Lines of their own where the first one is long: the second one appears, and would wrap. */}
      <p className={beside === null ? undefined : 'price-card-lines'}>
        <span>
          {t(`window.${since}`)}
          {beside !== null && t('ofDollars')}
        </span>
        {/* Keyed: an appearing text is a new element and no layout shift. */}
        <span key={known ? 'known' : 'waiting'} className="num">
          {known ? (
            <>
              {fx !== null && `US$ 1 = R$ ${f.rate(fx.usdBrlE4)} · `}
              {f.dateTime(asOf, 'clock')}
            </>
          ) : (
            <Skeleton shape="line" />
          )}
        </span>
      </p>
      <p className="price-card-source">
        {source !== null &&
          (source.kind === 'simulated' ? t('simulated') : t('source', { name: source.name }))}
      </p>
      {reopens !== null && <p>{t('opens', { time: f.dateTime(reopens, 'opening') })}</p>}
    </div>
  );
}
