import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import dashboardMessages from '#messages/dashboard.json';
import { AllocationBar } from '../../ui/allocation-bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Masked } from '../../ui/money.tsx';
import { Value } from '../../ui/value.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PortfolioState } from './live-portfolio.ts';
import { allocation, type Slice } from './revalue.ts';

type AllocationCardProps = {
  readonly state: PortfolioState;
  readonly masked: boolean;
  /** In the operators' read-only view. */
  readonly readOnly?: boolean;
};

export function AllocationCard({ state, masked, readOnly = false }: AllocationCardProps) {
  const t = useMessages(dashboardMessages.portfolio);
  const { live } = state;
  const slices = live === undefined ? undefined : allocation(live);
  return (
    <Card title={t('allocation.title')} padded aria-busy={live === undefined}>
      {slices === undefined && <Loading />}
      {slices === null && <p className="small muted">{t('allocation.unknown')}</p>}
      {slices?.length === 0 && <p className="small muted">{t('allocation.empty')}</p>}
      {slices !== undefined && slices !== null && slices.length > 0 && (
        <Bars slices={slices} masked={masked} />
      )}
      {!readOnly && (
        <p className="allocation-link small">
          <Link to="/tools" className="link">
            {t('allocation.rebalance')}
          </Link>
        </p>
      )}
    </Card>
  );
}

function Bars({ slices, masked }: { readonly slices: readonly Slice[]; readonly masked: boolean }) {
  const names = useMessages(commonMessages);
  const f = useFormat();
  return (
    <AllocationBar
      parts={slices.map(({ part, cents, percent }) => ({
        key: part,
        tone: part,
        label: names(`metals.${part}`),
        amount: <Value cents={cents} bare masked={masked} />,
        // A bar to scale would tell what is hidden.
        percent: masked ? null : percent,
        share: masked ? <Masked /> : f.percent(percent, 'none', 1),
      }))}
    />
  );
}

function Loading() {
  return (
    <div className="allocation-loading">
      <Skeleton shape="block" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
    </div>
  );
}
