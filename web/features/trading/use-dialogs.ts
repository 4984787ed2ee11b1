import { useSearchParams } from 'react-router';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import { type DashboardDialog, dialogIn, queryOf } from './dialog-address.ts';
import { type Opening, useOpening } from './use-opening.ts';

type Trade = Extract<DashboardDialog, { kind: 'trade' }>;

export type Dialogs = {
  readonly trade: Opening<Trade> | null;
  readonly deposit: Opening<true> | null;
  readonly openTrade: (side: Side, metal: TradedMetal) => void;
  readonly openDeposit: () => void;
  readonly close: () => void;
};

/** Opens and closes the dashboard's dialogs by its address. */
export function useDialogs(): Dialogs {
  const [query, setQuery] = useSearchParams();
  const asked = dialogIn(query);
  const trade = asked?.kind === 'trade' ? asked : null;
  const deposit = asked?.kind === 'deposit' ? (true as const) : null;
  const open = (dialog: DashboardDialog) => setQuery(queryOf(dialog), { preventScrollReset: true });
  return {
    trade: useOpening(trade, trade === null ? null : `${trade.side}/${trade.metal}`),
    deposit: useOpening(deposit, deposit === null ? null : 'deposit'),
    openTrade: (side, metal) => open({ kind: 'trade', side, metal }),
    openDeposit: () => open({ kind: 'deposit' }),
    close: () => setQuery({}, { replace: true, preventScrollReset: true }),
  };
}
