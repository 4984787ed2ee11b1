// Proposals, made by one operator with a reason, for another to decide (decide-proposal.ts). A proposal and its line in the audit
// log are one batch. Here are those about people; bar-proposals.ts has those about bars, deposit-proposals.ts those about deposits.

import type {
  OperatorProposal,
  OperatorProposalsQuery,
  OperatorTerms,
  ProposalDecision,
  ProposalRequest,
} from '../../contract/operators/operators.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditEvent, commitAudited } from '../../db/audit-log.ts';
import { failedGuard } from '../../db/guards.ts';
import { findOperatorCandidate } from '../../db/operators/operators.ts';
import {
  expireProposals,
  isProposedAlready,
  listOperatorProposals,
  type NewOperatorProposal,
  type OperatorProposalRow,
  type ProposalList,
  type ProposalRows,
  proposeStatement,
} from '../../db/operators/proposals.ts';
import { emailIsTaken } from '../../db/users.ts';
import { PROPOSAL_LIFETIME_MS, PROPOSALS_PAGE } from '../../domain/operator-proposals.ts';
import { type Capability, may, type OperatorFacts } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import type { Operator } from './customer-status.ts';
import { type Desk, readOne } from './decide-proposal.ts';
import { type Asked, PROPOSAL_RULES } from './proposal-kinds.ts';

/** Who acts, and what he may do. */
export type Actor = Operator & { readonly facts: OperatorFacts };

/** One page of a desk's proposals, newest first. */
export async function pageOfProposals<L extends ProposalList, View, Own>(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  desk: Desk<L, View, Own>,
  actor: Actor,
  { state, cursor: after }: OperatorProposalsQuery,
): Promise<{ readonly proposals: View[]; readonly nextCursor: string | null }> {
  const now = clock();
  const open = state === 'open';
  const rows = await listOperatorProposals(db, desk.list, { open, now, after, limit: PROPOSALS_PAGE + 1 });
  const { items, nextCursor } = pageOf(
    rows,
    PROPOSALS_PAGE,
    (row) => [row.proposedAt, row.id],
    (row) => desk.view(row, actor, now),
  );
  return { proposals: items, nextCursor };
}

export function viewOperatorProposal(row: OperatorProposalRow, actor: Actor, now: number): OperatorProposal {
  return {
    kind: row.kind,
    subject: { id: row.subjectId, email: row.subjectEmail, fullName: row.subjectName },
    ...askedOfRow(row),
    ...viewDecision(row, actor, PROPOSAL_RULES[row.kind].decides, now),
  };
}

/** What every proposal says, whatever it is about. */
export function viewDecision(
  row: ProposalRows[ProposalList],
  actor: Actor,
  decides: Capability,
  now: number,
): ProposalDecision {
  const state = row.state === 'open' && row.expiresAt <= now ? 'expired' : row.state;
  return {
    id: row.id,
    state,
    proposedBy: row.proposerEmail,
    proposedAt: iso(row.proposedAt),
    expiresAt: iso(row.expiresAt),
    reason: row.reason,
    decidedBy: row.deciderEmail,
    decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
    decisionNote: row.decisionNote,
    mine: row.proposedBy === actor.actorId,
    waitsForMe:
      state === 'open' &&
      row.proposedBy !== actor.actorId &&
      row.subjectId !== actor.actorId &&
      may(actor.facts, decides),
  };
}

/** As this service stored them. */
export function askedOfRow({ detail }: OperatorProposalRow): Asked {
  const {
    roles,
    premium = false,
    email = null,
  } = JSON.parse(detail) as Partial<OperatorTerms> & {
    readonly email?: string;
  };
  return { terms: roles === undefined ? null : { roles, premium }, email };
}

export type ProposeRefusal = Refusal<
  'NotFound' | 'Forbidden' | 'OwnAccount' | 'NotAsProposed' | 'ProposedAlready' | 'DuplicateEmail'
>;

