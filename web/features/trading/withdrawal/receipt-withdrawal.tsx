// A withdrawal on its receipt: the figures, how it stands and what comes next, live, and cancelling it while it has not left.

import { useRef, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import withdrawalsMessages from '#messages/withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import type { Transaction } from '../../../../worker/contract/transactions.ts';
import type { Withdrawal } from '../../../../worker/contract/withdrawals.ts';
import { MINUTE_MS } from '../../../../worker/domain/time.ts';
import { useNow } from '../../../live/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';
import { HoldList } from './hold-list.tsx';
import { useCancelWithdrawal, useWithdrawal } from './queries.ts';
import { failureOf, type Step, timelineOf, waitOf, WITHDRAWAL_TONES } from './timeline.ts';
import '../../../styles/orders.css';

type ReceiptWithdrawalProps = {
  readonly transaction: Pick<Transaction, 'id' | 'status'>;
  /** As it was answered, on a new receipt. */
  readonly known?: Withdrawal | undefined;
};

/** In one word how it stands now, whatever it was when the receipt was opened. */
export function WithdrawalBadge({ transaction, known }: ReceiptWithdrawalProps) {
  const t = useMessages(transactionsMessages);
  const { data } = useWithdrawal(transaction.id, known);
  if (data === undefined) return <Badge tone="neutral">{t('types.withdrawal')}</Badge>;
  return <Badge tone={WITHDRAWAL_TONES[data.state]}>{t(`withdrawalStates.${data.state}`)}</Badge>;
}

export function ReceiptWithdrawal({ transaction, known }: ReceiptWithdrawalProps) {
  const t = useMessages(withdrawalsMessages.receipt);
  const { data, isError } = useWithdrawal(transaction.id, known);
  if (data === undefined) {
    return isError ? (
      <div className="receipt-note">
        <Note tone="warning" role="alert">
          {t('failed')}
        </Note>
      </div>
    ) : (
      <div className="receipt-note" aria-busy="true">
        <p className="visually-hidden" aria-live="polite">
          {t('loading')}
        </p>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    );
  }
  return (
    <>
      <Figures withdrawal={data} />
      <Timeline withdrawal={data} />
      {data.canCancel && <Cancel withdrawal={data} />}
    </>
  );
}

/** In dollars, and in reais what is sent in reais: no figure is converted for the eye alone. */
function Figures({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useMessages(withdrawalsMessages.receipt);
  const methods = useMessages(withdrawalsMessages.methods);
  const f = useFormat();
  const { method, to, amountCents, feeCents, sentCents, brlCents, rateE4, sentAt } = withdrawal;
  return (
    <Rows>
      <Row label={t('to')}>{`${methods(method)}, ${to}`}</Row>
      <Row label={t('leaves')}>{f.money(amountCents)}</Row>
      {feeCents > 0 && <Row label={t('fee')}>{f.money(feeCents)}</Row>}
      <Row label={t(sentAt === null ? 'toSend' : 'sent')} sum>
        {f.money(sentCents)}
      </Row>
      {brlCents !== null && rateE4 !== null && (
        <Row label={t('brl')}>{t('brlAt', { amount: f.money(brlCents, 'BRL'), rate: f.rate(rateE4) })}</Row>
      )}
    </Rows>
  );
}

function Timeline({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useMessages(withdrawalsMessages.receipt);
  const now = useNow(MINUTE_MS);
  const { holds, holdUntil } = withdrawal;
  const isHeld = withdrawal.canCancel && holdUntil !== null && Date.parse(holdUntil) > now;
  return (
    <section className="withdrawal-timeline" aria-label={t('timeline')}>
      <h3 className="small">{t('timeline')}</h3>
      <ol aria-live="polite">
        {timelineOf(withdrawal, now).map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      <Waiting withdrawal={withdrawal} now={now} />
      <Failure withdrawal={withdrawal} />
      {isHeld && <HoldList holds={holds} />}
    </section>
  );
}

/** Why it takes longer than was said, and that it may be cancelled where it may. */
function Waiting({ withdrawal, now }: { readonly withdrawal: Withdrawal; readonly now: number }) {
  const t = useMessages(withdrawalsMessages.receipt.waits);
  const f = useFormat();
  const wait = waitOf(withdrawal, now);
  if (wait === null) return null;
  const opensAt = withdrawal.exchange?.opensAt ?? null;
  return (
    <p className="small">
      {wait === 'exchange' && opensAt !== null
        ? t('shut', { time: f.dateTime(opensAt, 'dayMonthTime') })
        : t(wait)}{' '}
      {withdrawal.canCancel && t('cancel')}
    </p>
  );
}

function Failure({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useMessages(withdrawalsMessages.receipt.failures);
  const failure = failureOf(withdrawal);
  if (failure === null) return null;
  return (
    <p className="small">{typeof failure === 'string' ? t(failure) : t('team', { text: failure.note })}</p>
  );
}

const ICONS = { done: 'check', now: 'clock', next: 'arrow' } as const;

function StepLine({ step }: { readonly step: Step }) {
  const f = useFormat();
  const text = useStepText();
  const { state, at, name } = step;
  const isDay = name === 'paid' && state === 'next';
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <Icon name={ICONS[state]} small />
      <span>
        {text(step)}
        {at !== null && state === 'done' && !isDay && (
          <span className="sub">
            <time dateTime={at}>{f.dateTime(at, 'dayMonthTime')}</time>
          </span>
        )}
      </span>
    </li>
  );
}

function useStepText(): (step: Step) => string {
  const t = useMessages(withdrawalsMessages.steps);
  const f = useFormat();
  const day = useDayText();
  return ({ name, state, at }) => {
    switch (name) {
      case 'held':
        return state === 'done'
          ? t('held.done')
          : t('held.now', { time: at === null ? '' : f.dateTime(at, 'dayMonthTime') });
      case 'sending':
        return t(`sending.${state}`);
      case 'paid':
        if (state === 'done') return t('paid.done');
        return at === null ? t('paid.later') : t('paid.next', { date: day(at) });
      default:
        return t(name);
    }
  };
}

function Cancel({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useMessages(withdrawalsMessages.receipt);
  const f = useFormat();
  const [asked, setAsked] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const showError = useErrorToast();
  const cancel = useCancelWithdrawal();
  const amount = f.money(withdrawal.amountCents);
  const run = () => {
    setAsked(false);
    afterwards(cancel.mutateAsync(withdrawal.id), {
      onSuccess: () =>
        showToast({ type: 'success', title: t('cancelled'), message: t('cancelledText', { amount }) }),
      onError: (error) => showError(t('notCancelled'), error),
    });
  };
  return (
    <div className="receipt-note">
      <Button full busy={cancel.isPending} busyLabel={t('cancelling')} onClick={() => setAsked(true)}>
        {t('cancel')}
      </Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('question.title')}
        width="narrow"
        initialFocus={keep}
      >
        <div className="stack">
          <p>{t('question.text', { amount })}</p>
          <div className="dialog-buttons">
            <Button ref={keep} onClick={() => setAsked(false)}>
              {t('question.keep')}
            </Button>
            <Button variant="danger" onClick={run}>
              {t('question.submit')}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
