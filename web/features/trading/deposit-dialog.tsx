// Adding funds: amount, method, the credited sum and the price of it. The server decides on the fee, the rate and the outcome;
// every outcome ends in a receipt.

import { useRef, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import reaisMessages from '#messages/reais.json';
import { Button } from '../../ui/button.tsx';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { BrlDeposit } from '../../../worker/contract/pix.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import type { PortfolioView } from '../../../worker/domain/portfolio.ts';
import { useFocusOnReturn } from './amount-focus.ts';
import { DepositForm, EMPTY_DRAFT } from './deposit-form.tsx';
import { Focused } from './focused.tsx';
import { isSending, MoneyDialog, UnknownOutcome } from './money-dialog.tsx';
import { PixCharge } from './pix-charge.tsx';
import { useDecided, useReaisDeposit, useReaisTerms } from './reais-queries.ts';
import { Receipt, useReceiptTitle } from './receipt.tsx';
import { TedAccount } from './ted-account.tsx';
import { type DepositStage, useDepositFlow } from './use-deposit-flow.ts';

type DepositDialogProps = {
  readonly open: boolean;
  /** The state of the welcome bonus; null while unknown. */
  readonly bonus: PortfolioView['bonus']['status'] | null;
  readonly onClose: () => void;
  readonly onBuy: () => void;
  readonly onSeeTransactions: () => void;
};

/** The caller mounts a new one for each opening, so that nothing typed is left over. */
export function DepositDialog({ open, bonus, onClose, onBuy, onSeeTransactions }: DepositDialogProps) {
  const t = useMessages(ordersMessages.deposit);
  const titles = useMessages(reaisMessages.titles);
  const receiptTitle = useReceiptTitle();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { stage, ...flow } = useDepositFlow();
  const code = useCode(stage);
  const terms = useReaisTerms().data;
  const receipt = receiptOf(stage, code.paid);
  const filling = stage.name === 'editing' || stage.name === 'sending';
  const amount = useRef<HTMLInputElement>(null);
  useFocusOnReturn(filling, amount);
  const onAgain = () => {
    setDraft({ ...draft, text: '' });
    flow.startOver();
  };
  const isCode = stage.name === 'code' && receipt === null;
  const title =
    receipt !== null
      ? receiptTitle(receipt.transaction)
      : isCode
        ? titles('pix')
        : stage.name === 'ted'
          ? titles('ted')
          : t('title');
  return (
    <MoneyDialog
      open={open}
      onClose={onClose}
      title={title}
      shows={receipt !== null ? 'receipt' : filling || isCode ? 'halves' : 'step'}
      locked={isSending(stage)}
      amountRef={amount}
    >
      {receipt !== null && (
        <Focused key="receipt">
          <Receipt
            {...receipt}
            actions={
              <ReceiptActions
                status={receipt.transaction.status}
                onAgain={onAgain}
                onBuy={onBuy}
                onClose={onClose}
              />
            }
          />
        </Focused>
      )}
      {isCode && (
        <Focused key="code">
          <PixCharge
            deposit={code.deposit ?? stage.made}
            endsAt={stage.endsAt}
            onAgain={flow.startOver}
            onClose={onClose}
          />
        </Focused>
      )}
      {stage.name === 'ted' && terms !== undefined && (
        <Focused key="ted">
          <TedAccount terms={terms} onBack={flow.startOver} onClose={onClose} />
        </Focused>
      )}
      {stage.name === 'unknown' && (
        <UnknownOutcome
          texts={ordersMessages.deposit.unknown}
          checking={stage.checking}
          busyLabel={t('processing')}
          onSendAgain={flow.sendAgain}
          onSeeTransactions={onSeeTransactions}
        />
      )}
      {filling && (
        <DepositForm
          draft={draft}
          onDraft={setDraft}
          amountRef={amount}
          bonus={bonus}
          sending={stage.name === 'sending'}
          retrying={stage.name === 'sending' && stage.retries > 0}
          error={stage.name === 'editing' ? stage.error : null}
          onConfirm={flow.confirm}
          onShowTed={flow.showTed}
        />
      )}
    </MoneyDialog>
  );
}

type Code = {
  readonly deposit: BrlDeposit | undefined;
  /** Its transaction, once it is paid. */
  readonly paid: Transaction | undefined;
};

/** What has become of the code that is shown. */
function useCode(stage: DepositStage): Code {
  const made = stage.name === 'code' ? stage.made : null;
  const deposit = useReaisDeposit(made?.id ?? null, made ?? undefined).data;
  const isPaid = made !== null && deposit !== undefined && deposit.paidAt !== null;
  return { deposit, paid: useDecided(made?.id ?? '', isPaid).data };
}

type ReceiptOf = {
  readonly transaction: Transaction;
  readonly portfolio: Portfolio | null;
  readonly replayed: boolean;
};

function receiptOf(stage: DepositStage, paid: Transaction | undefined): ReceiptOf | null {
  if (stage.name === 'receipt') {
    const { value, replayed } = stage.reply;
    return { transaction: value.transaction, portfolio: value.portfolio, replayed };
  }
  return stage.name === 'code' && paid !== undefined && paid.status === 'completed'
    ? { transaction: paid, portfolio: null, replayed: false }
    : null;
}

type ReceiptActionsProps = {
  readonly status: DepositReply['transaction']['status'];
  readonly onAgain: () => void;
  readonly onBuy: () => void;
  readonly onClose: () => void;
};

/** After success the next step is a purchase; after a failure, another try. */
function ReceiptActions({ status, onAgain, onBuy, onClose }: ReceiptActionsProps) {
  const t = useMessages(ordersMessages.deposit);
  if (status === 'failed') {
    return (
      <>
        <Button variant="primary" full onClick={onAgain}>
          {t('tryAgain')}
        </Button>
        <Button full onClick={onClose}>
          {t('done')}
        </Button>
      </>
    );
  }
  const completed = status === 'completed';
  return (
    <>
      <Button variant="primary" full onClick={completed ? onBuy : onClose}>
        {completed ? t('buyNow') : t('done')}
      </Button>
      <Button full onClick={completed ? onClose : onAgain}>
        {completed ? t('done') : t('another')}
      </Button>
    </>
  );
}
