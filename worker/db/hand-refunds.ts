// Each refund by hand: reais that their bank refuses to send back, held, returned by hand, then recorded by one operator and booked by another. The
// schema holds the rules (0059_refunds_by_hand.sql, 0065_refunds_made_twice.sql).

import type { HandRefundState } from '../domain/pix.ts';
import { type ProposedRow, proposedTable } from './proposed-rows.ts';
import { mayActSql } from './operators/may-act.ts';

export type PaymentKey = { readonly gateway: string; readonly id: string };

export type HandRefundRow = ProposedRow & {
  readonly state: HandRefundState;
  readonly gateway: string;
  readonly paymentId: string;
  readonly brlCents: number;
  readonly reference: string;
  readonly reason: string;
  /** When the bank said that it had sent it back as well; of one that waits, when it ended the payment. */
  readonly bankSaidAt: number | null;
  readonly answeredAt: number | null;
  /** The operator who wrote what was done about it, and what. */
  readonly answeredBy: string | null;
  readonly answer: string | null;
};

/**
 * Whether the bank has ended the payment of a proposal that still waits: nobody can book that it went back by hand any more, and if it did
 * it went twice. `h`: the table, or what it is called.
 */
export const bankWasFirstSql = (h: string): string =>
  `(${h}.state = 'open' AND EXISTS (SELECT 1 FROM brl_payments ended
    WHERE ended.gateway = ${h}.gateway AND ended.id = ${h}.payment_id AND ended.state = 'refunded'))`;

export const HAND_REFUNDS = proposedTable<HandRefundRow>('hand_refunds', {
  done: 'approved',
  proposes: 'deposits.propose',
  decides: 'deposits.decide',
  terms: `t.gateway, t.payment_id AS paymentId, t.reference, t.reason, t.answered_at AS answeredAt, t.answer,
    (SELECT w.email FROM users w WHERE w.id = t.answered_by) AS answeredBy,
    coalesce(t.bank_said_at, iif(${bankWasFirstSql('t')}, (SELECT y.ended_at FROM brl_payments y
      WHERE y.gateway = t.gateway AND y.id = t.payment_id), NULL)) AS bankSaidAt,
    (SELECT y.brl_cents FROM brl_payments y WHERE y.gateway = t.gateway AND y.id = t.payment_id) AS brlCents`,
  oneOf: [['gateway', 'payment_id']],
  closedOtherwise: bankWasFirstSql('hand_refunds'),
});

/** Nobody sends it again. Changes nothing unless the bank has refused the last attempt and no other has been sent since. */
export function holdStatement(
  db: D1Database,
  { gateway, id }: PaymentKey,
  { by, at }: { readonly by: string; readonly at: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE brl_payments SET held_at = ?4, held_by = ?3, next_try_at = NULL
       WHERE gateway = ?1 AND id = ?2 AND state = 'refunding' AND refused_at IS NOT NULL AND held_at IS NULL
         AND ${mayActSql('?3', 'deposits.decide', '?4')}`,
    )
    .bind(gateway, id, by, at);
}

/** It is sent again. Changes nothing while a proposal waits that it went back by hand. */
export function releaseStatement(
  db: D1Database,
  { gateway, id }: PaymentKey,
  { by, at }: { readonly by: string; readonly at: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE brl_payments SET held_at = NULL, held_by = NULL, next_try_at = ?4
       WHERE gateway = ?1 AND id = ?2 AND state = 'refunding' AND held_at IS NOT NULL AND ${mayActSql('?3', 'deposits.decide', '?4')}
         AND NOT EXISTS (SELECT 1 FROM hand_refunds h WHERE h.gateway = ?1 AND h.payment_id = ?2 AND h.state = 'open')`,
    )
    .bind(gateway, id, by, at);
}

/** Changes nothing where the payment is not held. */
export function proposeHandRefundStatement(
  db: D1Database,
  made: PaymentKey & {
    readonly proposal: string;
    readonly reference: string;
    readonly reason: string;
    readonly by: string;
    readonly at: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO hand_refunds (id, gateway, payment_id, reference, reason, proposed_by, proposed_at)
       SELECT ?1, gateway, id, ?4, ?5, ?6, ?7 FROM brl_payments
       WHERE gateway = ?2 AND id = ?3 AND state = 'refunding' AND held_at IS NOT NULL AND ${mayActSql('?6', 'deposits.propose', '?7')}`,
    )
    .bind(made.proposal, made.gateway, made.id, made.reference, made.reason, made.by, made.at);
}

/** The bank says that it sent back what operators had returned by hand. Said again it is the same row. */
export async function bankSaidReturned(
  db: D1Database,
  { gateway, id }: PaymentKey,
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE hand_refunds SET bank_said_at = ?3
       WHERE gateway = ?1 AND payment_id = ?2 AND state = 'approved' AND bank_said_at IS NULL`,
    )
    .bind(gateway, id, now)
    .run();
  return meta.changes > 0;
}

type Answer = { readonly id: string; readonly by: string; readonly at: number; readonly answer: string };

/** What was done about money that went back twice. */
export function answerStatement(db: D1Database, made: Answer): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE hand_refunds SET answered_by = ?2, answered_at = ?3, answer = ?4
       WHERE id = ?1 AND bank_said_at IS NOT NULL AND answered_at IS NULL AND ${mayActSql('?2', 'deposits.decide', '?3')}`,
    )
    .bind(made.id, made.by, made.at, made.answer);
}

/** The same of one that nobody could book, because the bank was first: the answer closes it. */
export function closeAnsweredStatement(db: D1Database, { id, by, at, answer }: Answer): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE hand_refunds SET state = iif(proposed_by = ?2, 'withdrawn', 'rejected'), decided_by = ?2, decided_at = ?3,
         answered_by = ?2, answered_at = ?3, answer = ?4,
         bank_said_at = (SELECT p.ended_at FROM brl_payments p WHERE p.gateway = hand_refunds.gateway AND p.id = hand_refunds.payment_id)
       WHERE id = ?1 AND ${bankWasFirstSql('hand_refunds')} AND ${mayActSql('?2', 'deposits.decide', '?3')}`,
    )
    .bind(id, by, at, answer);
}
