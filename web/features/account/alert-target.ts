// The typed target price and its problem, by the server's own rules, so that the form needs no request to refuse it.

import type { Locale } from '../../i18n/locale.ts';
import { parseDecimal } from '../../i18n/parse-decimal.ts';
import type { Alert } from '../../../worker/contract/alerts.ts';
import { ALERT_TARGET_MAX_CENTS, type AlertDirection, isMet } from '../../../worker/domain/alerts.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';

export type TargetProblem =
  | 'empty'
  | 'zero'
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
  readonly text: string;
};

/** `priceCents`: the price on the page, null while there is none. The server decides by its own price. */
export function readTarget(
  draft: AlertDraft,
  locale: Locale,
  priceCents: number | null,
  existing: readonly Alert[],
): ReadTarget {
  const { metal, direction } = draft;
  const parsed = parseDecimal(locale, draft.text, 2);
  if (!parsed.ok) return { ok: false, problem: parsed.reason };
  const targetPriceCents = parsed.units;
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
