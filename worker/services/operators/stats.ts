// The four figures of the operators' dashboard, of customers without the operators, as on the public pages. Customers and what they own are counted at most once in five minutes over
// all operators, or in ten seconds on request; metal is valued at the prices of this moment.

import type { CustomerStatistics } from '../../contract/operators/customers.ts';
import {
  claimTotals,
  countCustomers,
  type CustomerTotals,
  readTotals,
  storeTotals,
} from '../../db/operators/customer-totals.ts';
import { inactiveSince } from '../../domain/customers.ts';
import { worthCents } from '../../domain/portfolio.ts';
import { currentMarks } from '../price-source.ts';
import type { Deps } from '../deps.ts';
import { iso, MINUTE_MS } from '../../domain/time.ts';

export const TOTALS_MAX_AGE_MS = 5 * MINUTE_MS;
/** Asking for a new count more often than this gets the last one. */
export const TOTALS_MIN_AGE_MS = 10_000;
/** A count takes less than this; a counter that died is replaced after it. */
const CLAIM_MS = 30_000;

type StatsDeps = Pick<Deps, 'db' | 'now' | 'hub'>;

export async function customerStatistics(deps: StatsDeps, fresh: boolean): Promise<CustomerStatistics> {
  const [{ totals, takenAt }, marks] = await Promise.all([totalsNow(deps, fresh), currentMarks(deps)]);
  const { users, active, suspended, operators, operatorsActive, operatorsSuspended } = totals;
  const { cashCents, goldE4, silverE4 } = totals;
  const aumCents = worthCents({ cashCents, goldE4, silverE4 }, marks);
  return {
    asOf: iso(takenAt),
    pricesAsOf: marks.asOf,
    users,
    active,
    suspended,
    inactive: users - active - suspended,
    listed: {
      all: users + operators,
      active: active + operatorsActive,
      inactive: users - active - suspended + operators - operatorsActive - operatorsSuspended,
      suspended: suspended + operatorsSuspended,
    },
    aumCents,
    averageCents: aumCents === null || users === 0 ? null : Math.floor(aumCents / users),
  };
}

type Counted = { readonly totals: CustomerTotals; readonly takenAt: number };

async function totalsNow({ db, now: clock }: StatsDeps, fresh: boolean): Promise<Counted> {
  const now = clock();
  const stored = await readTotals(db);
  const kept = stored.body === null ? null : (JSON.parse(stored.body) as Counted);
  // A count by an earlier version of this code says nothing of the operators.
  const isWhole = typeof kept?.totals.operators === 'number';
  const last = kept === null || !isWhole ? null : { ...kept, outdated: stored.takenAt <= 0 };
  const maxAge = fresh ? TOTALS_MIN_AGE_MS : TOTALS_MAX_AGE_MS;
  if (last !== null && !last.outdated && now - last.takenAt < maxAge) return last;
  const mine = await claimTotals(db, now, CLAIM_MS);
  // While another request counts, the reply is the last count with its time.
  if (!mine && last !== null) return last;
  const counted = { totals: await countCustomers(db, inactiveSince(now)), takenAt: now };
  if (mine) await storeTotals(db, JSON.stringify(counted), { startedFrom: stored.takenAt, now });
  return counted;
}
