// What was typed as a target price, and what stands in its way. The rules are the server's own; saying them here spares
// the customer a question whose answer is known.

import type { Locale } from '../../i18n/locale.ts';
import { parseDecimal } from '../../i18n/parse-decimal.ts';
import type { Alert } from '../../../worker/contract/alerts.ts';
import { ALERT_TARGET_MAX_CENTS, type AlertDirection, isMet } from '../../../worker/domain/alerts.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';

export type TargetTrouble =
  | 'empty'
  | 'zero'
  | 'format'
  | 'decimals'
  | 'range'
  | 'metAbove'
  | 'metBelow'
  | 'duplicate';

export type ReadTarget =
  | { readonly ok: true; readonly targetPriceCents: number }
  | { readonly ok: false; readonly trouble: TargetTrouble };

export type Wish = {
  readonly metal: TradedMetal;
  readonly direction: AlertDirection;
  readonly text: string;
};

/** `priceCents`: the price the page shows, null while it shows none; the server decides by its own. */
export function readTarget(
  wish: Wish,
  locale: Locale,
  priceCents: number | null,
  existing: readonly Alert[],
): ReadTarget {
  const { metal, direction } = wish;
  const parsed = parseDecimal(locale, wish.text, 2);
  if (!parsed.ok) return { ok: false, trouble: parsed.reason };
  const targetPriceCents = parsed.units;
  if (targetPriceCents < 1) return { ok: false, trouble: 'zero' };
  if (targetPriceCents > ALERT_TARGET_MAX_CENTS) return { ok: false, trouble: 'range' };
  if (priceCents !== null && isMet({ direction, targetCents: targetPriceCents }, priceCents)) {
    return { ok: false, trouble: direction === 'above' ? 'metAbove' : 'metBelow' };
  }
  const same = existing.some(
    (alert) =>
      alert.metal === metal && alert.direction === direction && alert.targetPriceCents === targetPriceCents,
  );
  return same ? { ok: false, trouble: 'duplicate' } : { ok: true, targetPriceCents };
}

/** How far the price has to go, in percent of the price now; null when it is there. */
export function percentToGo(
  alert: Pick<Alert, 'direction' | 'targetPriceCents'>,
  priceCents: number,
): number | null {
  const left =
    alert.direction === 'above' ? alert.targetPriceCents - priceCents : priceCents - alert.targetPriceCents;
  return left <= 0 || priceCents <= 0 ? null : (left / priceCents) * 100;
}
