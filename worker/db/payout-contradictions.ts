// What gateways said of payments out that does not fit the books, once each, and what operators did about it.

import { type ContradictionKind, CONTRADICTIONS_SHOWN, type WithdrawalState } from '../domain/withdrawals.ts';
import { mayActSql } from './operators/may-act.ts';
import type { SentPayout } from './withdrawals.ts';

type Said = {
  readonly outcome: 'pending' | 'paid' | 'returned';
  readonly reference: string;
  readonly sentCents: number;
};

/** Said again it is the same row. */
export async function keepContradiction(
  db: D1Database,
  {
    id,
    kind,
    payout,
    said,
    now,
  }: {
    readonly id: string;
    readonly kind: ContradictionKind;
    readonly payout: Pick<SentPayout, 'id' | 'state'>;
    readonly said: Said;
    readonly now: number;
  },
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO payout_contradictions (id, withdrawal_id, kind, state, said, reference, cents, said_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING`,
    )
    .bind(id, payout.id, kind, payout.state, said.outcome, said.reference.slice(0, 200), said.sentCents, now)
    .run();
}

export type ContradictionRow = {
  readonly id: string;
  readonly kind: ContradictionKind;
  readonly state: WithdrawalState;
  readonly said: Said['outcome'];
  readonly reference: string;
  readonly cents: number;
  readonly saidAt: number;
  readonly resolvedBy: string | null;
  readonly resolution: string | null;
  readonly resolvedAt: number | null;
};

/** Of one withdrawal, those that wait first, each in the order in which they were said. */
export async function contradictionsOf(db: D1Database, withdrawalId: string): Promise<ContradictionRow[]> {
  const { results } = await db
    .prepare(
      `SELECT c.id, c.kind, c.state, c.said, c.reference, c.cents, c.said_at AS saidAt, u.email AS resolvedBy, c.resolution,
         c.resolved_at AS resolvedAt
       FROM payout_contradictions c LEFT JOIN users u ON u.id = c.resolved_by WHERE c.withdrawal_id = ?1
       ORDER BY c.resolved_at IS NOT NULL, c.said_at, c.id LIMIT ?2`,
    )
    .bind(withdrawalId, CONTRADICTIONS_SHOWN)
    .all<ContradictionRow>();
  return results;
}

/** Those that the operator has read; nobody's own. Changes nothing for who may not decide any more. */
export function resolveStatement(
  db: D1Database,
  made: {
    readonly withdrawalId: string;
    readonly contradictions: readonly string[];
    readonly operatorId: string;
    readonly reason: string;
    readonly now: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payout_contradictions SET resolved_by = ?2, resolution = ?3, resolved_at = ?4
       WHERE withdrawal_id = ?1 AND resolved_at IS NULL AND id IN (SELECT value FROM json_each(?5))
         AND ?2 <> (SELECT account_id FROM withdrawals WHERE id = ?1) AND ${mayActSql('?2', 'withdrawals.decide', '?4')}`,
    )
    .bind(made.withdrawalId, made.operatorId, made.reason, made.now, JSON.stringify(made.contradictions));
}
