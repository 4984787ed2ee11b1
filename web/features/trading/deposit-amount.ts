// The typed amount of a deposit, and its cost. The bounds and the fee are the server's own rules.

import type { Locale } from '../../i18n/locale.ts';
import { parseDecimal } from '../../i18n/parse-decimal.ts';
import { type DepositMethod, depositFeeCents, depositRefusal } from '../../../worker/domain/fees.ts';

/** C2, deposit dialog. In US cents. */
export const QUICK_AMOUNTS_CENTS = [10_000, 50_000, 100_000, 500_000] as const;

export type AmountTrouble =
  | 'empty'
  | 'format'
  | 'decimals'
  | 'range'
  | 'DepositBelowMinimum'
  | 'DepositAboveMaximum';

export type ReadDeposit =
  | { readonly ok: true; readonly amountCents: number }
  | { readonly ok: false; readonly trouble: AmountTrouble };

export function readDeposit(text: string, locale: Locale): ReadDeposit {
  const parsed = parseDecimal(locale, text, 2);
  if (!parsed.ok) return { ok: false, trouble: parsed.reason };
  const trouble = depositRefusal(parsed.units);
  return trouble === null ? { ok: true, amountCents: parsed.units } : { ok: false, trouble };
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
