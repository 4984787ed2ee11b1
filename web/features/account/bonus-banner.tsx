// The offer of the welcome bonus, both of its terms in sight before it is claimed (decision 7).

import { useId, useState } from 'react';
import { moneyIntent } from '../../api/money-intent.ts';
import { figures } from '../../i18n/figures.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { bonusWords } from '../../i18n/words/bonus.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { Button } from '../../ui/button.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { useClaimBonus } from './bonus-mutations.ts';
import '../../styles/bonus.css';

type BonusBannerProps = {
  /** Shows the receipt of a claim. */
  readonly onClaimed: (transaction: Transaction) => void;
};

export function BonusBanner({ onClaimed }: BonusBannerProps) {
  const t = useWords(bonusWords);
  const named = figures(useFormat().locale);
  const id = useId();
  const { mutate, isPending, error } = useClaimBonus();
  // One wish, one key: a second try after a lost reply asks what became of the first.
  const [intent] = useState(() => moneyIntent({}));
  const claim = () => mutate(intent, { onSuccess: ({ value }) => onClaimed(value.transaction) });
  return (
    <section className="card bonus-banner" aria-labelledby={id}>
      <MetalDial metal="silver" size="large" />
      <div className="bonus-words">
        <h2 className="card-title" id={id}>
          {t('available.title', named)}
        </h2>
        <p>{t('available.text', named)}</p>
        <p className="small muted">{t('available.terms', named)}</p>
      </div>
      <Button variant="primary" onClick={claim} busy={isPending} busyLabel={t('available.claiming')}>
        {t('available.claim')}
      </Button>
      {error !== null && (
        <div className="bonus-trouble">
          <ProblemNotice error={error} />
        </div>
      )}
    </section>
  );
}

/** The place of the offer while it is not known whether there is one: the same words unseen, so the same size. */
export function BonusBannerPlace() {
  const t = useWords(bonusWords);
  const named = figures(useFormat().locale);
  return (
    <div className="card bonus-banner bonus-place" aria-hidden="true">
      <MetalDial metal="silver" size="large" />
      <div className="bonus-words">
        <p className="card-title">{t('available.title', named)}</p>
        <p>{t('available.text', named)}</p>
        <p className="small muted">{t('available.terms', named)}</p>
      </div>
      <Button disabled>{t('available.claim')}</Button>
    </div>
  );
}
