// Adding funds: amount, method, what is credited and what is paid. The browser only says what the customer wants;
// the fee and the outcome are the server's, and whatever comes of it ends in a receipt.

import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { depositWords } from '../../i18n/words/deposit.ts';
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
  const t = useWords(depositWords);
  const flow = useDepositFlow();
  const { stage } = flow;
  if (stage.name === 'receipt') {
    const { value, replayed } = stage.reply;
    const drawn = props.drawReceipt(
      value,
      replayed,
      <ReceiptActions
        failed={value.transaction.status === 'failed'}
        completed={value.transaction.status === 'completed'}
        onAgain={flow.startOver}
        onBuy={props.onBuy}
        onClose={onClose}
      />,
    );
    return (
      <Dialog open={open} onClose={onClose} title={drawn.title} width="narrow" flush letter>
        <Focused>{drawn.body}</Focused>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      locked={stage.name === 'sending' || (stage.name === 'unknown' && stage.checking)}
    >
      {stage.name === 'unknown' ? (
        <Focused>
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
      ) : (
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
  readonly failed: boolean;
  readonly completed: boolean;
  readonly onAgain: () => void;
  readonly onBuy: () => void;
  readonly onClose: () => void;
};

/** After success the next step is buying; after a failure, another try. */
function ReceiptActions({ failed, completed, onAgain, onBuy, onClose }: ReceiptActionsProps) {
  const t = useWords(depositWords);
  if (failed) {
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
