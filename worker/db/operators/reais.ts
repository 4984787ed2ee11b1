// Reais that wait for operators: payments that nobody could credit, refunds that no bank has confirmed, and contested deposits.

import type { TimeCursor } from '../../domain/cursors.ts';
import type { BrlMethod, BrlStateAtWork, RefundReason } from '../../domain/pix.ts';

const CONTESTED_AT_MOST = 200;

/** Without `accountId` there is no name. */
export type PaymentAtWork = {
  readonly gateway: string;
  readonly id: string;
  readonly method: BrlMethod;
  readonly brlCents: number;
  readonly state: BrlStateAtWork;
  readonly reason: RefundReason | null;
  readonly accountId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly depositId: string | null;
  readonly attempt: number;
  readonly paidAt: number;
  readonly receivedAt: number;
  /** When the bank refused the last attempt; null: it did not, or another has been sent since. */
  readonly refusedAt: number | null;
  readonly nextTryAt: number | null;
  readonly heldAt: number | null;
  readonly heldBy: string | null;
  /** The operation by which it arrived. */
  readonly arrivalId: string;
};

/** The oldest first. */
export async function listPaymentsAtWork(
  db: D1Database,
  after: TimeCursor | undefined,
  limit: number,
): Promise<PaymentAtWork[]> {
  const { results } = await db
    .prepare(
      `SELECT p.gateway, p.id, p.method, p.brl_cents AS brlCents, p.state, p.reason, p.account_id AS accountId, u.full_name AS name,
         u.email, p.deposit_id AS depositId, p.attempt, p.paid_at AS paidAt, p.received_at AS receivedAt,
         p.refused_at AS refusedAt, p.next_try_at AS nextTryAt, p.held_at AS heldAt, h.email AS heldBy,
         p.arrival_id AS arrivalId
       FROM brl_payments p LEFT JOIN users u ON u.id = p.account_id LEFT JOIN users h ON h.id = p.held_by
       WHERE (p.state = 'unknown' OR p.next_try_at IS NOT NULL OR (p.state = 'refunding' AND p.held_at IS NOT NULL))
         AND (p.received_at, p.arrival_id) > (?1, ?2)
       ORDER BY p.received_at, p.arrival_id LIMIT ?3`,
    )
    .bind(after?.at ?? -1, after?.id ?? '', limit)
    .all<PaymentAtWork>();
  return results;
}

export type ContestedDeposit = {
  readonly depositId: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly usdCents: number;
  readonly brlCents: number;
  readonly contestedAt: number;
  readonly takenBackAt: number | null;
  /** What the bank says that it took, up to now. */
  readonly takenBrlCents: number | null;
};

export async function listContested(db: D1Database): Promise<ContestedDeposit[]> {
  const { results } = await db
    .prepare(
      `SELECT b.id AS depositId, b.account_id AS accountId, u.full_name AS name, u.email, b.usd_cents AS usdCents,
         b.brl_cents AS brlCents, b.contested_at AS contestedAt, b.taken_back_at AS takenBackAt,
         b.taken_back_brl_cents AS takenBrlCents
       FROM brl_deposits b JOIN users u ON u.id = b.account_id
       WHERE b.state = 'contested' ORDER BY b.contested_at, b.id LIMIT ?1`,
    )
    .bind(CONTESTED_AT_MOST)
    .all<ContestedDeposit>();
  return results;
}
