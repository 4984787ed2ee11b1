// From when on what a withdrawal carries can be sent, and the day on which it arrives: dollars go at once, reais while somebody exchanges
// them (P90).

import type { Day } from './brasilia.ts';
import { arrivalDay } from './business-days.ts';
import { type Calendar, marketSession } from './market-hours.ts';
import type { PayoutMethod } from './payout-accounts.ts';

/** Whether dollars are exchanged for reais at this moment, and the hours that who says the rate keeps. */
export type Exchange = { readonly isOpen: boolean; readonly calendar: Calendar };

export type Arrival = {
  /** The market's opening, where it is closed when the withdrawal could be sent; null: it does not wait for one. */
  readonly exchangedFrom: number | null;
  /** At the latest; null: nobody exchanges although the market is open, and nobody knows until when. */
  readonly expectedOn: Day | null;
};

/** Of what nothing else holds from `at` on. A rate that nobody knows now is taken to be back by a later `at`. */
export function arrivalOf(
  method: PayoutMethod,
  { isOpen, calendar }: Exchange,
  { at, now }: { readonly at: number; readonly now: number },
): Arrival {
  const isNow = at <= now;
  if (method === 'wire' || (isNow && isOpen))
    return { exchangedFrom: null, expectedOn: arrivalDay(method, at) };
  const session = marketSession(calendar, at);
  if (!session.open)
    return { exchangedFrom: session.opensAt, expectedOn: arrivalDay(method, session.opensAt) };
  return { exchangedFrom: null, expectedOn: isNow ? null : arrivalDay(method, at) };
}
