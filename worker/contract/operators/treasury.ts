// GET /api/admin/treasury: the house's money. Amounts are in the scale of their asset: cents, or ten-thousandths of a troy ounce.

import * as v from 'valibot';
import { PAYMENT_METHODS } from '../../domain/fees.ts';
import { type Asset, ASSETS } from '../../domain/operations.ts';
import { Cents, IsoTime, SignedCents } from '../money.ts';

const asset = v.picklist(Object.keys(ASSETS) as [Asset, ...Asset[]]);
const SignedAmount = v.pipe(v.number(), v.safeInteger());

/** Of one day of Brasília, `YYYY-MM-DD`. */
const flow = v.object({
  day: v.string(),
  method: v.picklist(PAYMENT_METHODS),
  count: v.number(),
  /** Dollars, fee included where it comes with the money, without it where it stays here. */
  cents: Cents,
});
export type MoneyFlow = v.InferOutput<typeof flow>;

export const TreasuryReport = v.object({
  asOf: IsoTime,
  /**
   * The ledger's accounts of cash: at each gateway what came in less what left, and what trades moved between customers and the house,
   * of which no bank is told. A payment of no gateway has null.
   */
  cash: v.array(
    v.object({
      asset,
      origin: v.picklist(['payments', 'trades']),
      gateway: v.nullable(v.string()),
      amount: SignedAmount,
    }),
  ),
  /** The sum of each account's entries: what the house gained is positive. */
  house: v.array(v.object({ account: v.string(), asset, amount: SignedAmount })),
  /** What customers have, read from their balances. */
  customers: v.array(v.object({ asset, amount: SignedAmount })),
  /** Asked for and not left yet: owed to customers, but in no balance of theirs. */
  payoutsCents: SignedCents,
  /** Customers and house together, for each asset: 0, or the books do not balance. */
  differences: v.array(v.object({ asset, amount: SignedAmount })),
  exchange: v.object({
    usdCents: SignedCents,
    brlCents: SignedCents,
    /** Reais for a dollar, in ten-thousandths, and its time; null where no rate is known. */
    rate: v.nullable(v.object({ usdBrlE4: v.number(), at: IsoTime })),
    /** Both in dollars at the rate: what closing the position now would bring or cost. */
    worthCents: v.nullable(SignedCents),
    maxCents: Cents,
  }),
  arrivals: v.array(flow),
  payouts: v.array(flow),
});
export type TreasuryReport = v.InferOutput<typeof TreasuryReport>;
