// Proposals about people, bars, deposits and withdrawals: one operator proposes, another decides. The schema holds the rules
// (0040_stock.sql, 0049_deposit_work.sql, 0054_payouts_after_sending.sql).

import type { TimeCursor } from '../../domain/cursors.ts';
import type {
  BarProposalKind,
  DepositProposalKind,
  OperatorProposalState,
  ProposalKind,
  WithdrawalProposalKind,
} from '../../domain/operator-proposals.ts';
import type { PaymentMethod } from '../../domain/fees.ts';
import type { PayoutMethod } from '../../domain/payout-accounts.ts';
import type { Capability } from '../../domain/operator-roles.ts';
import { readD1Error } from '../d1-errors.ts';
import { mayActSql } from './may-act.ts';

/** A person by id, or a bar by what tells it from others (`barKey`); a deposit or a withdrawal with the customer whose it is. */
export type About =
  | { readonly subjectId: string; readonly depositId?: string; readonly withdrawalId?: string }
  | { readonly bar: string };

export type NewOperatorProposal = {
  readonly id: string;
  readonly kind: ProposalKind | BarProposalKind | DepositProposalKind | WithdrawalProposalKind;
  readonly about: About;
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
      `INSERT INTO operator_proposals (id, kind, subject_id, detail, proposed_by, proposed_at, expires_at, reason, bar, deposit_id,
         withdrawal_id)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 WHERE ${mayActSql('?5', capability, '?6')}`,
    )
    .bind(
      proposal.id,
      proposal.kind,
      'subjectId' in proposal.about ? proposal.about.subjectId : null,
      JSON.stringify(proposal.detail),
      proposal.by,
      proposal.at,
      proposal.expiresAt,
      proposal.reason,
      'bar' in proposal.about ? proposal.about.bar : null,
      'depositId' in proposal.about ? proposal.about.depositId : null,
      'withdrawalId' in proposal.about ? proposal.about.withdrawalId : null,
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
       WHERE id = ?1 AND state = 'open' AND expires_at > ?3 AND proposed_by <> ?2 AND subject_id IS NOT ?2
         AND ${mayActSql('proposed_by', proposes, '?3')} AND ${mayActSql('?2', decides, '?3')}`,
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

type ProposalRow = {
  readonly id: string;
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

/** About a person. */
export type OperatorProposalRow = ProposalRow & {
  readonly kind: ProposalKind;
  readonly subjectId: string;
  readonly subjectEmail: string;
  readonly subjectName: string;
};

/** About a bar, and so about nobody. */
export type BarProposalRow = ProposalRow & {
  readonly kind: BarProposalKind;
  readonly subjectId: null;
  readonly bar: string;
};

/** About a deposit. */
export type DepositProposalRow = ProposalRow & {
  readonly kind: DepositProposalKind;
  readonly subjectId: string;
  readonly subjectEmail: string;
  readonly subjectName: string;
  readonly depositId: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly method: PaymentMethod;
};

/** About a withdrawal. */
export type WithdrawalProposalRow = ProposalRow & {
  readonly kind: WithdrawalProposalKind;
  readonly subjectId: string;
  readonly subjectEmail: string;
  readonly subjectName: string;
  readonly withdrawalId: string;
  readonly sentAmountCents: number;
  readonly sentMethod: PayoutMethod;
};

/** The lists of proposals, and what a row of each is. */
export type ProposalRows = {
  readonly people: OperatorProposalRow;
  readonly bars: BarProposalRow;
  readonly deposits: DepositProposalRow;
  readonly withdrawals: WithdrawalProposalRow;
};
export type ProposalList = keyof ProposalRows;

const ABOUT: Readonly<Record<ProposalList, string>> = {
  people: 'p.bar IS NULL AND p.deposit_id IS NULL AND p.withdrawal_id IS NULL',
  bars: 'p.bar IS NOT NULL',
  deposits: 'p.deposit_id IS NOT NULL',
  withdrawals: 'p.withdrawal_id IS NOT NULL',
};

const SELECT = `SELECT p.id, p.kind, p.subject_id AS subjectId, s.email AS subjectEmail, s.full_name AS subjectName, p.bar, p.detail,
    p.deposit_id AS depositId,
    iif(p.proposed_at < paid.settled_at, coalesce(paid.announced_cents, paid.amount_cents), paid.amount_cents) AS amountCents, paid.fee_cents AS feeCents, paid.method,
    p.withdrawal_id AS withdrawalId, sent.amount_cents AS sentAmountCents, sent.method AS sentMethod,
    p.proposed_by AS proposedBy, w.email AS proposerEmail, p.proposed_at AS proposedAt, p.expires_at AS expiresAt, p.reason,
    p.state, p.decided_by AS decidedBy, d.email AS deciderEmail, p.decided_at AS decidedAt, p.decision_note AS decisionNote
  FROM operator_proposals p LEFT JOIN users s ON s.id = p.subject_id JOIN users w ON w.id = p.proposed_by
    LEFT JOIN users d ON d.id = p.decided_by LEFT JOIN deposits paid ON paid.id = p.deposit_id
    LEFT JOIN withdrawals sent ON sent.id = p.withdrawal_id`;

/** Null also for one of the other list. */
export async function findOperatorProposal<L extends ProposalList>(
  db: D1Database,
  list: L,
  id: string,
): Promise<ProposalRows[L] | null> {
  return db.prepare(`${SELECT} WHERE p.id = ?1 AND ${ABOUT[list]}`).bind(id).first<ProposalRows[L]>();
}

/** Newest first. One whose time is over counts as decided. */
export async function listOperatorProposals<L extends ProposalList>(
  db: D1Database,
  list: L,
  page: {
    readonly open: boolean;
    readonly now: number;
    readonly after?: TimeCursor | undefined;
    readonly limit: number;
  },
): Promise<ProposalRows[L][]> {
  const open = `p.state = 'open' AND p.expires_at > ?2`;
  const { results } = await db
    .prepare(
      `${SELECT} WHERE ${ABOUT[list]} AND ${page.open ? open : `NOT (${open})`} ${page.after === undefined ? '' : 'AND (p.proposed_at, p.id) < (?3, ?4)'}
       ORDER BY p.proposed_at DESC, p.id DESC LIMIT ?1`,
    )
    .bind(page.limit, page.now, ...(page.after === undefined ? [] : [page.after.at, page.after.id]))
    .all<ProposalRows[L]>();
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
      `${SELECT} WHERE ${ABOUT.people} AND p.subject_id = ?1 AND p.state = 'open' AND p.expires_at > ?2 ORDER BY p.proposed_at, p.id`,
    )
    .bind(subjectId, now)
    .all<OperatorProposalRow>();
  return results;
}

const ID_OF = { deposits: 'p.deposit_id', withdrawals: 'p.withdrawal_id' } as const;

/** All about a deposit or a withdrawal, the newest first; there are few. */
export async function proposalsAbout<L extends keyof typeof ID_OF>(
  db: D1Database,
  list: L,
  id: string,
): Promise<ProposalRows[L][]> {
  const { results } = await db
    .prepare(`${SELECT} WHERE ${ID_OF[list]} = ?1 ORDER BY p.proposed_at DESC, p.id DESC LIMIT 20`)
    .bind(id)
    .all<ProposalRows[L]>();
  return results;
}

/** Those of a list that this operator may decide: another's, and about somebody else. */
export async function countOperatorProposalsFor(
  db: D1Database,
  list: ProposalList,
  operatorId: string,
  now: number,
): Promise<number> {
  const open = await db
    .prepare(
      `SELECT count(*) AS n FROM operator_proposals p
       WHERE ${ABOUT[list]} AND p.state = 'open' AND p.expires_at > ?2 AND p.proposed_by <> ?1 AND p.subject_id IS NOT ?1`,
    )
    .bind(operatorId, now)
    .first<number>('n');
  return open ?? 0;
}
