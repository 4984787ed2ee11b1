// The dashboard's dialogs are in the URL, so that a link, the phone's bottom bar and Back can open and close them:
// ?trade=buy|sell&metal=gold|silver, with the amount of an order (ticket-path.ts), ?deposit=1 and ?withdraw=1.

import { useSearchParams } from 'react-router';
import { isTradedMetal, type TradedMetal } from '../../../worker/domain/metals.ts';
import { isAskable } from '../../../worker/domain/quotes.ts';
import { type TicketOrder, ticketQuery, type TicketSize } from '../../../worker/domain/ticket-path.ts';
import { type Side, SIDES } from '../../../worker/domain/trades.ts';
import { type Opening, useOpening } from '../../ui/use-opening.ts';

export type DashboardDialog =
  | ({ readonly kind: 'trade' } & TicketOrder)
  | { readonly kind: 'deposit' | 'withdraw' };

/** The dialog that an address names; a metal that does not trade, or none, means gold. */
export function dialogIn(query: URLSearchParams): DashboardDialog | null {
  const side = SIDES.find((one) => one === query.get('trade'));
  if (side !== undefined) {
    const metal = query.get('metal') ?? '';
    const size = sizeIn(query);
    return {
      kind: 'trade',
      side,
      metal: isTradedMetal(metal) ? metal : 'gold',
      ...(size === null ? {} : { size }),
    };
  }
  const kind = (['deposit', 'withdraw'] as const).find((one) => query.has(one));
  return kind === undefined ? null : { kind };
}

/** An amount that no order may have is left out: anyone can write an address. */
function sizeIn(query: URLSearchParams): TicketSize | null {
  const whole = (name: string) => Number(/^\d{1,15}$/u.exec(query.get(name) ?? '')?.[0] ?? 0);
  const sizes: readonly TicketSize[] = [
    { by: 'weight', ouncesE4: whole('ouncesE4') },
    { by: 'money', totalCents: whole('totalCents') },
  ];
  return sizes.find(isAskable) ?? null;
}

export function queryOf(dialog: DashboardDialog): Record<string, string> {
  return dialog.kind === 'trade' ? ticketQuery(dialog) : { [dialog.kind]: '1' };
}

type Trade = Extract<DashboardDialog, { kind: 'trade' }>;

export type Dialogs = {
  readonly trade: Opening<Trade> | null;
  readonly deposit: Opening<true> | null;
  readonly withdraw: Opening<true> | null;
  readonly openTrade: (side: Side, metal: TradedMetal) => void;
  readonly openDeposit: () => void;
  readonly openWithdraw: () => void;
  readonly close: () => void;
};

/** Opens and closes the dialogs by changing the address. */
export function useDialogs(): Dialogs {
  const [query, setQuery] = useSearchParams();
  const asked = dialogIn(query);
  const trade = asked?.kind === 'trade' ? asked : null;
  const deposit = asked?.kind === 'deposit' ? (true as const) : null;
  const withdraw = asked?.kind === 'withdraw' ? (true as const) : null;
  const open = (dialog: DashboardDialog) => setQuery(queryOf(dialog), { preventScrollReset: true });
  return {
    trade: useOpening(trade, trade === null ? null : Object.values(ticketQuery(trade)).join('/')),
    deposit: useOpening(deposit, deposit === null ? null : 'deposit'),
    withdraw: useOpening(withdraw, withdraw === null ? null : 'withdraw'),
    openTrade: (side, metal) => open({ kind: 'trade', side, metal }),
    openDeposit: () => open({ kind: 'deposit' }),
    openWithdraw: () => open({ kind: 'withdraw' }),
    close: () => setQuery({}, { replace: true, preventScrollReset: true }),
  };
}
