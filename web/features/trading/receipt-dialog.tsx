import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { Receipt, useReceiptTitle } from './receipt.tsx';

type ReceiptDialogProps = {
  readonly open: boolean;
  readonly transaction: Transaction;
  readonly own?: boolean;
  readonly onClose: () => void;
};

/** The receipt of an earlier transaction. */
export function ReceiptDialog({ open, transaction, own = true, onClose }: ReceiptDialogProps) {
  const t = useMessages(commonMessages);
  const title = useReceiptTitle();
  return (
    <Dialog open={open} onClose={onClose} title={title(transaction)} width="narrow" flush untitled>
      <Receipt
        transaction={transaction}
        portfolio={null}
        replayed={false}
        own={own}
        actions={
          <Button variant="primary" full onClick={onClose}>
            {t('close')}
          </Button>
        }
      />
    </Dialog>
  );
}
