// From what a customer asked for to an exact order: the server's side of the ticket (P2, P3, P4).
// Refusals come in the documented order: the amount, then (outside) the price, the minimum, the position.

import { costOf, largestBuyE4, largestSaleE4, sellCost, type Cost } from './fees.ts';
import {
  AMOUNT_MAX_CENTS,
  ORDER_MAX_OUNCES_E4,
  QUOTE_LIFETIME_MS,
  TRADE_MIN_SUBTOTAL_CENTS,
} from './limits.ts';
import { isWholeAmount } from './money.ts';
import { err, ok, type Result } from './result.ts';
import { freeOuncesE4, roomForOuncesE4, type Side } from './trades.ts';

/** The `typ` of a quote's token, so that no other token of ours is one. */
export const QUOTE_TOKEN_TYPE = 'onca-quote+jwt';

/** How the customer said how much: by weight, by money (spend or receive at most), or all there is. */
export type OrderSize =
  | { readonly by: 'weight'; readonly ouncesE4: number }
  | { readonly by: 'money'; readonly totalCents: number }
  | { readonly by: 'max' };

/** What an order in one metal may use: the cash, the ounces, and those of them that are held. */
export type Position = {
  readonly cashCents: number;
  readonly ouncesE4: number;
  readonly heldOuncesE4: number;
};

export type Order = Cost & { readonly ouncesE4: number };

export type SizeRefusal =
  | 'InvalidAmount'
  | 'TradeBelowMinimum'
  | 'InsufficientFunds'
  | 'InsufficientHoldings';

/** A positive whole number within bounds: what can be asked for at all (C5, trade). */
export function isAskable(size: OrderSize): boolean {
  if (size.by === 'max') return true;
  const [amount, most] =
    size.by === 'weight' ? [size.ouncesE4, ORDER_MAX_OUNCES_E4] : [size.totalCents, AMOUNT_MAX_CENTS];
  return isWholeAmount(amount) && amount > 0 && amount <= most;
}

/**
 * The order that answers `size` at `priceCents`. Units: E4 and cents; rounding as in fees.ts.
 * Selling the whole free holding is allowed below the minimum subtotal (P2).
 */
export function placeOrder(
  side: Side,
  size: OrderSize,
  priceCents: number,
  position: Position,
): Result<Order, SizeRefusal> {
  if (!isAskable(size)) return err('InvalidAmount');
  return side === 'buy' ? placeBuy(size, priceCents, position) : placeSale(size, priceCents, position);
}

function placeBuy(size: OrderSize, priceCents: number, position: Position): Result<Order, SizeRefusal> {
  const room = roomForOuncesE4(position.ouncesE4);
  if (size.by === 'weight' && size.ouncesE4 > room) return err('InvalidAmount');
  const ouncesE4 =
    size.by === 'weight'
      ? size.ouncesE4
      : Math.min(room, largestBuyE4(size.by === 'money' ? size.totalCents : position.cashCents, priceCents));
  const order = { ouncesE4, ...costOf('buy', ouncesE4, priceCents) };
  if (order.subtotalCents > AMOUNT_MAX_CENTS) return err('InvalidAmount');
  if (order.subtotalCents < TRADE_MIN_SUBTOTAL_CENTS) {
    // With `max` the balance itself is what does not suffice.
    return err(size.by === 'max' ? 'InsufficientFunds' : 'TradeBelowMinimum');
  }
  return order.totalCents > position.cashCents ? err('InsufficientFunds') : ok(order);
}

function placeSale(size: OrderSize, priceCents: number, position: Position): Result<Order, SizeRefusal> {
  const free = freeOuncesE4(position);
  const ouncesE4 = saleSize(size, priceCents, free);
  const order = { ouncesE4, ...costOf('sell', ouncesE4, priceCents) };
  if (order.subtotalCents > AMOUNT_MAX_CENTS) return err('InvalidAmount');
  if (ouncesE4 === 0) return err(size.by === 'max' ? 'InsufficientHoldings' : 'TradeBelowMinimum');
  if (order.subtotalCents < TRADE_MIN_SUBTOTAL_CENTS && ouncesE4 !== free) return err('TradeBelowMinimum');
  return ouncesE4 > free ? err('InsufficientHoldings') : ok(order);
}

function saleSize(size: OrderSize, priceCents: number, free: number): number {
  if (size.by === 'weight') return size.ouncesE4;
  if (size.by === 'max') return Math.min(free, ORDER_MAX_OUNCES_E4);
  const largest = largestSaleE4(size.totalCents, priceCents);
  // The last few E4 may be worth less than a cent: who asks for exactly what his whole holding brings, gets it.
  const wholeSuffices =
    largest > free && sellCost(free, priceCents).totalCents === sellCost(largest, priceCents).totalCents;
  return wholeSuffices ? free : largest;
}

/** A quote made at `now` holds until here. */
export function quoteExpiry(now: number): number {
  return now + QUOTE_LIFETIME_MS;
}
