// Dollars for reais (P95): what a deposit by PIX or TED costs, how long a rate is locked, and what becomes of what arrives. Amounts are
// whole: cents of a dollar, centavos of a real, rates in ten-thousandths.

import { PIX_LOCK_MS } from './limits.ts';
import { MINUTE_MS } from './time.ts';
import { mulDiv, safeInteger } from './money.ts';

const WHOLE = 10_000;
const BIG_WHOLE = 10_000n;

/** Both bring reais; only PIX locks a rate. */
export const BRL_METHODS = ['pix', 'ted'] as const;
export type BrlMethod = (typeof BRL_METHODS)[number];

/**
 * `active` waits for its payment; `contested`: the payer's bank asks for the money back, and two operators decide; `refunded`: it went
 * back after such a contest. A deposit by TED begins as `paid`.
 */
export const BRL_DEPOSIT_STATES = ['active', 'paid', 'expired', 'contested', 'refunded'] as const;
export type BrlDepositState = (typeof BRL_DEPOSIT_STATES)[number];

/**
 * What became of reais that arrived. `waiting`: nobody knows a rate yet; `unknown`: nobody knows whose they are, so operators look;
 * `refunding`: they go back, and the bank has not confirmed it.
 */
export const BRL_PAYMENT_STATES = ['credited', 'waiting', 'unknown', 'refunding', 'refunded'] as const;
export type BrlPaymentState = (typeof BRL_PAYMENT_STATES)[number];
/** Of those that operators see: nobody knows whose they are, or what is to be done by itself is not done yet. */
export const BRL_STATES_AT_WORK = [
  'waiting',
  'unknown',
  'refunding',
] as const satisfies readonly BrlPaymentState[];
export type BrlStateAtWork = (typeof BRL_STATES_AT_WORK)[number];

/** Why reais go back. `contested`: the payer's bank asked for them; `operators`: nobody found out whose they were. */
export const REFUND_REASONS = [
  'other-payer',
  'wrong-amount',
  'late',
  'twice',
  'out-of-bounds',
  'limit',
  'contested',
  'operators',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Of what operators recorded as returned by hand. */
export const HAND_REFUND_STATES = ['open', 'approved', 'rejected', 'withdrawn'] as const;
export type HandRefundState = (typeof HAND_REFUND_STATES)[number];
export const HAND_REFUNDS_SHOWN = 50;

/** What an exchange costs besides the rate, in hundredths of a percent. */
export type ExchangeTerms = { readonly spreadBasisPoints: number; readonly iofBasisPoints: number };

/** What operators may propose of each, and how long the rule is that sets the tax. */
export const SPREAD_MAX_BASIS_POINTS = 1_000;
export const IOF_MAX_BASIS_POINTS = 2_500;
export const LEGAL_BASIS_MIN_CHARACTERS = 5;
export const LEGAL_BASIS_MAX_CHARACTERS = 200;

/** In centavos: what the dollars cost at the rate, the spread, the tax, and all of it. */
export type ReaisCost = {
  readonly exchangeBrlCents: number;
  readonly spreadBrlCents: number;
  readonly iofBrlCents: number;
  readonly brlCents: number;
};

/** What exactly `usdCents` cost; each line up to the centavo. The tax is on all that is paid for the dollars, the spread included. */
export function reaisCost(usdCents: number, rateE4: number, terms: ExchangeTerms): ReaisCost {
  const exchangeBrlCents = mulDiv(usdCents, rateE4, WHOLE, 'up');
  const spreadBrlCents = mulDiv(exchangeBrlCents, terms.spreadBasisPoints, WHOLE, 'up');
  const iofBrlCents = mulDiv(exchangeBrlCents + spreadBrlCents, terms.iofBasisPoints, WHOLE, 'up');
  return {
    exchangeBrlCents,
    spreadBrlCents,
    iofBrlCents,
    brlCents: exchangeBrlCents + spreadBrlCents + iofBrlCents,
  };
}

/** The most dollars that cost at most `brlCents`; 0 where none do. */
export function dollarsFor(brlCents: number, rateE4: number, terms: ExchangeTerms): number {
  const perDollar =
    BigInt(rateE4) *
    (BIG_WHOLE + BigInt(terms.spreadBasisPoints)) *
    (BIG_WHOLE + BigInt(terms.iofBasisPoints));
  // Without rounding: no more than this, and each of the three lines rounds by less than a centavo, which is less than a dollar's cent
  // at any rate above 0.03.
  let usdCents = safeInteger((BigInt(brlCents) * BIG_WHOLE * BIG_WHOLE * BIG_WHOLE) / perDollar);
  while (usdCents > 0 && reaisCost(usdCents, rateE4, terms).brlCents > brlCents) usdCents -= 1;
  return usdCents;
}

/**
 * The lines of reais that arrived without a price: the dollars are whole cents, rounded down, and what that leaves, less than one cent
 * of a dollar, is part of the exchange.
 */
export function reaisArrived(
  brlCents: number,
  usdCents: number,
  rateE4: number,
  terms: ExchangeTerms,
): ReaisCost {
  const { spreadBrlCents, iofBrlCents } = reaisCost(usdCents, rateE4, terms);
  return { exchangeBrlCents: brlCents - spreadBrlCents - iofBrlCents, spreadBrlCents, iofBrlCents, brlCents };
}

/** How long after its end a charge waits for word of a payment that the bank took in time. */
export const CHARGE_GRACE_MS = 2 * MINUTE_MS;

/** A rate that was locked at `now` holds until here. */
export function lockExpiry(now: number): number {
  return now + PIX_LOCK_MS;
}

/** What counts is when the bank took the payment, not when we were told. */
export function isInTime(paidAt: number, expiresAt: number): boolean {
  return paidAt < expiresAt;
}

/** Why a payment to a charge goes back; null: it is the one that was asked for. */
export function judgePayment(
  charge: { readonly state: BrlDepositState; readonly brlCents: number; readonly expiresAt: number },
  payment: { readonly isOwn: boolean; readonly brlCents: number; readonly paidAt: number },
): RefundReason | null {
  if (!payment.isOwn) return 'other-payer';
  if (charge.state === 'expired') return 'late';
  if (charge.state !== 'active') return 'twice';
  if (payment.brlCents !== charge.brlCents) return 'wrong-amount';
  return isInTime(payment.paidAt, charge.expiresAt) ? null : 'late';
}

/**
 * The institution that named a payment by PIX, by its ISPB: the payer's bank, or the initiator through which the payer ordered it. Null: it
 * is no end-to-end id, as the name of a TED.
 */
export function bankOfPix(endToEndId: string): string | null {
  return /^E([0-9]{8})[0-9]{12}[0-9A-Za-z]{11}$/u.exec(endToEndId)?.[1] ?? null;
}

/** A deposit's txid: its id without dashes, 32 letters and digits of the 26 to 35 that the Pix API takes. */
export function txidOf(depositId: string): string {
  return depositId.replaceAll('-', '');
}

/** What a customer writes into a TED: the beginning of the account's id, so that whoever is meant is told also of what goes back. */
export function tedReference(accountId: string): string {
  return `ONCA${accountId.replaceAll('-', '').slice(0, 10).toUpperCase()}`;
}

/** The beginning of the id of the account that a TED's text names; null where it names none. */
export function namedByText(text: string): string | null {
  const start = /ONCA\s*([0-9A-F]{8})([0-9A-F]{2})/iu.exec(text);
  return start === null ? null : `${start[1]}-${start[2]}`.toLowerCase();
}
