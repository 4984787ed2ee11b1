// What a trade or a deposit costs: the fee, the total, the break-even, and the orders that fit an amount of money.
// One rounding rule each, always against rounding a customer into a debt: buy subtotal up, sale subtotal down,
// fee up and at least one cent, a sale's proceeds never below zero (P2; C9).

import {
  DEBIT_CARD_FEE_BASIS_POINTS,
  DEPOSIT_MAX_CENTS,
  DEPOSIT_MIN_CENTS,
  ORDER_MAX_OUNCES_E4,
  TRADE_FEE_BASIS_POINTS,
} from './limits.ts';
import { mulDiv, percentOf, safeInteger } from './money.ts';
import { buySubtotalCents, sellSubtotalCents } from './ounces.ts';
import { OUNCE_E4 } from './limits.ts';
import type { Side } from './trades.ts';

const WHOLE = 10_000;
const BIG_WHOLE = 10_000n;

/** The cost of an order. For a buy `totalCents` is paid, for a sale it is received. */
export type Cost = { readonly subtotalCents: number; readonly feeCents: number; readonly totalCents: number };

/** Trading fee on a subtotal: 0.5 %, rounded up to the cent, at least one cent. */
export function tradeFeeCents(subtotalCents: number): number {
  return Math.max(1, mulDiv(subtotalCents, TRADE_FEE_BASIS_POINTS, WHOLE, 'up'));
}

/** What buying `ouncesE4` at `priceCents` costs: subtotal up, fee on top. */
export function buyCost(ouncesE4: number, priceCents: number): Cost {
  const subtotalCents = buySubtotalCents(ouncesE4, priceCents);
  const feeCents = tradeFeeCents(subtotalCents);
  return { subtotalCents, feeCents, totalCents: subtotalCents + feeCents };
}

/** What selling `ouncesE4` at `priceCents` brings: subtotal down, fee off, never below zero. */
export function sellCost(ouncesE4: number, priceCents: number): Cost {
  const subtotalCents = sellSubtotalCents(ouncesE4, priceCents);
  const feeCents = Math.min(subtotalCents, tradeFeeCents(subtotalCents));
  return { subtotalCents, feeCents, totalCents: subtotalCents - feeCents };
}

export function costOf(side: Side, ouncesE4: number, priceCents: number): Cost {
  return side === 'buy' ? buyCost(ouncesE4, priceCents) : sellCost(ouncesE4, priceCents);
}

/**
 * The largest order in E4 whose rounded total fits `totalCents`; 0 when none does.
 * With fee rate f the largest subtotal S with S + ceil(S f) <= T is floor(T / (1 + f)), and the largest weight whose
 * subtotal (rounded up) stays within S is floor(S / price). One more E4 would not fit.
 */
export function largestBuyE4(totalCents: number, priceCents: number): number {
  const subtotalCents = mulDiv(totalCents, WHOLE, WHOLE + TRADE_FEE_BASIS_POINTS, 'down');
  return capped((BigInt(subtotalCents) * BigInt(OUNCE_E4)) / BigInt(priceCents));
}

/**
 * The largest sale in E4 whose rounded proceeds are at most `totalCents`.
 * Proceeds are floor(S (1 - f)), so S is the last one below (T + 1) / (1 - f); the weight is the last one whose
 * subtotal (rounded down) is still S. One more E4 would bring more than was asked for.
 */
export function largestSaleE4(totalCents: number, priceCents: number): number {
  const kept = BIG_WHOLE - BigInt(TRADE_FEE_BASIS_POINTS);
  const subtotal = ceilDiv((BigInt(totalCents) + 1n) * BIG_WHOLE, kept) - 1n;
  return capped(ceilDiv((subtotal + 1n) * BigInt(OUNCE_E4), BigInt(priceCents)) - 1n);
}

/**
 * The lowest price at which selling `ouncesE4` again brings back `paidCents` after the fee: the ticket's break-even.
 */
export function breakEvenPriceCents(ouncesE4: number, paidCents: number): number {
  const kept = BIG_WHOLE - BigInt(TRADE_FEE_BASIS_POINTS);
  const subtotal = ceilDiv(BigInt(paidCents) * BIG_WHOLE, kept);
  return safeInteger(ceilDiv(subtotal * BigInt(OUNCE_E4), BigInt(ouncesE4)));
}

/** The fee as the customer feels it: percent of the subtotal, two decimals; null when there is no subtotal. */
export function effectiveFeePercent(cost: Pick<Cost, 'feeCents' | 'subtotalCents'>): number | null {
  return percentOf(cost.feeCents, cost.subtotalCents);
}

/** The ways by which money comes and goes; the database has the same words as rows. */
export const PAYMENT_METHODS = ['bank_transfer', 'wire', 'debit_card', 'pix', 'ted'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const DEPOSIT_METHODS = ['bank_transfer', 'wire', 'debit_card'] as const;
export type DepositMethod = (typeof DEPOSIT_METHODS)[number];

/** Fee of each funding method in basis points of the amount (C9). */
export const DEPOSIT_FEE_BASIS_POINTS: Readonly<Record<DepositMethod, number>> = {
  bank_transfer: 0,
  wire: 0,
  debit_card: DEBIT_CARD_FEE_BASIS_POINTS,
};

/** Deposit fee, rounded up to the cent. The amount is credited whole; the fee is paid on top (P6). */
export function depositFeeCents(amountCents: number, method: DepositMethod): number {
  return mulDiv(amountCents, DEPOSIT_FEE_BASIS_POINTS[method], WHOLE, 'up');
}

/** What a payment that arrived is credited as, and what of it is the fee: both together are what arrived. */
export function creditOfArrived(
  paidCents: number,
  method: DepositMethod,
): { readonly amountCents: number; readonly feeCents: number } {
  const amountCents = mulDiv(paidCents, WHOLE, WHOLE + DEPOSIT_FEE_BASIS_POINTS[method], 'down');
  return { amountCents, feeCents: paidCents - amountCents };
}

export type DepositRefusal = 'DepositBelowMinimum' | 'DepositAboveMaximum';

/** Which bound a deposit breaks, if any: 100 to 100,000 US dollars (P5). */
export function depositRefusal(amountCents: number): DepositRefusal | null {
  if (amountCents < DEPOSIT_MIN_CENTS) return 'DepositBelowMinimum';
  if (amountCents > DEPOSIT_MAX_CENTS) return 'DepositAboveMaximum';
  return null;
}

function capped(ouncesE4: bigint): number {
  return ouncesE4 > BigInt(ORDER_MAX_OUNCES_E4) ? ORDER_MAX_OUNCES_E4 : Number(ouncesE4);
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
