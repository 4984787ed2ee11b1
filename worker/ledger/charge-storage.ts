// A month of storage is charged: what is there of the cash, up to what is due and owed (P87). The rest stays owed; metal is never
// touched, and neither are cost basis and gain. Frozen and suspended customers are charged as well: their metal is stored too.

import { clearGuards, guard } from '../db/guards.ts';
import { chargeMonthStatement, guardCashAsRead, type MonthToCharge } from '../db/storage-months.ts';
import { ok, type Result } from '../domain/result.ts';
import { monthCharge, storageKey } from '../domain/storage-fee.ts';
import { commit } from './commit.ts';
import { HOUSE, insertEntries, insertOperation, moveCash } from './statements.ts';

export type StorageCharge = {
  readonly operationId: string;
  readonly transactionId: string;
  readonly of: MonthToCharge;
  readonly now: number;
  /** Rows that come and go with the money: the customer's receipt. Not written where nothing is taken. */
  readonly alongside: readonly D1PreparedStatement[];
};

const CHARGE_REFUSALS = {
  guard: 'NotAsRead',
  'one-operation-per-key': 'NotAsRead',
  'cash-not-below-zero': 'NotAsRead',
} as const;

/** 'NotAsRead': the cash moved meanwhile, or another run was first. Nothing happened. */
export async function chargeStorage(
  db: D1Database,
  charge: StorageCharge,
): Promise<Result<{ readonly chargedCents: number }, 'NotAsRead'>> {
  const { operationId, of, now } = charge;
  const { chargedCents, owedCents } = monthCharge(of.dueCents, of.owedBeforeCents, of.cashCents);
  const moved = chargedCents > 0;
  const charged = { chargedCents, owedCents, operationId: moved ? operationId : null, now };
  const posted = await commit(db, CHARGE_REFUSALS, [
    ...(moved ? chargeMoves(db, charge, chargedCents) : []),
    guardCashAsRead(db, operationId, { ...of, cashCents: of.cashCents - chargedCents }),
    chargeMonthStatement(db, of, charged),
    guard(db, operationId, 'month'),
    ...(moved ? charge.alongside : []),
    clearGuards(db, operationId),
  ]);
  return posted.ok ? ok({ chargedCents }) : posted;
}

function chargeMoves(
  db: D1Database,
  { operationId, transactionId, of, now }: StorageCharge,
  cents: number,
): D1PreparedStatement[] {
  const { accountId, month } = of;
  return [
    insertOperation(db, {
      id: operationId,
      accountId,
      initiator: 'house',
      idempotencyKey: storageKey(month),
      requestHash: month,
      kind: 'storage-fee',
      now,
    }),
    moveCash(db, accountId, -cents),
    guard(db, operationId, 'cash'),
    // The month is its note: whoever looks for it in the list finds it.
    db
      .prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, notes,
           created_at, settled_at)
         VALUES (?1, ?2, ?3, 'storage-fee', ?4, 0, ?4, 'completed', ?5, ?6, ?6)`,
      )
      .bind(transactionId, accountId, operationId, cents, month, now),
    ...insertEntries(db, operationId, [
      { accountId, asset: 'usd', amount: -cents },
      { accountId: HOUSE.storage, asset: 'usd', amount: cents },
    ]),
  ];
}