export async function propose(
  deps: Deps,
  actor: Actor,
  request: ProposalRequest,
): Promise<Result<OperatorProposal, ProposeRefusal>> {
  const rule = PROPOSAL_RULES[request.kind];
  if (!may(actor.facts, rule.proposes)) return err({ code: 'Forbidden' });
  const subject = await findOperatorCandidate(deps.db, { id: request.userId });
  if (subject === null) return err({ code: 'NotFound' });
  if (subject.id === actor.actorId) return err({ code: 'OwnAccount' });
  const terms = 'roles' in request ? { roles: request.roles, premium: request.premium } : null;
  const email = 'email' in request ? request.email : null;
  if (!rule.fits(subject, { terms, email })) return err({ code: 'NotAsProposed' });
  if (email !== null && (await emailIsTaken(deps.db, email))) return err({ code: 'DuplicateEmail' });
  const stored = await storeProposal(deps, actor, {
    kind: request.kind,
    about: { subjectId: subject.id },
    detail: { ...terms, ...(email === null ? {} : { email }) },
    reason: request.reason,
    proposes: rule.proposes,
    audit: {
      subject: { kind: 'customer', id: subject.id },
      before: rule.before?.(subject),
      // Ids alone of customers: a new address is in the proposal, from which it can be erased.
      after: terms ?? {},
    },
  });
  return stored.ok ? readOne(deps, PEOPLE, actor, stored.value) : stored;
}

export type NewProposal = Pick<NewOperatorProposal, 'kind' | 'about' | 'detail' | 'reason'> & {
  readonly proposes: Capability;
  /** What goes with it, by its id; it sees to itself where the proposal was not stored. */
  readonly alongside?: (id: string) => readonly D1PreparedStatement[];
  readonly audit: Pick<AuditEvent, 'subject' | 'before'> & { readonly after: object };
};

/** The proposal and its line of the log; answers its id. */
export async function storeProposal(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  actor: Actor,
  { kind, about, detail, reason, proposes, alongside, audit }: NewProposal,
): Promise<Result<string, Refusal<'Forbidden' | 'ProposedAlready'>>> {
  const [id, now] = [deps.newId(), deps.now()];
  await expireProposals(deps.db, now);
  const proposal = {
    id,
    kind,
    about,
    detail,
    by: actor.actorId,
    at: now,
    expiresAt: now + PROPOSAL_LIFETIME_MS,
    reason,
  };
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: 'proposal.made',
        subject: audit.subject,
        before: audit.before,
        after: { proposal: id, kind, ...audit.after },
        note: reason,
      },
      [proposeStatement(deps.db, proposal, proposes), ...(alongside?.(id) ?? [])],
      { ifChanged: true },
    );
    return logged ? ok(id) : err({ code: 'Forbidden' });
  } catch (error) {
    if (isProposedAlready(error)) return err({ code: 'ProposedAlready' });
    throw error;
  }
}

/** The proposals about people, for deciding on them. */
export const PEOPLE: Desk<'people', OperatorProposal, Refusal<'NotAsProposed'>> = {
  list: 'people',
  powers: ({ kind }) => PROPOSAL_RULES[kind],
  subject: ({ subjectId: id }) => ({ kind: 'customer', id }),
  async change(deps, row, { deciderId, now }) {
    const rule = PROPOSAL_RULES[row.kind];
    const subject = await findOperatorCandidate(deps.db, { id: row.subjectId });
    if (subject === null) throw new Error('a proposal names somebody');
    const asked = askedOfRow(row);
    if (!rule.fits(subject, asked)) return err({ code: 'NotAsProposed' });
    return ok({
      action: rule.action,
      before: rule.before?.(subject) ?? {},
      after: asked.terms ?? {},
      statements: rule.statements(deps, { id: row.id, subject, ...asked, deciderId, now }),
    });
  },
  failed: async (_deps, _row, error) => (failedGuard(error) ? { code: 'NotAsProposed' } : null),
  view: viewOperatorProposal,
};
