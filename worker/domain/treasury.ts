// The house's money as treasury looks at it: when what was announced arrives, and what the open exchange position is worth.

import { brasiliaDay, type Day } from './brasilia.ts';
import { endOfBusinessDay } from './business-days.ts';
import type { PaymentMethod } from './fees.ts';
import { mulDiv } from './money.ts';

/** Business days, as the pricing page says them, within which a deposit of each method has usually arrived. */
const ARRIVES_WITHIN_DAYS: Readonly<Record<PaymentMethod, number>> = {
  bank_transfer: 2,
  wire: 0,
  debit_card: 0,
  pix: 0,
  ted: 1,
};

export function arrivalDayOf(method: PaymentMethod, at: number): Day {
  return brasiliaDay(endOfBusinessDay(at, ARRIVES_WITHIN_DAYS[method]));
}

/**
 * What treasury records of what it did at the bank (P103): it exchanged reais for dollars to cover what customers' exchanges left open, or
 * the other way, or it paid the tax on the exchange to the state.
 */
export const EXCHANGE_ORDERS = ['dollars-bought', 'dollars-sold'] as const;
export const TREASURY_ORDER_KINDS = [...EXCHANGE_ORDERS, 'tax-paid'] as const;
export type TreasuryOrderKind = (typeof TREASURY_ORDER_KINDS)[number];
export const TREASURY_ORDER_STATES = ['open', 'approved', 'rejected', 'withdrawn'] as const;
export type TreasuryOrderState = (typeof TREASURY_ORDER_STATES)[number];
/** One order, in cents of either currency. */
export const TREASURY_ORDER_MAX_CENTS = 10_000_000_000;
export const TREASURY_ORDERS_PAGE = 25;
/** How far the rate of an order may be from the one that is known: a figure with a digit too many is no exchange. */
const RATE_APART_MAX_PERCENT = 20;

const RATE_E4 = 10_000;

/** Reais for a dollar, in ten-thousandths, to the nearest. */
export const orderRateE4 = (usdCents: number, brlCents: number): number =>
  mulDiv(brlCents, RATE_E4, usdCents, 'half-up');

export function isRateFarOff(rateE4: number, knownE4: number): boolean {
  return Math.abs(rateE4 - knownE4) * 100 > RATE_APART_MAX_PERCENT * knownE4;
}

/** Dollars and reais together, in dollars at this rate; to the nearest cent, the same for a gain and a loss. */
export function worthCents(
  position: { readonly usdCents: number; readonly brlCents: number },
  rateE4: number,
): number {
  const { usdCents, brlCents } = position;
  const reais = mulDiv(Math.abs(brlCents), RATE_E4, rateE4, 'half-up');
  return usdCents + (brlCents < 0 ? 0 - reais : reais);
}
