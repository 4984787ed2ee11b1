// A PIX that waits for its payment: the code, the rate's time, and what has become of it.

import { useCallback, useState } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import reaisMessages from '#messages/reais.json';
import { Button } from '../../ui/button.tsx';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import type { BrlDeposit } from '../../../worker/contract/pix.ts';
import { PIX_LOCK_MS } from '../../../worker/domain/limits.ts';
import { PixCode } from './pix-code.tsx';
import { ReaisRefunds } from './reais-refunds.tsx';
import { linesOf, ReaisBasis, ReaisRows } from './reais-rows.tsx';

type PixChargeProps = {
  readonly deposit: BrlDeposit;
  /** When the ring ends, by this browser's clock. */
  readonly endsAt: number;
  readonly onAgain: () => void;
  readonly onClose: () => void;
};

export function PixCharge({ deposit, endsAt, onAgain, onClose }: PixChargeProps) {
  const t = useMessages(reaisMessages);
  const f = useFormat();
  const [timeIsUp, setTimeIsUp] = useState(() => endsAt <= Date.now());
  const end = useCallback(() => setTimeIsUp(true), []);
  const { payload, state } = deposit;
  const isOpen = state === 'active' && !deposit.isPayerUnknown && !timeIsUp && payload !== null;
  const lines = linesOf(deposit);
  return (
    <div className="pix" data-open={isOpen}>
      <div className="pix-head">
        <div>
          <span className="small muted">{t(isOpen ? 'code.pay' : 'rows.wouldPay')}</span>
          <p className="pix-figure">
            <Money cents={deposit.brlCents} currency="BRL" big />
          </p>
          {isOpen && <p className="small muted">{t('code.until', { time: f.dateTime(endsAt, 'clock') })}</p>}
        </div>
        {isOpen && <CountdownRing endsAt={endsAt} totalMs={PIX_LOCK_MS} onEnd={end} />}
      </div>
      {isOpen && <PixCode payload={payload} />}
      <div className="pix-terms">
        {deposit.isPayerUnknown && <Note tone="info">{t('payerUnknown')}</Note>}
        {state === 'active' && !isOpen && !deposit.isPayerUnknown && (
          <Note tone="warning" title={t('ended.title')} role="alert">
            {t('ended.text', { time: f.dateTime(endsAt, 'clock') })}
          </Note>
        )}
        {state === 'expired' && (
          <Note tone="warning" title={t('expired.title')} role="alert">
            {t('expired.text')}
          </Note>
        )}
        <ReaisRefunds refunds={deposit.refunds} />
        <div>
          <ReaisRows {...lines} total={isOpen ? 'toPay' : 'wouldPay'} />
          <ReaisBasis {...lines} />
        </div>
        {isOpen ? (
          <>
            <p className="small muted">
              {t('own')} {t('code.exact')}
            </p>
            <p className="small muted">{t('code.waiting')}</p>
            <Button full onClick={onClose}>
              {t('code.close')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" size="large" full onClick={onAgain}>
              {t('ended.again')}
            </Button>
            <Button variant="ghost" full onClick={onClose}>
              {t('code.close')}
            </Button>
          </>
        )}
        {deposit.gateway === 'sandbox' && <p className="tiny quiet deposit-sandbox">{t('sandbox')}</p>}
      </div>
    </div>
  );
}
