import { lazy, type ReactNode } from 'react';
import type { Dialogs } from '../../features/trading/use-dialogs.ts';
import type { PortfolioState } from '../../features/trading/live-portfolio.ts';
import { LiveBadge } from '../../features/prices/live-panel.tsx';
import { Receipt, useReceiptTitle } from '../../features/trading/receipt.tsx';
import type { Transaction } from '../../features/trading/transactions-query.ts';

const TradeDialog = lazy(async () => ({
  default: (await import('../../features/trading/trade-dialog.tsx')).TradeDialog,
}));
const DepositDialog = lazy(async () => ({
  default: (await import('../../features/trading/deposit-dialog.tsx')).DepositDialog,
}));

/** Where "see the movements" leads. */
export const TRANSACTIONS_ID = 'transactions';

type MoneyDialogsProps = { readonly dialogs: Dialogs; readonly state: PortfolioState };

/** Trade and deposit, each opening from a clean start; their receipts are drawn by the one receipt there is. */
export function MoneyDialogs({ dialogs, state }: MoneyDialogsProps) {
  const receiptTitle = useReceiptTitle();
  const { trade, deposit } = dialogs;
  const seeTransactions = () => {
    dialogs.close();
    document.getElementById(TRANSACTIONS_ID)?.scrollIntoView({ block: 'start' });
  };
  const draw = (
    reply: {
      readonly transaction: Transaction;
      readonly portfolio: Parameters<typeof Receipt>[0]['portfolio'];
    },
    replayed: boolean,
    actions: ReactNode,
  ) => ({
    title: receiptTitle(reply.transaction),
    body: (
      <Receipt
        transaction={reply.transaction}
        portfolio={reply.portfolio}
        replayed={replayed}
        actions={actions}
      />
    ),
  });
  return (
    <>
      {trade !== null && state.live !== undefined && (
        <TradeDialog
          key={`trade-${trade.number}`}
          open={trade.open}
          side={trade.value.side}
          metal={trade.value.metal}
          account={state.live}
          badge={<LiveBadge />}
          drawReceipt={draw}
          onClose={dialogs.close}
          onDeposit={dialogs.openDeposit}
          onSeeTransactions={seeTransactions}
        />
      )}
      {deposit !== null && (
        <DepositDialog
          key={`deposit-${deposit.number}`}
          open={deposit.open}
          drawReceipt={draw}
          onClose={dialogs.close}
          onBuy={() => dialogs.openTrade('buy', 'gold')}
          onSeeTransactions={seeTransactions}
        />
      )}
    </>
  );
}
