// The freeze of an account: a link of a letter stops everything that takes money, metal or the account itself away (P67, P68).

import { DAY_MS } from './time.ts';

/** How long the link of a letter freezes, from the event that the letter tells of. */
export const FREEZE_LINK_MS = 7 * DAY_MS;
/** From the question, proved by a second factor, to the end of the freeze; the CHECK of the table says the same. */
export const UNFREEZE_WAIT_MS = DAY_MS;

/** Times are epoch milliseconds. `endsAt` is null until the customer, or the team, has asked for the end. */
export type Freeze = { readonly frozenAt: number; readonly endsAt: number | null };

/** Frozen up to the end, and no longer at it. */
export function isFrozen(freeze: Freeze | null, now: number): freeze is Freeze {
  return freeze !== null && (freeze.endsAt === null || freeze.endsAt > now);
}
