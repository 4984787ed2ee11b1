// The operators' list of settled transactions: its periods and its bounds.

import { DAY_MS } from './time.ts';

export const LEDGER_PERIODS = ['1d', '7d', '30d', '90d', 'all'] as const;
export type LedgerPeriod = (typeof LEDGER_PERIODS)[number];

/** The newest and the largest first. */
export const LEDGER_ORDERS = ['newest', 'largest'] as const;
export type LedgerOrder = (typeof LEDGER_ORDERS)[number];

export const LEDGER_PAGE = 25;
/** The longest thing that an operator searches for is an e-mail. */
export const LEDGER_SEARCH_MAX = 254;

const DAYS: Readonly<Record<LedgerPeriod, number | null>> = {
  '1d': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  all: null,
};

/** Null: no lower bound. */
export function ledgerPeriodStart(period: LedgerPeriod, now: number): number | null {
  const days = DAYS[period];
  return days === null ? null : now - days * DAY_MS;
}
