// Deciding a proposal: another operator approves or rejects it, the proposer may take it back. The approval is the very batch of
// the change, so that it is done with the decision or not at all. What it is about, its desk knows.

import { PORTFOLIO_CHANGED } from '../../contract/prices.ts';
import type { Refusal } from '../../contract/problems.ts';
import { type AuditEvent, commitAudited } from '../../db/audit-log.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import {
  approveStatement,
  closeStatement,
  findOperatorProposal,
  type ProposalList,
  type ProposalRows,
} from '../../db/operators/proposals.ts';
import { endedSessionIds } from '../../db/own-sessions.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { type Capability, may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { closeSockets } from '../end-sessions.ts';
import { mayStill } from './may-still.ts';
import type { Actor } from './proposals.ts';

export type DecideProposalRefusal = Refusal<
  | 'NotFound'
  | 'Forbidden'
  | 'OwnAccount'
  | 'SecondOperatorNeeded'
  | 'ProposalDecided'
  | 'ProposalExpired'
  | 'ProposalVoid'
>;

/** What an approval does, and what its line says of it. */
export type Change = {
  readonly action: AuditAction;
  readonly before: object;
  readonly after: object;
  /** They abort the batch where things have changed meanwhile. */
  readonly statements: readonly D1PreparedStatement[];
};

/** Proposals of one list: what they are about, who decides, what they do. `Own`: refusals of its own. */
export type Desk<L extends ProposalList, View, Own> = {
  readonly list: L;
  readonly powers: (row: ProposalRows[L]) => { readonly proposes: Capability; readonly decides: Capability };
  readonly subject: (row: ProposalRows[L]) => NonNullable<AuditEvent['subject']>;
  readonly change: (
    deps: Deps,
    row: ProposalRows[L],
    by: { readonly deciderId: string; readonly now: number },
  ) => Promise<Result<Change, Own>>;
  /** What it means that the batch failed for no reason that every proposal has; null: nothing that is known here. */
  readonly failed: (deps: Deps, row: ProposalRows[L], error: unknown) => Promise<Own | null>;
  readonly view: (row: ProposalRows[L], actor: Actor, now: number) => View;
};

type Decision = { readonly id: string; readonly note: string };

/** Does what was proposed, once. A repeated approval gets the first reply. */
export async function approveProposal<L extends ProposalList, View, Own>(
  deps: Deps,
  desk: Desk<L, View, Own>,
  actor: Actor,
  { id, note }: Decision,
): Promise<Result<View, DecideProposalRefusal | Own>> {
  const proposal = await findOperatorProposal(deps.db, desk.list, id);
  if (proposal === null) return err({ code: 'NotFound' });
  const now = deps.now();
  if (wasApprovedBy(proposal, actor)) return ok(desk.view(proposal, actor, now));
  const refusal = refusalToDecide(desk, proposal, actor, now);
  if (refusal !== null) return err({ code: refusal });
  const change = await desk.change(deps, proposal, { deciderId: actor.actorId, now });
  if (!change.ok) return change;
  const { action, before, after, statements } = change.value;
  const decision = { id, by: actor.actorId, at: now, note: note === '' ? null : note };
  try {
    const { results } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action,
        subject: desk.subject(proposal),
        before: { ...before, proposal: id, proposedBy: proposal.proposerEmail },
        after: { ...after, ...(decision.note === null ? {} : { decisionNote: decision.note }) },
        note: proposal.reason,
      },
      [
        ...guarded(deps.db, deps.newId(), 'proposal', [
          approveStatement(deps.db, decision, desk.powers(proposal)),
        ]),
        ...statements,
      ],
    );
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    return lost(deps, desk, actor, id, error);
  }
  return readOne(deps, desk, actor, id);
}

/** Another request was first, somebody's role went, or what it is about changed meanwhile. Nothing of the batch happened. */
async function lost<L extends ProposalList, View, Own>(
  deps: Deps,
  desk: Desk<L, View, Own>,
  actor: Actor,
  id: string,
  error: unknown,
): Promise<Result<View, DecideProposalRefusal | Own>> {
  const proposal = await findOperatorProposal(deps.db, desk.list, id);
  if (proposal === null) return err({ code: 'NotFound' });
  const now = deps.now();
  if (wasApprovedBy(proposal, actor)) return ok(desk.view(proposal, actor, now));
  const own = await desk.failed(deps, proposal, error);
  if (!failedGuard(error) && own === null) throw error;
  const refusal = refusalToDecide(desk, proposal, actor, now);
  if (refusal !== null) return err({ code: refusal });
  const { proposes, decides } = desk.powers(proposal);
  if (!(await mayStill(deps, actor.actorId, decides))) return err({ code: 'Forbidden' });
  if (!(await mayStill(deps, proposal.proposedBy, proposes))) return err({ code: 'ProposalVoid' });
  if (own === null) throw error;
  return err(own);
}

