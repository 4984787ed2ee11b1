// What treasury did at the bank, as the ledger has it (P103): a bought dollar comes into the cash clearing and leaves the open exchange
// position, and the reais that paid for it leave the bank account in reais. What the position keeps in reais is what the house gained.

import { clearGuards, guard } from '../db/guards.ts';
import { numberBookedSql, TAX_OWED_SQL, type TreasuryTerms } from '../db/treasury-orders.ts';
import { type Entry, HOUSE, insertEntries, insertOperation } from './statements.ts';

/** For the batch of the approval. It aborts at a guard where the order or its number was booked meanwhile, or more tax is paid than is owed. */
export function bookOrder(
  db: D1Database,
  order: TreasuryTerms & { readonly id: string },
  { operationId, now }: { readonly operationId: string; readonly now: number },
): D1PreparedStatement[] {
  return [
    insertOperation(db, {
      id: operationId,
      accountId: HOUSE.pix,
      initiator: 'house',
      idempotencyKey: `treasury:${order.id}`,
      requestHash: order.id,
      kind: 'treasury',
      now,
    }),
    db
      .prepare(
        `UPDATE treasury_orders SET operation_id = ?2
         WHERE id = ?1 AND state = 'approved'
           AND (undoes IS NOT NULL OR ((kind <> 'tax-paid' OR brl_cents <= ${TAX_OWED_SQL}) AND NOT ${numberBookedSql('treasury_orders')}))`,
      )
      .bind(order.id, operationId),
    guard(db, operationId, 'order'),
    ...(order.undoes === null
      ? []
      : [
          db
            .prepare(
              `UPDATE treasury_orders SET undone_by = ?2 WHERE id = ?1 AND state = 'approved' AND undone_by IS NULL`,
            )
            .bind(order.undoes, order.id),
          guard(db, operationId, 'undone'),
        ]),
    ...insertEntries(db, operationId, entriesOf(order)),
    clearGuards(db, operationId),
  ];
}

/** Money at a bank is below zero in its account; the nightly check states the same in SQL (db/treasury-rules.ts). */
function entriesOf({ kind, usdCents, brlCents, undoes }: TreasuryTerms): readonly Entry[] {
  const forward = undoes === null ? 1 : -1;
  if (usdCents === null) {
    return [
      { accountId: HOUSE.pix, asset: 'brl', amount: forward * brlCents },
      { accountId: HOUSE.taxes, asset: 'brl', amount: -forward * brlCents },
    ];
  }
  const sign = kind === 'dollars-bought' ? forward : -forward;
  return [
    { accountId: HOUSE.pix, asset: 'brl', amount: sign * brlCents },
    { accountId: HOUSE.fx, asset: 'brl', amount: -sign * brlCents },
    { accountId: HOUSE.fx, asset: 'usd', amount: sign * usdCents },
    { accountId: HOUSE.cash, asset: 'usd', amount: -sign * usdCents },
  ];
}
