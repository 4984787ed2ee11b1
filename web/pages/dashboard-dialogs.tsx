// The dialogs of the dashboard that move money. Their code loads with the first one that opens.

import { LiveBadge } from '../features/prices/live-panel.tsx';
import type { LivePortfolio } from '../features/trading/revalue.ts';
import type { Dialogs } from '../features/trading/use-dialogs.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const TradeDialog = lazyPart(() => import('../features/trading/trade-dialog.tsx'), 'TradeDialog');
const DepositDialog = lazyPart(() => import('../features/trading/deposit-dialog.tsx'), 'DepositDialog');
const WithdrawalDialog = lazyPart(
  () => import('../features/trading/withdrawal/withdrawal-dialog.tsx'),
  'WithdrawalDialog',
);
type MoneyDialogsProps = {
  readonly dialogs: Dialogs;
  readonly portfolio: LivePortfolio | undefined;
  readonly onSeeBonus: () => void;
  readonly onSeeTransactions: () => void;
};

/** Trade, deposit and withdrawal; the key resets the state for each opening. */
export function MoneyDialogs({ dialogs, portfolio, onSeeBonus, onSeeTransactions }: MoneyDialogsProps) {
  const { trade, deposit, withdraw } = dialogs;
  const seeTransactions = () => {
    dialogs.close();
    onSeeTransactions();
  };
  return (
    <>
      {trade !== null && portfolio !== undefined && (
        <TradeDialog
          key={`trade-${trade.number}`}
          open={trade.open}
          order={trade.value}
          portfolio={portfolio}
          badge={<LiveBadge />}
          onClose={dialogs.close}
          onDeposit={dialogs.openDeposit}
          onSeeBonus={() => {
            dialogs.close();
            onSeeBonus();
          }}
          onSeeTransactions={seeTransactions}
        />
      )}
      {deposit !== null && (
        <DepositDialog
          key={`deposit-${deposit.number}`}
          open={deposit.open}
          bonus={portfolio?.bonus.status ?? null}
          onClose={dialogs.close}
          onBuy={() => dialogs.openTrade('buy', 'gold')}
          onSeeTransactions={seeTransactions}
        />
      )}
      {withdraw !== null && (
        <WithdrawalDialog
          key={`withdraw-${withdraw.number}`}
          open={withdraw.open}
          onClose={dialogs.close}
          onSeeTransactions={seeTransactions}
        />
      )}
    </>
  );
}
