// The dashboard's dialogs have addresses, so that a link, the phone's bottom bar and Back can open and close them:
// ?trade=buy|sell&metal=gold|silver and ?deposit=1.

import { isTradedMetal, type TradedMetal } from '../../../worker/domain/metals.ts';
import { type Side, SIDES } from '../../../worker/domain/trades.ts';

export type DashboardDialog =
  | { readonly kind: 'trade'; readonly side: Side; readonly metal: TradedMetal }
  | { readonly kind: 'deposit' };

/** The dialog an address asks for; a metal that does not trade, or none, means gold. */
export function dialogIn(query: URLSearchParams): DashboardDialog | null {
  const side = SIDES.find((one) => one === query.get('trade'));
  if (side !== undefined) {
    const metal = query.get('metal') ?? '';
    return { kind: 'trade', side, metal: isTradedMetal(metal) ? metal : 'gold' };
  }
  return query.has('deposit') ? { kind: 'deposit' } : null;
}

export function queryOf(dialog: DashboardDialog): Record<string, string> {
  return dialog.kind === 'trade' ? { trade: dialog.side, metal: dialog.metal } : { deposit: '1' };
}
