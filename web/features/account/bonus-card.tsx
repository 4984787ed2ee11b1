// The welcome bonus after the claim (P7): held, with what is missing, then free as long as the user owns the silver
// (C4). bonus-banner.tsx is the offer.

import { businessTerms } from '../../i18n/business-terms.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { BONUS_OUNCES_E4 } from '../../../worker/domain/limits.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import '../../styles/dashboard.css';

type BonusCardProps = { readonly portfolio: Pick<Portfolio, 'bonus' | 'holdings'> };

export function BonusCard({ portfolio }: BonusCardProps) {
  const { status } = portfolio.bonus;
  if (status === 'available') return null;
  if (status === 'held') return <Held bonus={portfolio.bonus} />;
  const silver = portfolio.holdings.find(({ metal }) => metal === 'silver');
  return silver !== undefined && silver.ouncesE4 >= BONUS_OUNCES_E4 ? <Free /> : null;
}

function Held({ bonus }: { readonly bonus: Portfolio['bonus'] }) {
  const t = useMessages(dashboardMessages.bonus);
  const f = useFormat();
  const bought = f.money(bonus.purchasesCents);
  const release = f.moneyRound(bonus.releaseCents);
  const progress = t('held.progress', { bought, release });
  return (
    <Card
      padded
      title={t('held.title', businessTerms(f.locale))}
      aside={<Badge tone="held">{t('held.badge')}</Badge>}
      className="bonus-card"
    >
      <p className="small muted">{t('held.text', { release })}</p>
      <ProgressBar
        label={t('held.label')}
        value={bonus.purchasesCents}
        max={bonus.releaseCents}
        text={progress}
      />
      <p className="small num">{progress}</p>
    </Card>
  );
}

function Free() {
  const t = useMessages(dashboardMessages.bonus);
  const named = businessTerms(useFormat().locale);
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
