// The offer of the welcome bonus, which shows both of its terms before the claim (P7).

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, receiveMoney } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { sendUntilDecided, moneyIntent, type MoneyIntent } from '../../api/money-intent.ts';
import { pause } from '../../api/browser-ports.ts';
import { accountTerms } from '../../i18n/account-terms.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { BonusReply, type BonusRequest } from '../../../worker/contract/bonus.ts';
import { IDEMPOTENCY_HEADER } from '../../../worker/contract/money.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { Button } from '../../ui/button.tsx';
import { MetalDial } from '../../ui/metal-dial.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import '../../styles/dashboard.css';

type BonusBannerProps = {
  /** Until the address is confirmed the bonus cannot be claimed (P58). */
  readonly emailConfirmed: boolean;
  /** Shows the receipt of a claim. */
  readonly onClaimed: (transaction: Transaction) => void;
};

export function BonusBanner({ emailConfirmed, onClaimed }: BonusBannerProps) {
  const t = useMessages(dashboardMessages.bonus);
  const named = accountTerms(useFormat().locale);
  const id = useId();
  const { mutate, isPending, error } = useClaimBonus();
  // One key for all tries: after a lost reply, a second try gets the result of the first.
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
        {!emailConfirmed && (
          <p className="small">
            <strong>{t('available.unconfirmed')}</strong>
          </p>
        )}
      </div>
      {emailConfirmed && (
        <Button variant="primary" onClick={claim} busy={isPending} busyLabel={t('available.claiming')}>
          {t('available.claim')}
        </Button>
      )}
      {error !== null && (
        <div className="bonus-trouble">
          <ProblemNotice error={error} />
        </div>
      )}
    </section>
  );
}

function useClaimBonus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (intent: MoneyIntent<BonusRequest>) =>
      sendUntilDecided({
        intent,
        wait: pause,
        send: (json, key) =>
          receiveMoney(
            BonusReply,
            api.bonus.claim.$post({ json }, { headers: { [IDEMPOTENCY_HEADER]: key } }),
          ),
      }),
    onSuccess({ value }) {
      client.setQueryData(queryKeys.portfolio, value.portfolio);
    },
    // After a failure too: the server may have carried out a claim whose reply was lost.
    onSettled() {
      void client.invalidateQueries({ queryKey: queryKeys.portfolio });
      void client.invalidateQueries({ queryKey: queryKeys.transactions });
    },
  });
}

/** Keeps the offer's space while the page does not know whether there is one: the same text, invisible. */
export function BonusBannerSpace() {
  const t = useMessages(dashboardMessages.bonus);
  const named = accountTerms(useFormat().locale);
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
