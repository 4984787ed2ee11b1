// Deciding a proposal about somebody: another operator approves or rejects it, the proposer may take it back. The approval is
// the very batch of the change, so that it is done with the decision or not at all.

import type { OperatorProposal } from '../../contract/operators/operators.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import { findOperatorCandidate } from '../../db/operators/operators.ts';
import {
  approveStatement,
  closeStatement,
  findOperatorProposal,
  type OperatorProposalRow,
} from '../../db/operators/proposals.ts';
import { endedSessionIds } from '../../db/own-sessions.ts';
import { may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { closeSockets } from '../end-sessions.ts';
import { PROPOSAL_RULES } from './proposal-kinds.ts';
import { type Actor, readOperatorProposal, askedOfRow, viewOperatorProposal } from './proposals.ts';

export type DecideProposalRefusal = Refusal<
  | 'NotFound'
  | 'Forbidden'
  | 'OwnAccount'
  | 'SecondOperatorNeeded'
  | 'ProposalDecided'
  | 'ProposalExpired'
  | 'ProposalVoid'
  | 'NotAsProposed'
>;

type Decision = { readonly id: string; readonly note: string };

/** Does what was proposed, once. A repeated approval gets the first reply. */
export async function approveProposal(
  deps: Deps,
  actor: Actor,
  { id, note }: Decision,
): Promise<Result<OperatorProposal, DecideProposalRefusal>> {
  const proposal = await findOperatorProposal(deps.db, id);
  if (proposal === null) return err({ code: 'NotFound' });
  const now = deps.now();
  if (wasApprovedBy(proposal, actor)) return ok(viewOperatorProposal(proposal, actor, now));
  const refusal = refusalToDecide(proposal, actor, now);
  if (refusal !== null) return err({ code: refusal });
  const rule = PROPOSAL_RULES[proposal.kind];
  const subject = await findOperatorCandidate(deps.db, { id: proposal.subjectId });
  if (subject === null) throw new Error('a proposal names somebody');
  const asked = askedOfRow(proposal);
  const { terms } = asked;
  if (!rule.fits(subject, asked)) return err({ code: 'NotAsProposed' });
  const decision = { id, by: actor.actorId, at: now, note: note === '' ? null : note };
  try {
    const { results } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: rule.action,
        subject: { kind: 'customer', id: subject.id },
        before: {
          ...rule.before?.(subject),
          proposal: id,
          proposedBy: proposal.proposerEmail,
        },
        after: {
          ...terms,
          ...(decision.note === null ? {} : { decisionNote: decision.note }),
        },
        note: proposal.reason,
      },
      [
        ...guarded(deps.db, deps.newId(), 'proposal', [approveStatement(deps.db, decision, rule)]),
        ...rule.statements(deps, { id, subject, ...asked, deciderId: actor.actorId, now }),
      ],
    );
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    if (!failedGuard(error)) throw error;
    return lost(deps, actor, id);
  }
  return ok(await readOperatorProposal(deps, actor, id));
}

/** Another request was first, or somebody's role went meanwhile. Nothing of the batch happened. */
async function lost(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<OperatorProposal, DecideProposalRefusal>> {
  const proposal = await findOperatorProposal(deps.db, id);
  if (proposal === null) return err({ code: 'NotFound' });
  const now = deps.now();
  if (wasApprovedBy(proposal, actor)) return ok(viewOperatorProposal(proposal, actor, now));
  const refusal = refusalToDecide(proposal, actor, now);
  if (refusal !== null) return err({ code: refusal });
  const { proposes, decides } = PROPOSAL_RULES[proposal.kind];
  if (!(await mayStill(deps, actor.actorId, decides))) return err({ code: 'Forbidden' });
  if (!(await mayStill(deps, proposal.proposedBy, proposes))) return err({ code: 'ProposalVoid' });
  return err({ code: 'NotAsProposed' });
}

async function mayStill(deps: Deps, userId: string, capability: Parameters<typeof may>[1]): Promise<boolean> {
  const who = await findOperatorCandidate(deps.db, { id: userId });
  if (who === null || who.status !== 'active') return false;
  return may({ ...who, hasFactor: true }, capability);
}

export async function rejectProposal(
  deps: Deps,
  actor: Actor,
  { id, note }: Decision,
): Promise<Result<OperatorProposal, DecideProposalRefusal>> {
  const proposal = await findOperatorProposal(deps.db, id);
  if (proposal === null) return err({ code: 'NotFound' });
  const refusal = refusalToDecide(proposal, actor, deps.now());
  if (refusal !== null) return err({ code: refusal });
  return close(deps, actor, proposal, { state: 'rejected', note });
}

/** The proposer takes it back. */
export async function withdrawProposal(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<OperatorProposal, DecideProposalRefusal>> {
  const proposal = await findOperatorProposal(deps.db, id);
  if (proposal === null) return err({ code: 'NotFound' });
  if (proposal.proposedBy !== actor.actorId) return err({ code: 'Forbidden' });
  if (proposal.state !== 'open') return err({ code: 'ProposalDecided' });
  return close(deps, actor, proposal, { state: 'withdrawn', note: null });
}

async function close(
  deps: Deps,
  actor: Actor,
  proposal: OperatorProposalRow,
  decision: { readonly state: 'rejected' | 'withdrawn'; readonly note: string | null },
): Promise<Result<OperatorProposal, DecideProposalRefusal>> {
  const now = deps.now();
  const { id, kind } = proposal;
  const { state, note } = decision;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: actor,
      action: `proposal.${state}`,
      subject: { kind: 'customer', id: proposal.subjectId },
      before: { proposal: id, kind, proposedBy: proposal.proposerEmail, reason: proposal.reason },
      after: { state },
      note,
    },
    [closeStatement(deps.db, { id, state, by: actor.actorId, at: now, note })],
    { ifChanged: true },
  );
  if (logged) return ok(await readOperatorProposal(deps, actor, id));
  return err({ code: proposal.expiresAt <= now ? 'ProposalExpired' : 'ProposalDecided' });
}

function wasApprovedBy({ state, decidedBy }: OperatorProposalRow, { actorId }: Actor): boolean {
  return state === 'approved' && decidedBy === actorId;
}

function refusalToDecide(
  proposal: OperatorProposalRow,
  actor: Actor,
  now: number,
): 'Forbidden' | 'SecondOperatorNeeded' | 'OwnAccount' | 'ProposalDecided' | 'ProposalExpired' | null {
  if (!may(actor.facts, PROPOSAL_RULES[proposal.kind].decides)) return 'Forbidden';
  if (proposal.proposedBy === actor.actorId) return 'SecondOperatorNeeded';
  if (proposal.subjectId === actor.actorId) return 'OwnAccount';
  if (proposal.state === 'expired') return 'ProposalExpired';
  if (proposal.state !== 'open') return 'ProposalDecided';
  return proposal.expiresAt <= now ? 'ProposalExpired' : null;
}
