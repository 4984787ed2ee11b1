// Reais that wait for operators: payments that nobody could credit, refunds that no bank has confirmed, and contested deposits.

import type { StoredBrlPayment } from '../brl-deposits.ts';

const SHOWN_AT_MOST = 200;

export async function listPaymentsAtWork(db: D1Database): Promise<StoredBrlPayment[]> {
  const { results } = await db
    .prepare(
      `SELECT gateway, id, method, brl_cents AS brlCents, account_id AS accountId, deposit_id AS depositId, state, reason,
         paid_at AS paidAt, received_at AS receivedAt, attempt FROM brl_payments
       WHERE state = 'unknown' OR next_try_at IS NOT NULL ORDER BY received_at, gateway, id LIMIT ?1`,
    )
    .bind(SHOWN_AT_MOST)
    .all<StoredBrlPayment>();
  return results;
}

export type ContestedDeposit = {
  readonly depositId: string;
  readonly customerId: string;
  readonly usdCents: number;
  readonly brlCents: number;
  readonly contestedAt: number;
  readonly takenBackAt: number | null;
};

export async function listContested(db: D1Database): Promise<ContestedDeposit[]> {
  const { results } = await db
    .prepare(
      `SELECT id AS depositId, account_id AS customerId, usd_cents AS usdCents, brl_cents AS brlCents, contested_at AS contestedAt,
         taken_back_at AS takenBackAt FROM brl_deposits WHERE state = 'contested' ORDER BY contested_at, id LIMIT ?1`,
    )
    .bind(SHOWN_AT_MOST)
    .all<ContestedDeposit>();
  return results;
}
