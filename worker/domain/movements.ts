// The operators' list of movements: how far back it looks, and which of them it shows.

import { DAY_MS } from './history-ranges.ts';
import { TRANSACTION_TYPES } from './transactions.ts';

export const MOVEMENT_PERIODS = ['1d', '7d', '30d', '90d', 'all'] as const;
export type MovementPeriod = (typeof MOVEMENT_PERIODS)[number];

export const MOVEMENT_TYPES = TRANSACTION_TYPES;

export const MOVEMENTS_PAGE = 25;
/** An e-mail is the longest thing that is looked for. */
export const MOVEMENT_SEARCH_MAX = 254;

const DAYS: Readonly<Record<MovementPeriod, number | null>> = {
  '1d': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  all: null,
};

/** Null: everything that was ever moved. */
export function movementsSince(period: MovementPeriod, now: number): number | null {
  const days = DAYS[period];
  return days === null ? null : now - days * DAY_MS;
}
