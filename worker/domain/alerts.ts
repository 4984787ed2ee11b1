// When a price alert fires. It is armed while the price is on the near side of its target, fires when the price reaches or
// passes the target, and is armed again only after the price has moved back by 0.25 %: a price that dances around the
// target is one crossing, not twenty. The database finds what a price may change by ranges of an index
// (worker/db/alert-ticks.ts); the rule is here.

import { ALERT_REARM_BASIS_POINTS, PRICE_MAX_CENTS } from './limits.ts';
import type { TradedMetal } from './metals.ts';
import { mulDiv } from './money.ts';

export const ALERT_DIRECTIONS = ['above', 'below'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** How else a customer may be told of a crossing, beside the bell. */
export const ALERT_CHANNELS = ['email', 'sms', 'push'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export const ALERT_TARGET_MAX_CENTS = PRICE_MAX_CENTS;

/** Accepted prices that may wait before health reports it: about a quarter of an hour in production. */
export const ALERT_BACKLOG_MAX = 60;

export type AlertTerms = {
  readonly metal: TradedMetal;
  readonly direction: AlertDirection;
  readonly targetCents: number;
};

/** `armed`: fires at the target. `fired`: has fired, or was switched on beyond the target, and waits for the way back. */
export type AlertState = 'armed' | 'fired';

/** Reaching the target counts: "above 4,400" is met at exactly 4,400. */
export function isMet({ direction, targetCents }: Omit<AlertTerms, 'metal'>, priceCents: number): boolean {
  return direction === 'above' ? priceCents >= targetCents : priceCents <= targetCents;
}

/** The price at which a fired alert is armed again: rounded away from the target, so always at least a cent behind it. */
export function rearmCents({ direction, targetCents }: Omit<AlertTerms, 'metal'>): number {
  return direction === 'above'
    ? mulDiv(targetCents, 10_000 - ALERT_REARM_BASIS_POINTS, 10_000, 'down')
    : mulDiv(targetCents, 10_000 + ALERT_REARM_BASIS_POINTS, 10_000, 'up');
}

function isRearmed(terms: Omit<AlertTerms, 'metal'>, priceCents: number): boolean {
  return terms.direction === 'above' ? priceCents <= rearmCents(terms) : priceCents >= rearmCents(terms);
}

/** Prices strictly between the two change nothing. */
export type QuietPrices = { readonly below: number; readonly above: number };

const ALL_QUIET: QuietPrices = { below: 0, above: Number.MAX_SAFE_INTEGER };

/** The prices that leave an alert as it is: an armed one waits for its target, a fired one for the way back. */
export function quietPrices(terms: Omit<AlertTerms, 'metal'>, state: AlertState): QuietPrices {
  const cents = state === 'armed' ? terms.targetCents : rearmCents(terms);
  const isAbove = (terms.direction === 'above') === (state === 'armed');
  return isAbove ? { ...ALL_QUIET, above: cents } : { ...ALL_QUIET, below: cents };
}

/** What one accepted price does to one alert. */
export function afterPrice(
  terms: Omit<AlertTerms, 'metal'>,
  state: AlertState,
  priceCents: number,
): { readonly state: AlertState; readonly fires: boolean } {
  if (state === 'armed' && isMet(terms, priceCents)) return { state: 'fired', fires: true };
  if (state === 'fired' && isRearmed(terms, priceCents)) return { state: 'armed', fires: false };
  return { state, fires: false };
}
