// Adding funds: amount, method, the credited sum and the price of it. The server decides on the fee and the outcome;
// every outcome ends in a receipt.

import { useRef } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { PortfolioView } from '../../../worker/domain/portfolio.ts';
import { hasKeyboard, useFocusOnReturn } from './amount-focus.ts';
import { DepositForm } from './deposit-form.tsx';
import { Focused } from './focused.tsx';
import { Receipt, useReceiptTitle } from './receipt.tsx';
import { useDepositFlow } from './use-deposit-flow.ts';
import '../../styles/orders.css';

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
  const receiptTitle = useReceiptTitle();
  const { stage, ...flow } = useDepositFlow();
  const reply = stage.name === 'receipt' ? stage.reply : null;
  const done = reply !== null;
  const filling = stage.name === 'editing' || stage.name === 'sending';
  const amount = useRef<HTMLInputElement>(null);
  useFocusOnReturn(filling, amount);
  // One dialog from the form to the receipt: a second one would not know where to return the focus.
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={done ? receiptTitle(reply.value.transaction) : t('title')}
      width={done ? 'narrow' : filling ? 'wide' : 'medium'}
      untitled={done}
      flush={done || filling}
      initialFocus={hasKeyboard() ? amount : undefined}
      locked={stage.name === 'sending' || (stage.name === 'unknown' && stage.checking)}
    >
      {done && (
        <Focused key="receipt">
          <Receipt
            transaction={reply.value.transaction}
            portfolio={reply.value.portfolio}
            replayed={reply.replayed}
            actions={
              <ReceiptActions
                status={reply.value.transaction.status}
                onAgain={flow.startOver}
                onBuy={onBuy}
                onClose={onClose}
              />
            }
          />
        </Focused>
      )}
      {stage.name === 'unknown' && (
        <Focused key="unknown">
          <div className="stack-close">
            <Note tone="warning" title={t('unknown.title')} role="alert">
              {t('unknown.text')}
            </Note>
            <Button
              variant="primary"
              size="large"
              full
              busy={stage.checking}
              busyLabel={t('processing')}
              onClick={flow.sendAgain}
            >
              {t('unknown.again')}
            </Button>
            <Button variant="ghost" full onClick={onSeeTransactions}>
              {t('unknown.see')}
            </Button>
          </div>
        </Focused>
      )}
      {filling && (
        <DepositForm
          amountRef={amount}
          bonus={bonus}
          sending={stage.name === 'sending'}
          retrying={stage.name === 'sending' && stage.retries > 0}
          error={stage.name === 'editing' ? stage.error : null}
          onConfirm={flow.confirm}
        />
      )}
    </Dialog>
  );
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
