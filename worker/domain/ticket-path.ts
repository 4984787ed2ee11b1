// The address of the order ticket, which the dashboard opens: /dashboard?trade=buy&metal=gold, with the amount of the
// order where a page has worked one out (&ouncesE4= or &totalCents=, as in POST /api/quotes). A visitor who opens it
// signs in first.

import type { TradedMetal } from './metals.ts';
import type { OrderSize } from './quotes.ts';
import type { Side } from './trades.ts';

export type TicketSize = Exclude<OrderSize, { readonly by: 'max' }>;

export type TicketOrder = {
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly size?: TicketSize | undefined;
};

export function ticketQuery({ side, metal, size }: TicketOrder): Record<string, string> {
  const order = { trade: side, metal };
  if (size === undefined) return order;
  return size.by === 'weight'
    ? { ...order, ouncesE4: String(size.ouncesE4) }
    : { ...order, totalCents: String(size.totalCents) };
}

export function ticketPath(order: TicketOrder): string {
  const query = Object.entries(ticketQuery(order)).map(([name, value]) => `${name}=${value}`);
  return `/dashboard?${query.join('&')}`;
}
