// The welcome bonus in its three states (decision 7): available with its terms before the claim, held with what is still
// missing, free as long as the silver is still there (Customer spec, section 4).

import { useState } from 'react';
import { figures } from '../../i18n/figures.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { bonusWords } from '../../i18n/words/bonus.ts';
import { moneyIntent } from '../../api/money-intent.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { BONUS_OUNCES_E4 } from '../../../worker/domain/limits.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useClaimBonus } from './mutations.ts';
import '../../styles/bonus.css';

type BonusCardProps = {
  readonly portfolio: Pick<Portfolio, 'bonus' | 'holdings'>;
  /** Shows the receipt of a claim. */
  readonly onClaimed: (transaction: Transaction) => void;
};

export function BonusCard({ portfolio, onClaimed }: BonusCardProps) {
  const { status } = portfolio.bonus;
  if (status === 'available') return <Offer onClaimed={onClaimed} />;
  if (status === 'held') return <Held bonus={portfolio.bonus} />;
  const silver = portfolio.holdings.find(({ metal }) => metal === 'silver');
  return silver !== undefined && silver.ouncesE4 >= BONUS_OUNCES_E4 ? <Free /> : null;
}

function Offer({ onClaimed }: Pick<BonusCardProps, 'onClaimed'>) {
  const t = useWords(bonusWords);
  const named = figures(useFormat().locale);
  const { mutate, isPending, error } = useClaimBonus();
  // One wish, one key: a second try after a lost reply asks what became of the first.
  const [intent] = useState(() => moneyIntent({}));
  const claim = () => mutate(intent, { onSuccess: ({ value }) => onClaimed(value.transaction) });
  return (
    <Card padded title={t('available.title', named)} className="bonus-card">
      <p>{t('available.text', named)}</p>
      <p className="small muted">{t('available.terms', named)}</p>
      {error !== null && <ProblemNotice error={error} />}
      <Button onClick={claim} busy={isPending} busyLabel={t('available.claiming')} full>
        {t('available.claim')}
      </Button>
    </Card>
  );
}

function Held({ bonus }: { readonly bonus: Portfolio['bonus'] }) {
  const t = useWords(bonusWords);
  const f = useFormat();
  const bought = f.money(bonus.purchasesCents);
  const release = f.moneyRound(bonus.releaseCents);
  const progress = t('held.progress', { bought, release });
  return (
    <Card
      padded
      title={t('held.title', figures(f.locale))}
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
  const t = useWords(bonusWords);
  const named = figures(useFormat().locale);
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
