// What treasury did at the bank: one operator records it with the bank's own reference, another books it (P103). So the exchange position
// that customers' exchanges leave open is closed, and the tax that was withheld is paid.

import type {
  TreasuryOrderRequest,
  TreasuryOrders,
  TreasuryOrdersQuery,
} from '../../contract/operators/treasury.ts';
import type { Refusal } from '../../contract/problems.ts';
import { failedGuard } from '../../db/guards.ts';
import {
  isNumberBooked,
  proposeOrderStatement,
  taxOwed,
  TREASURY_ORDERS,
  type TreasuryOrderRow,
  type TreasuryTerms,
} from '../../db/treasury-orders.ts';
import { err, type Result } from '../../domain/result.ts';
import { isRateFarOff, orderRateE4, TREASURY_ORDERS_PAGE } from '../../domain/treasury.ts';
import { bookOrder } from '../../ledger/treasury.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { approveRow, dropRow, proposeRow, type RowDesk, viewProposed } from './decide-row.ts';
import type { Actor } from './proposals.ts';
import { knownRate } from './treasury.ts';

type OwnRefusal = Refusal<'TaxNotOwed' | 'ReferenceUsed'>;

export async function treasuryOrders(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { cursor: after }: TreasuryOrdersQuery = {},
): Promise<TreasuryOrders> {
  const [rows, taxOwedBrlCents] = await Promise.all([
    TREASURY_ORDERS.list(db, TREASURY_ORDERS_PAGE + 1, after),
    taxOwed(db),
  ]);
  const { items, nextCursor } = pageOf(
    rows,
    TREASURY_ORDERS_PAGE,
    ({ state, proposedAt, id }) => [state === 'open' ? 1 : 0, proposedAt, id],
    (row) => viewProposed(row, actor, TREASURY_ORDERS.decides),
  );
  return { orders: items, nextCursor, taxOwedBrlCents };
}

const termsOf = ({ kind, usdCents, brlCents, reference, undoes }: TreasuryTerms) => ({
  kind,
  ...(undoes === null ? {} : { undoes }),
  ...(usdCents === null ? {} : { usdCents }),
  brlCents,
  reference,
});

const ORDERS: RowDesk<TreasuryOrderRow, TreasuryOrders, OwnRefusal, Refusal<'ReferenceUsed'>> = {
  table: TREASURY_ORDERS,
  report: (deps, actor) => treasuryOrders(deps, actor),
  subject: 'treasury',
  actions: {
    proposed: 'treasury.proposed',
    approved: 'treasury.booked',
    rejected: 'treasury.rejected',
    withdrawn: 'treasury.withdrawn',
  },
  refusals: { stands: { code: 'ReferenceUsed' }, another: { code: 'ReferenceUsed' } },
  approved: termsOf,
  dropped: termsOf,
  statements: (deps, row, now) => bookOrder(deps.db, row, { operationId: deps.newId(), now }),
  failed: async ({ db }, { id, kind, brlCents, undoes }, error) => {
    if (!failedGuard(error) || undoes !== null) return null;
    if (await isNumberBooked(db, id)) return { code: 'ReferenceUsed' };
    return kind === 'tax-paid' && (await taxOwed(db)) < brlCents ? { code: 'TaxNotOwed' } : null;
  },
};

export async function proposeOrder(
  deps: Deps,
  actor: Actor,
  request: TreasuryOrderRequest,
): Promise<Result<TreasuryOrders, Refusal<'ReferenceUsed' | 'RateFarOff' | 'TaxNotOwed'>>> {
  const terms: TreasuryTerms = { usdCents: null, undoes: null, ...request };
  if (request.kind === 'tax-paid') {
    if ((await taxOwed(deps.db)) < request.brlCents) return err({ code: 'TaxNotOwed' });
  } else {
    // Where no rate is known the two operators' own eyes have to do.
    const known = await knownRate(deps);
    const rateE4 = orderRateE4(request.usdCents, request.brlCents);
    if (known !== null && isRateFarOff(rateE4, known.usdBrlE4)) return err({ code: 'RateFarOff' });
  }
  return proposeRow(ORDERS, deps, actor, {
    at: deps.now(),
    terms: termsOf(terms),
    note: terms.reason,
    statement: (made) => proposeOrderStatement(deps.db, { ...made, ...terms }),
  });
}

/** The opposite of an order that was booked by mistake, in all that it says. */
export async function proposeUndoing(
  deps: Deps,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Result<TreasuryOrders, Refusal<'NotFound' | 'OrderNotBooked'>>> {
  const booked = await TREASURY_ORDERS.find(deps.db, id);
  if (booked === null) return err({ code: 'NotFound' });
  if (booked.state !== 'approved' || booked.undoes !== null || booked.undoneBy !== null)
    return err({ code: 'OrderNotBooked' });
  const { kind, usdCents, brlCents, reference } = booked;
  const terms: TreasuryTerms = { kind, usdCents, brlCents, reference, reason, undoes: id };
  const proposed = await proposeRow(ORDERS, deps, actor, {
    at: deps.now(),
    terms: termsOf(terms),
    note: reason,
    statement: (made) => proposeOrderStatement(deps.db, { ...made, ...terms }),
  });
  // One that takes it back waits already.
  return proposed.ok ? proposed : err({ code: 'OrderNotBooked' });
}

export const approveOrder = (deps: Deps, actor: Actor, id: string) => approveRow(ORDERS, deps, actor, id);

export const dropOrder = (deps: Deps, actor: Actor, id: string) => dropRow(ORDERS, deps, actor, id);
