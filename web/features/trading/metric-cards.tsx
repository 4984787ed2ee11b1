import type { ReactNode } from 'react';
import { gainSummary, type GainSummary } from '../../../worker/domain/portfolio.ts';
import { inCurrency, useDisplay } from '../../i18n/display.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { Change } from '../../ui/change.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Value } from '../../ui/value.tsx';
import type { PortfolioState } from './live-portfolio.ts';
import '../../styles/dashboard.css';

type MetricCardsProps = {
  readonly state: PortfolioState;
  readonly masked: boolean;
  /** Absent in the operators' read-only view. */
  readonly onDeposit?: () => void;
  readonly onWithdraw?: () => void;
};

/** Total value, available balance, gain or loss, updated with every tick. The held bonus is in the total and in no gain (P42). */
export function MetricCards({ state, masked, onDeposit, onWithdraw }: MetricCardsProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const { live } = state;
  const totals = live?.totals;
  const gain = live === undefined ? undefined : gainSummary(live);
  return (
    <section className="metrics" aria-label={t('summary')} aria-busy={live === undefined}>
      <Metric
        name="total"
        label={t('metrics.total')}
        cents={totals?.valueCents}
        masked={masked}
        below={<HeldLine cents={gain?.heldCents} masked={masked} />}
      >
        {totals !== undefined && (
          <span className="muted">
            <Value inline cents={totals.metalCents} masked={masked} /> {t('metrics.inMetals')}
          </span>
        )}
      </Metric>
      <Metric name="cash" label={t('metrics.cash')} cents={live?.cashCents} masked={masked}>
        {onDeposit !== undefined && (
          <button type="button" className="link" onClick={onDeposit}>
            {t('metrics.addFunds')}
          </button>
        )}{' '}
        {onWithdraw !== undefined && live !== undefined && live.cashCents > 0 && (
          <button type="button" className="link" onClick={onWithdraw}>
            {t('metrics.withdraw')}
          </button>
        )}
        {live !== undefined && live.pendingCashCents > 0 && (
          <Pending cents={live.pendingCashCents} masked={masked} />
        )}
      </Metric>
      <Metric
        name="gain"
        label={t('metrics.gain')}
        cents={gain?.totalCents}
        masked={masked}
        signed
        below={<GainParts gain={gain} masked={masked} />}
      >
        {gain !== undefined && <GainLine gain={gain} masked={masked} />}
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
  readonly signed?: boolean;
  readonly children: ReactNode;
  /** Lines under the note, of the same height while they load. */
  readonly below?: ReactNode;
};

function Metric({ name, label, cents, masked, signed = false, children, below }: MetricProps) {
  const { leads, beside, rate } = useDisplay();
  return (
    <div className="card metric" data-metric={name}>
      <h2 className="metric-label">{label}</h2>
      <div className="metric-value">
        {cents === undefined ? (
          <Skeleton shape="figure" />
        ) : (
          <Money
            cents={inCurrency(cents, leads, rate)}
            currency={leads}
            big
            masked={masked}
            sign={signed ? 'always' : 'none'}
            tone={signed && !masked ? toneOf(cents) : null}
          />
        )}
      </div>
      {beside !== null && (
        <p className="metric-beside small quiet">
          {cents === undefined ? (
            <Skeleton shape="short" />
          ) : (
            <Money
              cents={inCurrency(cents, beside, rate)}
              currency={beside}
              masked={masked}
              sign={signed ? 'always' : 'none'}
            />
          )}
        </p>
      )}
      <p className="metric-note small">{cents === undefined ? <Skeleton shape="line" /> : children}</p>
      {below}
    </div>
  );
}

function Pending({ cents, masked }: { readonly cents: number; readonly masked: boolean }) {
  const t = useMessages(dashboardMessages.portfolio);
  const [before = '', after = ''] = t('metrics.pending', { amount: '\u0000' }).split('\u0000');
  return (
    <span className="quiet">
      {before}
      <Value inline cents={cents} masked={masked} />
      {after}
    </span>
  );
}

type GainLineProps = { readonly gain: GainSummary; readonly masked: boolean };

function GainLine({ gain, masked }: GainLineProps) {
  const t = useMessages(dashboardMessages.portfolio);
  if (gain.paidCents === 0) return <span className="quiet">{t('metrics.nothingInvested')}</span>;
  return (
    <>
      <Change percent={gain.percent} />{' '}
      <span className="muted">
        {t('metrics.over')} <Value inline cents={gain.paidCents} masked={masked} /> {t('metrics.paid')}
      </span>
    </>
  );
}

type GainPartsProps = { readonly gain: GainSummary | undefined; readonly masked: boolean };

/** What the total gain is made of: the metal that is still there, and what sales have brought. */
function GainParts({ gain, masked }: GainPartsProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const part = (label: string, cents: number | null | undefined) => (
    <div>
      <dt className="muted">{label}</dt>
      <dd>
        {cents === undefined ? (
          <Skeleton shape="short" />
        ) : (
          <Value inline cents={cents} masked={masked} sign="always" tone={masked ? null : toneOf(cents)} />
        )}
      </dd>
    </div>
  );
  return (
    <dl className="metric-parts small">
      {part(t('metrics.open'), gain?.openCents)}
      {part(t('metrics.realised'), gain?.realisedCents)}
    </dl>
  );
}

type HeldLineProps = { readonly cents: number | null | undefined; readonly masked: boolean };

/** The line is there without a held bonus too, so that nothing moves when it arrives. */
function HeldLine({ cents, masked }: HeldLineProps) {
  const t = useMessages(dashboardMessages.portfolio);
  return (
    <p className="metric-note small muted">
      {cents !== undefined && cents !== 0 && (
        <span>
          <Value inline cents={cents} masked={masked} /> {t('metrics.held')}
        </span>
      )}
    </p>
  );
}

/** The colour repeats the sign; zero and unknown values have none. */
export function toneOf(cents: number | null): 'gain' | 'loss' | null {
  if (cents === null || cents === 0) return null;
  return cents > 0 ? 'gain' : 'loss';
}
