import type { ReactNode } from 'react';
import { useCurrency } from '../../i18n/currency.ts';
import { brlCents } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { Change } from '../../ui/change.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PortfolioState } from './live-portfolio.ts';
import '../../styles/dashboard.css';

type MetricCardsProps = {
  readonly state: PortfolioState;
  readonly masked: boolean;
  /** Absent in the operators' read-only view. */
  readonly onDeposit?: () => void;
};

/** Total value, available balance, gain or loss, updated with every tick. */
export function MetricCards({ state, masked, onDeposit }: MetricCardsProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const { live } = state;
  const totals = live?.totals;
  return (
    <section className="metrics" aria-label={t('summary')} aria-busy={live === undefined}>
      <Metric
        name="total"
        label={t('metrics.total')}
        cents={totals?.valueCents}
        masked={masked}
        usdBrlE4={state.usdBrlE4}
      >
        {totals !== undefined && (
          <span className="muted">
            <Money cents={totals.metalCents} masked={masked} /> {t('metrics.inMetals')}
          </span>
        )}
      </Metric>
      <Metric
        name="cash"
        label={t('metrics.cash')}
        cents={live?.cashCents}
        masked={masked}
        usdBrlE4={state.usdBrlE4}
      >
        {onDeposit !== undefined && (
          <button type="button" className="link" onClick={onDeposit}>
            {t('metrics.addFunds')}
          </button>
        )}
        {live !== undefined && live.pendingCashCents > 0 && (
          <Pending cents={live.pendingCashCents} masked={masked} />
        )}
      </Metric>
      <Metric
        name="gain"
        label={t('metrics.gain')}
        cents={totals?.gainCents}
        masked={masked}
        usdBrlE4={state.usdBrlE4}
        signed
      >
        {totals !== undefined && <GainLine totals={totals} masked={masked} />}
      </Metric>
    </section>
  );
}

type MetricProps = {
  readonly name: string;
  readonly label: string;
  /** Undefined while it loads, null when it is unknown. */
  readonly cents: number | null | undefined;
  readonly masked: boolean;
  readonly usdBrlE4: number | null;
  readonly signed?: boolean;
  readonly children: ReactNode;
};

function Metric({ name, label, cents, masked, usdBrlE4, signed = false, children }: MetricProps) {
  const currency = useCurrency();
  const inReais = typeof cents === 'number' && usdBrlE4 !== null ? brlCents(cents, usdBrlE4) : null;
  return (
    <div className="card metric" data-metric={name}>
      <h2 className="metric-label">{label}</h2>
      <div className="metric-value">
        {cents === undefined ? (
          <Skeleton shape="figure" />
        ) : (
          <Money
            cents={cents}
            big
            masked={masked}
            sign={signed ? 'always' : 'none'}
            tone={signed && !masked ? toneOf(cents) : null}
          />
        )}
      </div>
      {currency === 'BRL' && (
        <p className="metric-reais small quiet">
          {cents === undefined ? (
            <Skeleton shape="short" />
          ) : (
            <Money cents={inReais} currency="BRL" masked={masked} sign={signed ? 'always' : 'none'} />
          )}
        </p>
      )}
      <p className="metric-note small">{cents === undefined ? <Skeleton shape="line" /> : children}</p>
    </div>
  );
}

function Pending({ cents, masked }: { readonly cents: number; readonly masked: boolean }) {
  const t = useMessages(dashboardMessages.portfolio);
  const [before = '', after = ''] = t('metrics.pending', { amount: '\u0000' }).split('\u0000');
  return (
    <span className="quiet">
      {before}
      <Money cents={cents} masked={masked} />
      {after}
    </span>
  );
}

type GainLineProps = {
  readonly totals: { readonly gainPercent: number | null; readonly investedCents: number };
  readonly masked: boolean;
};

function GainLine({ totals, masked }: GainLineProps) {
  const t = useMessages(dashboardMessages.portfolio);
  if (totals.investedCents === 0) return <span className="quiet">{t('metrics.nothingInvested')}</span>;
  return (
    <>
      <Change percent={totals.gainPercent} />{' '}
      <span className="muted">
        {t('metrics.over')} <Money cents={totals.investedCents} masked={masked} /> {t('metrics.invested')}
      </span>
    </>
  );
}

/** The colour repeats the sign; zero and unknown values have none. */
export function toneOf(cents: number | null): 'gain' | 'loss' | null {
  if (cents === null || cents === 0) return null;
  return cents > 0 ? 'gain' : 'loss';
}
