// The typed amount of a deposit, and its cost. The bounds and the fee are the server's own rules.

import type { Rate } from '../../i18n/display.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type MoneyInput, type ReadMoney, readMoney } from '../../i18n/money-input.ts';
import {
  depositFeeCents,
  type DepositMethod,
  depositRefusal,
  type DepositRefusal,
} from '../../../worker/domain/fees.ts';

/** C2, deposit dialog: dollars, and reais of about as much. In cents of their currency. */
export const QUICK_AMOUNTS = {
  USD: [10_000, 50_000, 100_000, 500_000],
  BRL: [100_000, 250_000, 500_000, 2_500_000],
} as const;

export type AmountProblem = Extract<ReadMoney, { ok: false }>['reason'] | DepositRefusal;

type ReadDeposit =
  | { readonly ok: true; readonly amountCents: number }
  | { readonly ok: false; readonly problem: AmountProblem };

export function readDeposit(input: MoneyInput, locale: Locale, rate: Rate | null): ReadDeposit {
  const read = readMoney(locale, input, rate);
  if (!read.ok) return { ok: false, problem: read.reason };
  const problem = depositRefusal(read.cents);
  return problem === null ? { ok: true, amountCents: read.cents } : { ok: false, problem };
}

export type DepositCost = {
  readonly amountCents: number;
  readonly feeCents: number;
  readonly totalToPayCents: number;
};

/** Null while the amount cannot be deposited. */
export function depositCost(read: ReadDeposit, method: DepositMethod): DepositCost | null {
  if (!read.ok) return null;
  const feeCents = depositFeeCents(read.amountCents, method);
  return { amountCents: read.amountCents, feeCents, totalToPayCents: read.amountCents + feeCents };
}
