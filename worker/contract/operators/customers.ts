// /api/admin/users and /api/admin/stats: customers as operators see them. Null is an unknown price's value, never zero.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { cursor, nextCursor, pageLimit, timeBounds } from '../page.ts';
import {
  CUSTOMER_ORDERS,
  CUSTOMER_SEARCH_MAX_CHARACTERS,
  CUSTOMER_FILTERS,
  CUSTOMER_STATUSES,
  CUSTOMERS_PAGE,
  CUSTOMERS_PAGE_MAX,
  REASON_MAX_CHARACTERS,
  REASON_MIN_CHARACTERS,
  ACCOUNT_STATUSES,
} from '../../domain/customers.ts';
import { PROPOSAL_KINDS } from '../../domain/operator-proposals.ts';
import { CURRENCIES } from '../../domain/settings-rules.ts';
import { TRADED_METALS } from '../../domain/metals.ts';
import { atLeast, readable, text } from '../form-fields.ts';
import { LevelField } from '../identity.ts';
import { Cents, IsoTime, OuncesE4 } from '../money.ts';
import { FreezeState } from '../profile.ts';

export const CustomerStatistics = v.object({
  /** When the customers were counted; their metal is valued at the prices of `pricesAsOf`. */
  asOf: IsoTime,
  pricesAsOf: v.nullable(IsoTime),
  users: v.number(),
  active: v.number(),
  inactive: v.number(),
  suspended: v.number(),
  /** The rows of the list by status: customers, and operators, whom the other figures leave out. */
  listed: v.object({ all: v.number(), active: v.number(), inactive: v.number(), suspended: v.number() }),
  /** Cash and metal of all customers. */
  aumCents: v.nullable(Cents),
  /** Per user, rounded down to the cent; null without users. */
  averageCents: v.nullable(Cents),
});
export type CustomerStatistics = v.InferOutput<typeof CustomerStatistics>;

/** `fresh=1`: counts again, unless that was done within the last seconds. */
export const CustomerStatisticsQuery = v.object({ fresh: v.optional(v.picklist(['0', '1']), '0') });

const row = {
  id: v.string(),
  email: v.string(),
  fullName: v.string(),
  createdAt: IsoTime,
  lastActiveAt: IsoTime,
  status: v.picklist(CUSTOMER_STATUSES),
  isOperator: v.boolean(),
  ...FreezeState.entries,
  /** Cash and metal at current prices. */
  valueCents: v.nullable(Cents),
  /** Deposits that have not settled; in no value. */
  pendingCents: Cents,
};

export const CustomerSummary = v.object(row);
export type CustomerSummary = v.InferOutput<typeof CustomerSummary>;

export const CustomersPage = v.object({
  users: v.array(CustomerSummary),
  nextCursor,
  pricesAsOf: v.nullable(IsoTime),
});
export type CustomersPage = v.InferOutput<typeof CustomersPage>;

export const CustomersQuery = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(CUSTOMER_SEARCH_MAX_CHARACTERS))),
  status: v.optional(v.picklist(CUSTOMER_FILTERS)),
  order: v.optional(v.picklist(CUSTOMER_ORDERS), 'newest'),
  /** Of joining. */
  ...timeBounds,
  limit: pageLimit(CUSTOMERS_PAGE, CUSTOMERS_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type CustomersQuery = v.InferOutput<typeof CustomersQuery>;

export const CustomerDetails = v.object({
  ...row,
  phone: v.string(),
  /** Of the identity (P59). */
  level: LevelField,
  tier: v.picklist(['standard', 'premium']),
  /** In which the customer's own pages show values. */
  currency: v.picklist(CURRENCIES),
  cashCents: Cents,
  holdings: v.array(v.object({ metal: v.picklist(TRADED_METALS), ouncesE4: OuncesE4 })),
  secondFactors: v.object({ app: v.boolean(), passkeys: v.number() }),
  openSessions: v.number(),
  /** When, by whom and why; null unless suspended. A suspension that no operator made has no author. */
  suspension: v.nullable(
    v.object({ at: v.nullable(IsoTime), by: v.nullable(v.string()), reason: v.nullable(v.string()) }),
  ),
  /** What is proposed about an operator's account and waits for another operator. */
  proposals: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(PROPOSAL_KINDS),
      proposedBy: v.string(),
      proposedAt: IsoTime,
      mine: v.boolean(),
    }),
  ),
  /** Asked for and not taken back; `closedAt` once it is done. */
  closing: v.nullable(
    v.object({
      dueAt: IsoTime,
      closedAt: v.nullable(IsoTime),
      /** Until when the identity is kept under seal; null before, and once it is destroyed. */
      keptUntil: v.nullable(IsoTime),
      /** The opening that the calling operator may still read, once. */
      openTo: v.nullable(v.object({ proposalId: v.string(), until: IsoTime })),
    }),
  ),
  /** The calling operator: operators cannot suspend themselves. */
  isSelf: v.boolean(),
});
export type CustomerDetails = v.InferOutput<typeof CustomerDetails>;

/** Every change of an account says why, for the log. */
const reason = v.pipe(
  text,
  v.trim(),
  v.maxLength(REASON_MAX_CHARACTERS),
  atLeast(REASON_MIN_CHARACTERS, 'reasonRequired'),
  readable,
);

export const CustomerStatusChange = v.object({ status: v.picklist(ACCOUNT_STATUSES), reason });
export type CustomerStatusChange = v.InferOutput<typeof CustomerStatusChange>;

/** Of a password link, and of removing second factors. */
export const AccessChange = v.object({ reason });
export type AccessChange = v.InferOutput<typeof AccessChange>;

/** The opening of a customer's details or dashboard, as logged. */
export const CustomerView = v.object({ openedAt: IsoTime, until: IsoTime });
export type CustomerView = v.InferOutput<typeof CustomerView>;
