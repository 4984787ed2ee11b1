// Proposals of reversals: one operator proposes, another decides. The schema holds the rules (0016_reversals.sql).

import type { TimeCursor } from '../domain/cursors.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { ProposalState, ReversibleType } from '../domain/reversals.ts';
import type { TransactionType } from '../domain/transactions.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';

export type NewProposal = {
  readonly id: string;
  readonly operationId: string;
  readonly accountId: string;
  readonly by: string;
  readonly at: number;
  readonly reason: string;
  readonly customerNote: string | null;
};

/** Changes nothing once the operation has been reversed, or for somebody who may not propose it any more. */
export function proposeStatement(db: D1Database, proposal: NewProposal): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO reversal_proposals (id, operation_id, account_id, proposed_by, proposed_at, reason, customer_note)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM operations WHERE reverses = ?2)
         AND ${mayActSql('?4', 'reversals.propose', '?5')}`,
    )
    .bind(
      proposal.id,
      proposal.operationId,
      proposal.accountId,
      proposal.by,
      proposal.at,
      proposal.reason,
      proposal.customerNote,
    );
}

/** Whether a batch failed because the operation has an open proposal already. */
export function isProposedAlready(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'reversal_proposals.operation_id';
}

export type Approval = {
  readonly id: string;
  readonly by: string;
  readonly at: number;
  readonly note: string | null;
  readonly reversalId: string;
};

/** Matches one row: an open proposal of another, and both may still do their part. The guard after it decides. */
export function approveStatement(db: D1Database, approval: Approval): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE reversal_proposals SET state = 'approved', decided_by = ?2, decided_at = ?3, decision_note = ?4, reversal_id = ?5
       WHERE id = ?1 AND state = 'open' AND proposed_by <> ?2
         AND ${mayActSql('proposed_by', 'reversals.propose', '?3')} AND ${mayActSql('?2', 'reversals.decide', '?3')}`,
    )
    .bind(approval.id, approval.by, approval.at, approval.note, approval.reversalId);
}

export type Closing = Omit<Approval, 'reversalId'> & { readonly state: 'rejected' | 'withdrawn' };

/** Changes nothing once the proposal has been decided: the first decision is final. */
export function closeStatement(db: D1Database, closing: Closing): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE reversal_proposals SET state = ?2, decided_by = ?3, decided_at = ?4, decision_note = ?5 WHERE id = ?1 AND state = 'open'`,
    )
    .bind(closing.id, closing.state, closing.by, closing.at, closing.note);
}

export type ProposalRow = {
  readonly id: string;
  readonly operationId: string;
  readonly accountId: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly proposedBy: string;
  readonly proposerEmail: string;
  readonly proposedAt: number;
  readonly reason: string;
  readonly customerNote: string | null;
  readonly state: ProposalState;
  readonly deciderEmail: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly decisionNote: string | null;
  readonly reversalId: string | null;
  readonly type: TransactionType;
  readonly reversedType: ReversibleType | null;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly totalCents: number;
};

const SELECT = `SELECT p.id, p.operation_id AS operationId, p.account_id AS accountId, c.full_name AS customerName,
    c.email AS customerEmail, p.proposed_by AS proposedBy, w.email AS proposerEmail, p.proposed_at AS proposedAt, p.reason,
    p.customer_note AS customerNote, p.state, d.email AS deciderEmail, p.decided_by AS decidedBy,
    p.decided_at AS decidedAt, p.decision_note AS decisionNote, p.reversal_id AS reversalId,
    t.type, t.reversed_type AS reversedType, t.metal, t.ounces_e4 AS ouncesE4, t.total_cents AS totalCents
  FROM reversal_proposals p JOIN users c ON c.id = p.account_id JOIN users w ON w.id = p.proposed_by
    LEFT JOIN users d ON d.id = p.decided_by
    JOIN transactions t ON t.id = coalesce((SELECT paid.id FROM deposits paid WHERE paid.settlement_id = p.operation_id),
                                           (SELECT own.id FROM transactions own WHERE own.operation_id = p.operation_id))`;

export async function findProposal(db: D1Database, id: string): Promise<ProposalRow | null> {
  return db.prepare(`${SELECT} WHERE p.id = ?1`).bind(id).first<ProposalRow>();
}

/** Newest first; an operation has few. */
export async function proposalsOf(db: D1Database, operationId: string): Promise<ProposalRow[]> {
  const { results } = await db
    .prepare(`${SELECT} WHERE p.operation_id = ?1 ORDER BY p.proposed_at DESC, p.id DESC LIMIT 20`)
    .bind(operationId)
    .all<ProposalRow>();
  return results;
}

export async function listProposals(
  db: D1Database,
  page: { readonly open: boolean; readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<ProposalRow[]> {
  const { results } = await db
    .prepare(
      `${SELECT} WHERE p.state ${page.open ? '=' : '<>'} 'open' ${page.after === undefined ? '' : 'AND (p.proposed_at, p.id) < (?2, ?3)'}
       ORDER BY p.proposed_at DESC, p.id DESC LIMIT ?1`,
    )
    .bind(page.limit, ...(page.after === undefined ? [] : [page.after.at, page.after.id]))
    .all<ProposalRow>();
  return results;
}

export async function countOpenProposals(db: D1Database): Promise<number> {
  const open = await db
    .prepare(`SELECT count(*) AS n FROM reversal_proposals WHERE state = 'open'`)
    .first<number>('n');
  return open ?? 0;
}

/** Those that this operator may decide: another's, and not of the own account. */
export async function countProposalsFor(db: D1Database, operatorId: string): Promise<number> {
  const open = await db
    .prepare(
      `SELECT count(*) AS n FROM reversal_proposals WHERE state = 'open' AND proposed_by <> ?1 AND account_id <> ?1`,
    )
    .bind(operatorId)
    .first<number>('n');
  return open ?? 0;
}
