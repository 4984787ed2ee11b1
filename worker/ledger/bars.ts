// A bar comes into the vault or leaves it: its row, and its fine weight against what the house owes its suppliers. Statements for
// the batch of the decision. The stock moves with the entries; a bar that customers' metal rests on cannot leave.

import { clearGuards, guard } from '../db/guards.ts';
import { type BarFacts, fineE3Of, fineE4Of } from '../domain/bars.ts';
import { HOUSE, insertEntries, insertOperation } from './statements.ts';

type BarMove = {
  readonly barId: string;
  readonly operationId: string;
  /** What decided it: a proposal, or a line of the audit log. */
  readonly decision: string;
  readonly now: number;
};

export function receiveBar(
  db: D1Database,
  { barId, operationId, decision, now }: BarMove,
  bar: BarFacts & { readonly sample: boolean },
): D1PreparedStatement[] {
  const { metal, refiner, serial, grossE3, assayE1, sample } = bar;
  const fineE3 = fineE3Of(grossE3, assayE1);
  return [
    barOperation(db, { operationId, key: `in:${barId}`, decision, now }),
    db
      .prepare(
        `INSERT INTO bars (id, metal, refiner, serial, gross_e3, assay_e1, fine_e3, sample, in_operation)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
      )
      .bind(barId, metal, refiner, serial, grossE3, assayE1, fineE3, sample ? 1 : 0, operationId),
    ...insertEntries(db, operationId, [
      { accountId: HOUSE.metal, asset: metal, amount: fineE4Of(fineE3) },
      { accountId: HOUSE.suppliers, asset: metal, amount: -fineE4Of(fineE3) },
    ]),
  ];
}

/** The batch aborts where the bar has left already. */
export function releaseBar(
  db: D1Database,
  { barId, operationId, decision, now }: BarMove,
  { metal, fineE3 }: Pick<BarFacts, 'metal'> & { readonly fineE3: number },
): D1PreparedStatement[] {
  return [
    barOperation(db, { operationId, key: `out:${barId}`, decision, now }),
    db
      .prepare('UPDATE bars SET out_operation = ?2 WHERE id = ?1 AND out_operation IS NULL')
      .bind(barId, operationId),
    guard(db, operationId, 'bar'),
    ...insertEntries(db, operationId, [
      { accountId: HOUSE.metal, asset: metal, amount: -fineE4Of(fineE3) },
      { accountId: HOUSE.suppliers, asset: metal, amount: fineE4Of(fineE3) },
    ]),
    clearGuards(db, operationId),
  ];
}

type BarOperation = Pick<BarMove, 'operationId' | 'decision' | 'now'> & { readonly key: string };

function barOperation(
  db: D1Database,
  { operationId, key, decision, now }: BarOperation,
): D1PreparedStatement {
  return insertOperation(db, {
    id: operationId,
    accountId: HOUSE.suppliers,
    initiator: 'house',
    idempotencyKey: key,
    requestHash: decision,
    kind: 'bar',
    now,
  });
}
