// The welcome bonus after the claim (P7): held, with what is missing, then free as long as the user owns the silver
// (C4). bonus-banner.tsx is the offer.

import { accountTerms } from '../../i18n/account-terms.ts';
import { useMoneyText } from '../../i18n/money-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { BONUS_OUNCES_E4 } from '../../../worker/domain/limits.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Masked } from '../../ui/money.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import '../../styles/dashboard.css';

type BonusCardProps = {
  /** For links to it. */
  readonly id: string;
  readonly portfolio: Pick<Portfolio, 'bonus' | 'holdings'>;
  readonly masked: boolean;
};

export function BonusCard({ id, portfolio, masked }: BonusCardProps) {
  const { status } = portfolio.bonus;
  if (status === 'available') return null;
  if (status === 'held') return <Held id={id} bonus={portfolio.bonus} masked={masked} />;
  const silver = portfolio.holdings.find(({ metal }) => metal === 'silver');
  return silver !== undefined && silver.ouncesE4 >= BONUS_OUNCES_E4 ? <Free /> : null;
}

type HeldProps = Pick<BonusCardProps, 'id' | 'masked'> & { readonly bonus: Portfolio['bonus'] };

function Held({ id, bonus, masked }: HeldProps) {
  const t = useMessages(dashboardMessages.bonus);
  const f = useFormat();
  const money = useMoneyText();
  const named = accountTerms(f.locale);
  const release = money(bonus.releaseCents, 'round');
  return (
    <Card
      id={id}
      tabIndex={-1}
      padded
      title={t('held.title', named)}
      aside={<Badge tone="held">{t('held.badge')}</Badge>}
      className="bonus-card"
    >
      <p className="small muted">{t('held.text', { ...named, release })}</p>
      {/* The bar tells the sum as well as its text does. */}
      {masked ? (
        <p className="small num">
          <Masked />
        </p>
      ) : (
        bonus.net !== undefined && <Progress releaseCents={bonus.releaseCents} net={bonus.net} />
      )}
    </Card>
  );
}

type ProgressProps = {
  readonly releaseCents: number;
  readonly net: NonNullable<Portfolio['bonus']['net']>;
};

/** What is missing, or since when nothing is and until when it must stay so. */
function Progress({ releaseCents, net }: ProgressProps) {
  const t = useMessages(dashboardMessages.bonus);
  const f = useFormat();
  const money = useMoneyText();
  const named = accountTerms(f.locale);
  const release = money(releaseCents, 'round');
  const progress = t('held.progress', { net: money(net.cents), release });
  return (
    <>
      <ProgressBar
        label={t('held.label')}
        value={Math.max(0, net.cents)}
        max={releaseCents}
        text={progress}
      />
      <p className="small num">{progress}</p>
      <p className="small">
        {net.since === null || net.freesAt === null
          ? t('held.missing', { ...named, missing: money(releaseCents - net.cents) })
          : t('held.counting', {
              ...named,
              release,
              since: f.dateTime(net.since, 'dayMonthYear'),
              free: f.dateTime(net.freesAt, 'minute'),
            })}
      </p>
    </>
  );
}

function Free() {
  const t = useMessages(dashboardMessages.bonus);
  const named = accountTerms(useFormat().locale);
  return (
    <Card
      padded
      title={t('free.title')}
      aside={<Badge tone="success">{t('free.badge')}</Badge>}
      className="bonus-card"
    >
      <p className="small muted">{t('free.text', named)}</p>
    </Card>
  );
}
