// Customers as operators see them: their status, and the bounds of what operators may say and ask (P13).

import { DAY_MS, MINUTE_MS } from './time.ts';

/** No activity for this long makes a customer inactive. Nothing is stored: it is read from the last activity. */
export const INACTIVE_AFTER_DAYS = 90;
export const INACTIVE_AFTER_MS = INACTIVE_AFTER_DAYS * DAY_MS;

export const CUSTOMER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/** What the list is narrowed to. */
export const CUSTOMER_FILTERS = [...CUSTOMER_STATUSES, 'frozen'] as const;
export type CustomerFilterStatus = (typeof CUSTOMER_FILTERS)[number];

/** What an operator may set; activity decides the rest. */
export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A customer who was last active at this moment or before is inactive. */
export function inactiveSince(now: number): number {
  return now - INACTIVE_AFTER_MS;
}

export function customerStatus(status: AccountStatus, lastActiveAt: number, now: number): CustomerStatus {
  if (status === 'suspended') return 'suspended';
  return lastActiveAt <= inactiveSince(now) ? 'inactive' : 'active';
}

/**
 * The orders of the list. Each is of what is stored: a portfolio's value changes with each price, so that the pages of one
 * list would be of different orders.
 */
export const CUSTOMER_ORDERS = ['newest', 'oldest', 'active', 'silent', 'pending'] as const;
export type CustomerOrder = (typeof CUSTOMER_ORDERS)[number];

export const CUSTOMERS_PAGE = 50;
export const CUSTOMERS_PAGE_MAX = 100;
/** The longest e-mail there is. */
export const CUSTOMER_SEARCH_MAX_CHARACTERS = 254;

/** The reason of a change, as the log keeps it. */
export const REASON_MIN_CHARACTERS = 3;
export const REASON_MAX_CHARACTERS = 500;

/** How long one opening of a customer's dashboard allows reading it: then it is opened, and written down, again. */
export const VIEW_LIFETIME_MS = 30 * MINUTE_MS;

/** The first letters of an id: enough to tell customers apart at a glance. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
