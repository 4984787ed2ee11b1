// Proposals about people, made by one operator with a reason, for another to decide (decide-proposal.ts). A proposal and its
// line in the audit log are one batch.

import type {
  OperatorProposal,
  OperatorProposalsPage,
  OperatorProposalsQuery,
  OperatorTerms,
  ProposalRequest,
} from '../../contract/operators/operators.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findOperatorCandidate } from '../../db/operators/operators.ts';
import {
  expireProposals,
  findOperatorProposal,
  isProposedAlready,
  listOperatorProposals,
  type OperatorProposalRow,
  proposeStatement,
} from '../../db/operators/proposals.ts';
import { emailIsTaken } from '../../db/users.ts';
import { PROPOSAL_LIFETIME_MS, PROPOSALS_PAGE } from '../../domain/operator-proposals.ts';
import { may, type OperatorFacts } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import type { Operator } from './customer-status.ts';
import { type Asked, PROPOSAL_RULES } from './proposal-kinds.ts';

/** Who acts, and what he may do. */
export type Actor = Operator & { readonly facts: OperatorFacts };

export async function pageOfOperatorProposals(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  query: OperatorProposalsQuery,
): Promise<OperatorProposalsPage> {
  const now = deps.now();
  const rows = await listOperatorProposals(deps.db, {
    open: query.state === 'open',
    now,
    after: query.cursor,
    limit: PROPOSALS_PAGE + 1,
  });
  const { items, nextCursor } = pageOf(
    rows,
    PROPOSALS_PAGE,
    (row) => [row.proposedAt, row.id],
    (row) => viewOperatorProposal(row, actor, now),
  );
  return { proposals: items, nextCursor };
}

export function viewOperatorProposal(row: OperatorProposalRow, actor: Actor, now: number): OperatorProposal {
  const state = row.state === 'open' && row.expiresAt <= now ? 'expired' : row.state;
  return {
    id: row.id,
    kind: row.kind,
    subject: { id: row.subjectId, email: row.subjectEmail, fullName: row.subjectName },
    ...askedOfRow(row),
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
      may(actor.facts, PROPOSAL_RULES[row.kind].decides),
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
  const detail = { ...terms, ...(email === null ? {} : { email }) };
  const [id, now] = [deps.newId(), deps.now()];
  await expireProposals(deps.db, now);
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: 'proposal.made',
        subject: { kind: 'customer', id: subject.id },
        before: rule.before?.(subject),
        // Ids alone of customers: a new address is in the proposal, from which it can be erased.
        after: { proposal: id, kind: request.kind, ...terms },
        note: request.reason,
      },
      [
        proposeStatement(
          deps.db,
          {
            id,
            kind: request.kind,
            subjectId: subject.id,
            detail,
            by: actor.actorId,
            at: now,
            expiresAt: now + PROPOSAL_LIFETIME_MS,
            reason: request.reason,
          },
          rule.proposes,
        ),
      ],
      { ifChanged: true },
    );
    if (!logged) return err({ code: 'Forbidden' });
  } catch (error) {
    if (isProposedAlready(error)) return err({ code: 'ProposedAlready' });
    throw error;
  }
  return ok(await readOperatorProposal(deps, actor, id));
}

/** One that is known to be there. */
export async function readOperatorProposal(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<OperatorProposal> {
  const row = await findOperatorProposal(deps.db, id);
  if (row === null) throw new Error('a proposal is never removed');
  return viewOperatorProposal(row, actor, deps.now());
}
