// Proposals about people: one operator proposes, another decides. The schema holds the rules (0027_operators.sql).

import type { TimeCursor } from '../../domain/cursors.ts';
import type { OperatorProposalState, ProposalKind } from '../../domain/operator-proposals.ts';
import type { Capability } from '../../domain/operator-roles.ts';
import { readD1Error } from '../d1-errors.ts';
import { mayActSql } from './may-act.ts';

export type NewOperatorProposal = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subjectId: string;
  readonly detail: object;
  readonly by: string;
  readonly at: number;
  readonly expiresAt: number;
  readonly reason: string;
};

/** Changes nothing for somebody who may not propose it any more. */
export function proposeStatement(
  db: D1Database,
  proposal: NewOperatorProposal,
  capability: Capability,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE ${mayActSql('?5', capability)}`,
    )
    .bind(
      proposal.id,
      proposal.kind,
      proposal.subjectId,
      JSON.stringify(proposal.detail),
      proposal.by,
      proposal.at,
      proposal.expiresAt,
      proposal.reason,
    );
}

/** Whether a batch failed because the same is proposed already. */
export function isProposedAlready(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.startsWith('operator_proposals.');
}

/** Makes room for a new one: nobody decided in time. */
export async function expireProposals(db: D1Database, now: number): Promise<void> {
  await db
    .prepare(
      `UPDATE operator_proposals SET state = 'expired', decided_at = expires_at WHERE state = 'open' AND expires_at <= ?1`,
    )
    .bind(now)
    .run();
}

export type OperatorDecision = {
  readonly id: string;
  readonly by: string;
  readonly at: number;
  readonly note: string | null;
};

/** Matches one row: an open proposal of another, and both may still do their part. The guard after it decides. */
export function approveStatement(
  db: D1Database,
  { id, by, at, note }: OperatorDecision,
  { proposes, decides }: { readonly proposes: Capability; readonly decides: Capability },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE operator_proposals SET state = 'approved', decided_by = ?2, decided_at = ?3, decision_note = ?4
       WHERE id = ?1 AND state = 'open' AND expires_at > ?3 AND proposed_by <> ?2 AND subject_id <> ?2
         AND ${mayActSql('proposed_by', proposes)} AND ${mayActSql('?2', decides)}`,
    )
    .bind(id, by, at, note);
}

/** Changes nothing once the proposal has been decided, or its time is over: the first decision is final. */
export function closeStatement(
  db: D1Database,
  { id, by, at, note, state }: OperatorDecision & { readonly state: 'rejected' | 'withdrawn' },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE operator_proposals SET state = ?2, decided_by = ?3, decided_at = ?4, decision_note = ?5
       WHERE id = ?1 AND state = 'open' AND expires_at > ?4`,
    )
    .bind(id, state, by, at, note);
}

export type OperatorProposalRow = {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly subjectId: string;
  readonly subjectEmail: string;
  readonly subjectName: string;
  /** JSON. */
  readonly detail: string;
  readonly proposedBy: string;
  readonly proposerEmail: string;
  readonly proposedAt: number;
  readonly expiresAt: number;
  readonly reason: string;
  readonly state: OperatorProposalState;
  readonly decidedBy: string | null;
  readonly deciderEmail: string | null;
  readonly decidedAt: number | null;
  readonly decisionNote: string | null;
};

const SELECT = `SELECT p.id, p.kind, p.subject_id AS subjectId, s.email AS subjectEmail, s.full_name AS subjectName, p.detail,
    p.proposed_by AS proposedBy, w.email AS proposerEmail, p.proposed_at AS proposedAt, p.expires_at AS expiresAt, p.reason,
    p.state, p.decided_by AS decidedBy, d.email AS deciderEmail, p.decided_at AS decidedAt, p.decision_note AS decisionNote
  FROM operator_proposals p JOIN users s ON s.id = p.subject_id JOIN users w ON w.id = p.proposed_by
    LEFT JOIN users d ON d.id = p.decided_by`;

export async function findOperatorProposal(db: D1Database, id: string): Promise<OperatorProposalRow | null> {
  return db.prepare(`${SELECT} WHERE p.id = ?1`).bind(id).first<OperatorProposalRow>();
}

/** Newest first. One whose time is over counts as decided. */
export async function listOperatorProposals(
  db: D1Database,
  page: {
    readonly open: boolean;
    readonly now: number;
    readonly after?: TimeCursor | undefined;
    readonly limit: number;
  },
): Promise<OperatorProposalRow[]> {
  const open = `p.state = 'open' AND p.expires_at > ?2`;
  const { results } = await db
    .prepare(
      `${SELECT} WHERE ${page.open ? open : `NOT (${open})`} ${page.after === undefined ? '' : 'AND (p.proposed_at, p.id) < (?3, ?4)'}
       ORDER BY p.proposed_at DESC, p.id DESC LIMIT ?1`,
    )
    .bind(page.limit, page.now, ...(page.after === undefined ? [] : [page.after.at, page.after.id]))
    .all<OperatorProposalRow>();
  return results;
}

/** The open ones about somebody; there are as many as kinds at most. */
export async function openProposalsAbout(
  db: D1Database,
  subjectId: string,
  now: number,
): Promise<OperatorProposalRow[]> {
  const { results } = await db
    .prepare(
      `${SELECT} WHERE p.subject_id = ?1 AND p.state = 'open' AND p.expires_at > ?2 ORDER BY p.proposed_at, p.id`,
    )
    .bind(subjectId, now)
    .all<OperatorProposalRow>();
  return results;
}

/** Those that this operator may decide: another's, and about somebody else. */
export async function countOperatorProposalsFor(
  db: D1Database,
  operatorId: string,
  now: number,
): Promise<number> {
  const open = await db
    .prepare(
      `SELECT count(*) AS n FROM operator_proposals
       WHERE state = 'open' AND expires_at > ?2 AND proposed_by <> ?1 AND subject_id <> ?1`,
    )
    .bind(operatorId, now)
    .first<number>('n');
  return open ?? 0;
}
