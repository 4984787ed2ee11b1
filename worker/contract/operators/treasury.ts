// GET /api/admin/treasury: the house's money. /api/admin/treasury/orders: what treasury did at the bank, recorded by two operators (P103). Amounts are in the scale of their asset: cents, or ten-thousandths of a troy ounce.

import * as v from 'valibot';
import { PROPOSED_CURSOR } from '../../domain/cursors.ts';
import { PAYMENT_METHODS } from '../../domain/fees.ts';
import { type Asset, ASSETS } from '../../domain/operations.ts';
import {
  EXCHANGE_ORDERS,
  TREASURY_ORDER_KINDS,
  TREASURY_ORDER_MAX_CENTS,
  TREASURY_ORDER_STATES,
} from '../../domain/treasury.ts';
import { Cents, IsoTime, SignedCents } from '../money.ts';
import { HOUSE_ACCOUNTS } from './ledger.ts';
import { cursor, nextCursor } from '../page.ts';
import { proposalEvidence, proposalReason } from './operators.ts';
import { proposedTariff } from './tariffs.ts';

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
   * The ledger's accounts of cash: at each gateway what came in less what left; what treasury exchanged and paid; and what trades moved between customers and the house,
   * of which no bank is told. A payment of no gateway has null.
   */
  cash: v.array(
    v.object({
      asset,
      origin: v.picklist(['payments', 'trades', 'treasury']),
      gateway: v.nullable(v.string()),
      amount: SignedAmount,
    }),
  ),
  /** The sum of each account's entries: what the house gained is positive. */
  house: v.array(v.object({ account: v.picklist(HOUSE_ACCOUNTS), asset, amount: SignedAmount })),
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

export const TreasuryOrder = v.object({
  id: v.string(),
  kind: v.picklist(TREASURY_ORDER_KINDS),
  /** Null where reais alone moved. */
  usdCents: v.nullable(Cents),
  brlCents: Cents,
  /** What the evidence is called: the number of the exchange contract, or of the tax form. */
  reference: v.string(),
  reason: v.string(),
  /** What booked it; null: nothing did. */
  operationId: v.nullable(v.string()),
  /** The booked order of the same terms that this one takes back, and the order by which it was taken back itself. */
  undoes: v.nullable(v.string()),
  undoneBy: v.nullable(v.string()),
  ...proposedTariff,
  state: v.picklist(TREASURY_ORDER_STATES),
});
export type TreasuryOrder = v.InferOutput<typeof TreasuryOrder>;

export const TreasuryOrders = v.object({
  /** Those that wait first, then the newest. */
  orders: v.array(TreasuryOrder),
  nextCursor,
  /** The tax that was withheld and not paid yet. */
  taxOwedBrlCents: SignedCents,
});
export type TreasuryOrders = v.InferOutput<typeof TreasuryOrders>;

export const TreasuryOrdersQuery = v.object({ cursor: cursor(PROPOSED_CURSOR) });
export type TreasuryOrdersQuery = v.InferOutput<typeof TreasuryOrdersQuery>;

/** POST /api/admin/treasury/orders/:id/undo -> TreasuryOrders. */
export const UndoingRequest = v.object({ reason: proposalReason });

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(TREASURY_ORDER_MAX_CENTS));

/** POST /api/admin/treasury/orders -> TreasuryOrders. */
export const TreasuryOrderRequest = v.variant('kind', [
  v.object({
    kind: v.picklist(EXCHANGE_ORDERS),
    usdCents: amount,
    brlCents: amount,
    ...proposalEvidence,
  }),
  v.object({ kind: v.literal('tax-paid'), brlCents: amount, ...proposalEvidence }),
]);
export type TreasuryOrderRequest = v.InferOutput<typeof TreasuryOrderRequest>;
