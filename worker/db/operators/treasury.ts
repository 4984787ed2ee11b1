// The house's money for treasury: every figure is a sum of entries, but for what customers have, which is read from their balances so
// that the page shows that both agree.

import type { PaymentMethod } from '../../domain/fees.ts';
import type { Asset } from '../../domain/operations.ts';
import { IS_TRADE, IS_WITHIN_THE_HOUSE, ORIGIN_GATEWAY, ORIGIN_JOINS } from './money-origin.ts';

export type HouseSum = { readonly account: string; readonly asset: Asset; readonly amount: number };
export type CashSum = {
  readonly asset: Asset;
  readonly origin: 'payments' | 'trades' | 'treasury';
  readonly gateway: string | null;
  readonly amount: number;
};
export type CustomerSum = { readonly asset: Asset; readonly amount: number };
export type Arrival = {
  readonly method: PaymentMethod;
  readonly gateway: string;
  readonly createdAt: number;
  readonly cents: number;
};
export type PayoutDay = {
  readonly day: string;
  readonly method: PaymentMethod;
  readonly count: number;
  readonly cents: number;
};

/** The accounts that stand for money at a bank or a gateway. */
const CASH_ACCOUNTS = "'house:cash-clearing', 'house:pix'";

const HOUSE_SQL = `SELECT e.account_id AS account, e.asset, sum(e.amount) AS amount FROM accounts a CROSS JOIN entries e ON e.account_id = a.id
  WHERE a.kind = 'house' GROUP BY e.account_id, e.asset`;

/** By whom it came or left; NULL: no payment moved it. What came in is positive: the other side of the entries. */
const CASH_SQL = `SELECT e.asset, CASE WHEN ${IS_TRADE} THEN 'trades' WHEN o.kind = 'treasury' THEN 'treasury' ELSE 'payments' END AS origin, ${ORIGIN_GATEWAY} AS gateway, 0 - sum(e.amount) AS amount
  FROM entries e JOIN operations o ON o.id = e.operation_id ${ORIGIN_JOINS}
  WHERE e.account_id IN (${CASH_ACCOUNTS}) AND NOT ${IS_WITHIN_THE_HOUSE} GROUP BY 1, 2, 3`;

const CUSTOMERS_SQL = `SELECT 'usd' AS asset, coalesce(sum(cash_cents), 0) AS amount FROM accounts WHERE kind = 'customer'
  UNION ALL SELECT metal, sum(ounces_e4) FROM holdings GROUP BY metal`;

/** Of a card the fee comes with it. */
const ARRIVALS_SQL = `SELECT method, gateway, created_at AS createdAt, amount_cents + fee_cents AS cents FROM deposits WHERE status = 'pending'`;

const PAYOUTS_SQL = `SELECT expected_on AS day, method, count(*) AS count, sum(amount_cents - fee_cents) AS cents FROM withdrawals
  WHERE end_id IS NULL GROUP BY expected_on, method`;

export type TreasuryRows = {
  readonly house: readonly HouseSum[];
  readonly cash: readonly CashSum[];
  readonly customers: readonly CustomerSum[];
  readonly arrivals: readonly Arrival[];
  readonly payouts: readonly PayoutDay[];
};

/** All of one moment: sums that were read one after the other would not add up. */
export async function readTreasury(db: D1Database): Promise<TreasuryRows> {
  const [house, cash, customers, arrivals, payouts] = await db.batch<unknown>(
    [HOUSE_SQL, CASH_SQL, CUSTOMERS_SQL, ARRIVALS_SQL, PAYOUTS_SQL].map((sql) => db.prepare(sql)),
  );
  return {
    house: (house?.results ?? []) as HouseSum[],
    cash: (cash?.results ?? []) as CashSum[],
    customers: (customers?.results ?? []) as CustomerSum[],
    arrivals: (arrivals?.results ?? []) as Arrival[],
    payouts: (payouts?.results ?? []) as PayoutDay[],
  };
}