export async function rejectProposal<L extends ProposalList, View, Own>(
  deps: Deps,
  desk: Desk<L, View, Own>,
  actor: Actor,
  { id, note }: Decision,
): Promise<Result<View, DecideProposalRefusal>> {
  const proposal = await findOperatorProposal(deps.db, desk.list, id);
  if (proposal === null) return err({ code: 'NotFound' });
  const refusal = refusalToDecide(desk, proposal, actor, deps.now());
  if (refusal !== null) return err({ code: refusal });
  return close(deps, desk, actor, proposal, { state: 'rejected', note });
}

/** The proposer takes it back. */
export async function withdrawProposal<L extends ProposalList, View, Own>(
  deps: Deps,
  desk: Desk<L, View, Own>,
  actor: Actor,
  id: string,
): Promise<Result<View, DecideProposalRefusal>> {
  const proposal = await findOperatorProposal(deps.db, desk.list, id);
  if (proposal === null) return err({ code: 'NotFound' });
  if (proposal.proposedBy !== actor.actorId) return err({ code: 'Forbidden' });
  if (proposal.state !== 'open') return err({ code: 'ProposalDecided' });
  return close(deps, desk, actor, proposal, { state: 'withdrawn', note: null });
}

async function close<L extends ProposalList, View, Own>(
  deps: Deps,
  desk: Desk<L, View, Own>,
  actor: Actor,
  proposal: ProposalRows[L],
  decision: { readonly state: 'rejected' | 'withdrawn'; readonly note: string | null },
): Promise<Result<View, DecideProposalRefusal>> {
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
      subject: desk.subject(proposal),
      before: { proposal: id, kind, proposedBy: proposal.proposerEmail, reason: proposal.reason },
      after: { state },
      note,
    },
    [closeStatement(deps.db, { id, state, by: actor.actorId, at: now, note })],
    { ifChanged: true },
  );
  if (logged) return readOne(deps, desk, actor, id);
  return err({ code: proposal.expiresAt <= now ? 'ProposalExpired' : 'ProposalDecided' });
}

/** Approves a proposal about a customer's money, and tells the customer's open pages. */
export async function approveAndTell<
  L extends ProposalList,
  View extends { readonly customer: { readonly id: string } },
  Own,
>(
  deps: Deps,
  desk: Desk<L, View, Own>,
  actor: Actor,
  decision: Decision,
): Promise<Result<View, DecideProposalRefusal | Own>> {
  const approved = await approveProposal(deps, desk, actor, decision);
  if (approved.ok) deps.defer(deps.hub.notify(approved.value.customer.id, PORTFOLIO_CHANGED));
  return approved;
}

/** One that is known to be there. */
export async function readOne<L extends ProposalList, View, Own>(
  deps: Pick<Deps, 'db' | 'now'>,
  desk: Desk<L, View, Own>,
  actor: Actor,
  id: string,
): Promise<Result<View, never>> {
  const row = await findOperatorProposal(deps.db, desk.list, id);
  if (row === null) throw new Error('a proposal is never removed');
  return ok(desk.view(row, actor, deps.now()));
}

type Row = ProposalRows[ProposalList];

function wasApprovedBy({ state, decidedBy }: Row, { actorId }: Actor): boolean {
  return state === 'approved' && decidedBy === actorId;
}

function refusalToDecide<L extends ProposalList, View, Own>(
  desk: Desk<L, View, Own>,
  proposal: ProposalRows[L],
  actor: Actor,
  now: number,
): 'Forbidden' | 'SecondOperatorNeeded' | 'OwnAccount' | 'ProposalDecided' | 'ProposalExpired' | null {
  if (!may(actor.facts, desk.powers(proposal).decides)) return 'Forbidden';
  if (proposal.proposedBy === actor.actorId) return 'SecondOperatorNeeded';
  if (proposal.subjectId === actor.actorId) return 'OwnAccount';
  if (proposal.state === 'expired') return 'ProposalExpired';
  if (proposal.state !== 'open') return 'ProposalDecided';
  return proposal.expiresAt <= now ? 'ProposalExpired' : null;
}
