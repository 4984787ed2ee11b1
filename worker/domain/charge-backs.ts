// How a part of a payment that the bank took back is divided (P99): the dollars that it takes from the customer, and what of the fee and
// the tax goes back. A bank takes back parts, takes again, and gives up; whatever the order, all parts together are the whole payment.

import { mulDiv } from './money.ts';

/** As it was credited. Cents of the currency that was paid, but for what was credited. */
export type CreditedPayment = {
  /** What the credited dollars cost: themselves, or the reais that they were exchanged for. */
  readonly exchangedCents: number;
  /** The fee of a deposit in dollars, the spread of one in reais. */
  readonly feeCents: number;
  readonly taxCents: number;
  /** US cents. */
  readonly creditedCents: number;
};

/** What a bank took, and what of it is fee and tax; `dueCents`: US cents of the customer. */
export type TakenPart = {
  readonly amountCents: number;
  readonly feeCents: number;
  readonly taxCents: number;
  readonly dueCents: number;
};

export const NOTHING_TAKEN: TakenPart = { amountCents: 0, feeCents: 0, taxCents: 0, dueCents: 0 };

export function paidCentsOf({ exchangedCents, feeCents, taxCents }: CreditedPayment): number {
  return exchangedCents + feeCents + taxCents;
}

/**
 * The next part beside those that stand, as one sum. The credited money goes first: fee and tax go back with the part that takes more
 * than that, the fee before the tax. Of reais the dollars are rounded down, and the part with the last reais takes the dollars that are
 * left. Null: nothing, or more than is left of the payment.
 */
export function partTaken(
  payment: CreditedPayment,
  stands: TakenPart,
  amountCents: number,
): TakenPart | null {
  const { exchangedCents, creditedCents } = payment;
  if (amountCents < 1 || amountCents > paidCentsOf(payment) - stands.amountCents) return null;
  const before = stands.amountCents - stands.feeCents - stands.taxCents;
  const exchanged = Math.min(amountCents, exchangedCents - before);
  const feeCents = Math.min(amountCents - exchanged, payment.feeCents - stands.feeCents);
  const leftCents = creditedCents - stands.dueCents;
  const isLast = before + exchanged === exchangedCents;
  return {
    amountCents,
    feeCents,
    taxCents: amountCents - exchanged - feeCents,
    dueCents: isLast
      ? leftCents
      : Math.min(leftCents, mulDiv(creditedCents, exchanged, exchangedCents, 'down')),
  };
}
