// Adding funds: amount, method, what is credited and what is paid. The browser only says what the customer wants;
// the fee and the outcome are the server's, and whatever comes of it ends in a receipt.

import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import depositMessages from '#messages/deposit.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import { DepositForm } from './deposit-form.tsx';
import { useDepositFlow } from './use-deposit-flow.ts';
import '../../styles/deposit.css';

/** A receipt as the page draws it: this feature does not know how. */
type DrawnReceipt = { readonly title: string; readonly body: ReactNode };

type DepositDialogProps = {
  readonly open: boolean;
  readonly drawReceipt: (reply: DepositReply, replayed: boolean, actions: ReactNode) => DrawnReceipt;
  readonly onClose: () => void;
  readonly onBuy: () => void;
  readonly onSeeTransactions: () => void;
};

/** Mount it anew for each opening: what was typed belongs to one opening only. */
export function DepositDialog(props: DepositDialogProps) {
  const { open, onClose } = props;
  const t = useMessages(depositMessages);
  const flow = useDepositFlow();
  const { stage } = flow;
  const receipt =
    stage.name === 'receipt'
      ? props.drawReceipt(
          stage.reply.value,
          stage.reply.replayed,
          <ReceiptActions
            status={stage.reply.value.transaction.status}
            onAgain={flow.startOver}
            onBuy={props.onBuy}
            onClose={onClose}
          />,
        )
      : null;
  const locked = stage.name === 'sending' || (stage.name === 'unknown' && stage.checking);
  // One dialog from the form to the receipt: a second one would not know where the focus has to return.
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={receipt?.title ?? t('title')}
      width={receipt === null ? 'medium' : 'narrow'}
      letter={receipt !== null}
      flush={receipt !== null}
      locked={locked}
    >
      {receipt !== null && <Focused key="receipt">{receipt.body}</Focused>}
      {stage.name === 'unknown' && (
        <Focused key="unknown">
          <div className="deposit-unknown">
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
            <Button variant="ghost" full onClick={props.onSeeTransactions}>
              {t('unknown.see')}
            </Button>
          </div>
        </Focused>
      )}
      {(stage.name === 'editing' || stage.name === 'sending') && (
        <DepositForm
          sending={stage.name === 'sending'}
          retrying={stage.name === 'sending' && stage.retries > 0}
          error={stage.name === 'editing' ? stage.error : null}
          onConfirm={flow.confirm}
        />
      )}
    </Dialog>
  );
}

/** Takes the focus when it appears, because the button that was pressed is gone. */
function Focused({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={panel} tabIndex={-1} className="deposit-focus">
      {children}
    </div>
  );
}

type ReceiptActionsProps = {
  readonly status: DepositReply['transaction']['status'];
  readonly onAgain: () => void;
  readonly onBuy: () => void;
  readonly onClose: () => void;
};

/** After success the next step is buying; after a failure, another try. */
function ReceiptActions({ status, onAgain, onBuy, onClose }: ReceiptActionsProps) {
  const t = useMessages(depositMessages);
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
