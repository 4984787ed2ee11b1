// The typed target price and its problem, by the server's own rules, so that the form needs no request to refuse it.

import type { Locale } from '../../i18n/locale.ts';
import type { Rate } from '../../i18n/display.ts';
import type { MoneyInput } from '../../i18n/money-input.ts';
import { parseDecimal } from '../../i18n/parse-decimal.ts';
import type { Alert } from '../../../worker/contract/alerts.ts';
import { ALERT_TARGET_MAX_CENTS, type AlertDirection, isMet } from '../../../worker/domain/alerts.ts';
import { targetPerOunceCents } from '../../../worker/domain/grams.ts';
import type { WeightUnit } from '../../../worker/domain/settings-rules.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';

export type TargetProblem =
  | 'empty'
  | 'zero'
  | 'rate'
  | 'unit'
  | 'format'
  | 'decimals'
  | 'range'
  | 'metAbove'
  | 'metBelow'
  | 'duplicate';

export type ReadTarget =
  | { readonly ok: true; readonly targetPriceCents: number }
  | { readonly ok: false; readonly problem: TargetProblem };

export type AlertDraft = {
  readonly metal: TradedMetal;
  readonly direction: AlertDirection;
  readonly input: MoneyInput;
  readonly per: WeightUnit;
};

/** Far above every target, in either currency, per ounce or per gram: the arithmetic stays exact. */
const MOST_TYPED_CENTS = ALERT_TARGET_MAX_CENTS * 1_000;

/** `priceCents`: the price on the page, null while there is none. The server decides by its own price. */
export function readTarget(
  draft: AlertDraft,
  locale: Locale,
  priceCents: number | null,
  existing: readonly Alert[],
  rate: Rate | null = null,
): ReadTarget {
  const { metal, direction, input, per } = draft;
  const { text, currency } = input;
  const parsed = parseDecimal(locale, text, 2, currency);
  if (!parsed.ok) return { ok: false, problem: parsed.reason };
  if (currency === 'BRL' && rate === null) return { ok: false, problem: 'rate' };
  if (parsed.units > MOST_TYPED_CENTS) return { ok: false, problem: 'range' };
  const usdBrlE4 = currency === 'BRL' && rate !== null ? rate.usdBrlE4 : null;
  const targetPriceCents = targetPerOunceCents(parsed.units, { perGram: per === 'g', usdBrlE4 }, direction);
  if (targetPriceCents < 1) return { ok: false, problem: 'zero' };
  if (targetPriceCents > ALERT_TARGET_MAX_CENTS) return { ok: false, problem: 'range' };
  if (priceCents !== null && isMet({ direction, targetCents: targetPriceCents }, priceCents)) {
    return { ok: false, problem: direction === 'above' ? 'metAbove' : 'metBelow' };
  }
  const same = existing.some(
    (alert) =>
      alert.metal === metal && alert.direction === direction && alert.targetPriceCents === targetPriceCents,
  );
  return same ? { ok: false, problem: 'duplicate' } : { ok: true, targetPriceCents };
}

/** The distance to the target in percent of the price now; null once it is reached. */
export function percentToGo(
  alert: Pick<Alert, 'direction' | 'targetPriceCents'>,
  priceCents: number,
): number | null {
  const left =
    alert.direction === 'above' ? alert.targetPriceCents - priceCents : priceCents - alert.targetPriceCents;
  return left <= 0 || priceCents <= 0 ? null : (left / priceCents) * 100;
}
