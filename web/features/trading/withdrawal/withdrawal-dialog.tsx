// Withdrawing: how much, where to, what that means, and the receipt. The server decides; every outcome ends in a receipt.

import { useRef, useState } from 'react';
import { useDisplay } from '../../../i18n/display.ts';
import { type MoneyInput, moneyInput } from '../../../i18n/money-input.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import withdrawalsMessages from '#messages/withdrawals.json';
import type { WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFocusOnReturn } from '../amount-focus.ts';
import { Focused } from '../focused.tsx';
import { isSending, MoneyDialog, UnknownOutcome } from '../money-dialog.tsx';
import { Receipt, useReceiptTitle } from '../receipt.tsx';
import { AccountStep } from './account-step.tsx';
import { AmountStep } from './amount-step.tsx';
import { ClosedNote, isClosed } from './closed-note.tsx';
import { boundsOf, planOf } from './plan.ts';
import { useWithdrawalTerms } from './queries.ts';
import { ReviewStep } from './review-step.tsx';
import { useWithdrawalFlow } from './use-withdrawal-flow.ts';
import '../../../styles/orders.css';

type WithdrawalDialogProps = {
  readonly open: boolean;
  /** Everything is in the field: the account is to be emptied. */
  readonly all?: boolean;
  readonly onClose: () => void;
  readonly onSeeTransactions: () => void;
};

/** The caller mounts a new one for each opening, so that nothing typed is left over. */
export function WithdrawalDialog({ open, all = false, onClose, onSeeTransactions }: WithdrawalDialogProps) {
  const t = useMessages(withdrawalsMessages);
  const common = useMessages(commonMessages);
  const receiptTitle = useReceiptTitle();
  const flow = useWithdrawalFlow();
  const { stage } = flow;
  const terms = useWithdrawalTerms();
  const amount = useRef<HTMLInputElement>(null);
  const reply = stage.name === 'receipt' ? stage.reply : null;
  const isTyping =
    stage.name === 'amount' &&
    terms.data !== undefined &&
    isOpen(terms.data) &&
    boundsOf(terms.data) !== null;
  useFocusOnReturn(isTyping, amount);
  const title = {
    amount: t('title'),
    account: t('account.title'),
    review: t('review.title'),
    sending: t('review.title'),
    unknown: t('title'),
    receipt: reply === null ? '' : receiptTitle(reply.value.transaction),
  }[stage.name];
  return (
    <MoneyDialog
      open={open}
      onClose={onClose}
      title={title}
      shows={reply !== null ? 'receipt' : isTyping ? 'halves' : 'step'}
      locked={isSending(stage)}
      amountRef={amount}
    >
      {reply !== null ? (
        <Focused key="receipt">
          <Receipt
            transaction={reply.value.transaction}
            withdrawal={reply.value.withdrawal}
            portfolio={reply.value.portfolio}
            replayed={reply.replayed}
            actions={
              <Button variant="primary" full onClick={onClose}>
                {t('receipt.done')}
              </Button>
            }
          />
        </Focused>
      ) : stage.name === 'unknown' ? (
        <UnknownOutcome
          texts={withdrawalsMessages.unknown}
          checking={stage.checking}
          busyLabel={t('review.busy')}
          onSendAgain={flow.sendAgain}
          onSeeTransactions={onSeeTransactions}
        />
      ) : terms.data !== undefined ? (
        <Steps terms={terms.data} all={all} flow={flow} amountRef={amount} />
      ) : terms.isError ? (
        <ErrorState
          title={t('failed.title')}
          onRetry={() => void terms.refetch()}
          retrying={terms.isFetching}
        >
          {t('failed.text')}
        </ErrorState>
      ) : (
        <div className="withdrawal-step" aria-busy="true">
          <p className="visually-hidden" aria-live="polite">
            {t('loading')}
          </p>
          <Skeleton shape="block" />
          <Skeleton shape="line" />
          <Button full onClick={onClose}>
            {common('close')}
          </Button>
        </div>
      )}
    </MoneyDialog>
  );
}

/** Whether anything may be asked for at all. */
function isOpen(terms: WithdrawalTerms): boolean {
  return !isClosed(terms) && terms.limit.maxCents > 0;
}

type StepsProps = {
  readonly terms: WithdrawalTerms;
  readonly all: boolean;
  readonly flow: ReturnType<typeof useWithdrawalFlow>;
  readonly amountRef: Parameters<typeof AmountStep>[0]['amountRef'];
};

function Steps({ terms, all, flow, amountRef }: StepsProps) {
  const t = useMessages(withdrawalsMessages);
  const { leads, rate } = useDisplay();
  const { locale } = useFormat();
  const [input, setInput] = useState<MoneyInput>(() => {
    const currency = rate === null ? 'USD' : leads;
    const bounds = all ? boundsOf(terms) : null;
    return bounds === null ? { text: '', currency } : moneyInput(locale, bounds.mostCents, currency, rate);
  });
  const { stage } = flow;
  if (isClosed(terms)) return <ClosedNote terms={terms} />;
  if (!isOpen(terms)) {
    return (
      <Note
        tone="info"
        title={t('level.title')}
        actions={
          <LinkButton to="/profile/identity" size="small">
            {t('level.action')}
          </LinkButton>
        }
      >
        {t('level.text')}
      </Note>
    );
  }
  if (stage.name === 'account') {
    const { amountCents, isAdding } = stage;
    return (
      <AccountStep
        terms={terms}
        amountCents={amountCents}
        isAdding={isAdding}
        onAdd={(adding) => flow.chooseAccount(amountCents, adding)}
        onEditAmount={flow.editAmount}
        onContinue={(payoutAccountId) => flow.review({ amountCents, payoutAccountId })}
      />
    );
  }
  if (stage.name === 'review' || stage.name === 'sending') {
    const { amountCents, payoutAccountId } = stage.name === 'review' ? stage.request : stage.intent.body;
    const account = terms.accounts.find(({ id }) => id === payoutAccountId);
    const plan = account === undefined ? null : planOf(terms, account, amountCents);
    const back = () => flow.chooseAccount(amountCents);
    // The account was removed or refused meanwhile.
    if (plan === null) return <ProblemNotice error={GONE} onRetry={back} />;
    return (
      <Focused key="review">
        <ReviewStep
          terms={terms}
          plan={plan}
          sending={stage.name === 'sending'}
          retrying={stage.name === 'sending' && stage.retries > 0}
          error={stage.name === 'review' ? stage.error : null}
          onBack={back}
          onConfirm={flow.confirm}
        />
      </Focused>
    );
  }
  return (
    <AmountStep
      terms={terms}
      input={input}
      amountRef={amountRef}
      onInput={setInput}
      onContinue={flow.chooseAccount}
    />
  );
}

const GONE = { code: 'PayoutAccountNotReady' };
