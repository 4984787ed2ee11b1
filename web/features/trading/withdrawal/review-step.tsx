// The third step: everything that decides about it, before it is asked for.

import { useMessages } from '../../../i18n/use-messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../worker/domain/time.ts';
import { CONFIRM_WITHIN_MS, FACTOR_PROVES_AFTER_MS } from '../../../../worker/domain/withdrawals.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { useDayText } from '../../../i18n/use-day-text.ts';
import { HoldList } from './hold-list.tsx';
import type { Plan } from './plan.ts';

type ReviewStepProps = {
  readonly terms: WithdrawalTerms;
  readonly plan: Plan;
  readonly sending: boolean;
  readonly retrying: boolean;
  readonly error: unknown;
  readonly onBack: () => void;
  readonly onConfirm: () => void;
};

export function ReviewStep({ terms, plan, sending, retrying, error, onBack, onConfirm }: ReviewStepProps) {
  const t = useMessages(withdrawalsMessages.review);
  const common = useMessages(withdrawalsMessages);
  const f = useFormat();
  const { holds, sendsAt, hasTwoOperators, exchangedFrom } = plan;
  const waits = exchangedFrom !== null || plan.expectedOn === null;
  return (
    <div className="withdrawal-step">
      <PlanRows terms={terms} plan={plan} />
      <p className="small muted">
        {plan.arrivesIn === 'usd' ? t('fixedUsd', { arrives: f.money(plan.sentCents) }) : t('fixedBrl')}
      </p>
      <HoldList holds={holds} />
      {waits && (
        <Note tone="warning" title={t('shut.title')}>
          {exchangedFrom === null
            ? t('shut.unknown')
            : t('shut.until', { time: f.dateTime(exchangedFrom, 'dayMonthTime') })}
        </Note>
      )}
      {hasTwoOperators && (
        <Note tone="info" title={t('two.title')}>
          {t('two.text')}
        </Note>
      )}
      <p className="small">
        {sendsAt !== null
          ? t('cancel.held', { until: f.dateTime(sendsAt, 'dayMonthTime') })
          : t(hasTwoOperators || waits ? 'cancel.looked' : 'cancel.soon')}{' '}
        {t(`proof.${terms.proof}`, {
          minutes: CONFIRM_WITHIN_MS / MINUTE_MS,
          hours: FACTOR_PROVES_AFTER_MS / HOUR_MS,
        })}
      </p>
      {error !== null && <ProblemNotice error={error} />}
      {retrying && (
        <Note tone="warning" role="alert">
          {t('retrying')}
        </Note>
      )}
      <div className="dialog-buttons">
        <Button disabled={sending} onClick={onBack}>
          {common('back')}
        </Button>
        <Button variant="primary" busy={sending} busyLabel={t('busy')} onClick={onConfirm}>
          {t('confirm')}
        </Button>
      </div>
      {terms.gateway === 'sandbox' && <p className="tiny quiet deposit-sandbox">{common('sandbox')}</p>}
    </div>
  );
}

/** Dollars are dollars here, and reais what arrives: no figure is converted for the eye alone. */
function PlanRows({ terms, plan }: Pick<ReviewStepProps, 'terms' | 'plan'>) {
  const t = useMessages(withdrawalsMessages.review);
  const methods = useMessages(withdrawalsMessages.methods);
  const f = useFormat();
  const day = useDayText();
  const { account, amountCents, feeCents, sentCents, brlCents, arrivesIn, expectedOn } = plan;
  return (
    <Rows>
      <Row label={t('to')}>{`${methods(account.method)}, ${account.masked}`}</Row>
      <Row label={t('leaves')}>{f.money(amountCents)}</Row>
      <Row label={t('fee')}>{feeCents === 0 ? t('free') : f.money(feeCents)}</Row>
      {feeCents > 0 && <Row label={t('sent')}>{f.money(sentCents)}</Row>}
      <Row label={t('arrives')} sum>
        {arrivesIn === 'usd'
          ? f.money(sentCents)
          : brlCents === null
            ? t('unknown')
            : t('about', { amount: f.money(brlCents, 'BRL') })}
      </Row>
      {arrivesIn === 'brl' && terms.rateE4 !== null && (
        <Row label={t(terms.isExchanging ? 'rate' : 'lastRate')}>
          <span className="quiet">{`US$ 1 = R$ ${f.rate(terms.rateE4)}`}</span>
        </Row>
      )}
      <Row label={t('day')}>
        {expectedOn === null ? t('dayLater') : t('dayOf', { date: day(expectedOn) })}
      </Row>
    </Rows>
  );
}
