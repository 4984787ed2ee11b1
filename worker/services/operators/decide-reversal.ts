// Deciding a proposed reversal: another operator approves or rejects, the proposer may take it back. The approval is the very
// batch of the reversal, so that money moves with it or not at all.

import type {
  ReversalApproval,
  ReversalProposal,
  ReversalRejection,
} from '../../contract/operators/ledger.ts';
import { PORTFOLIO_CHANGED } from '../../contract/prices.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { mailStatement } from '../../db/outbox.ts';
import { closeStatement, findProposal, type ProposalRow } from '../../db/reversal-proposals.ts';
import { findMoved } from '../../db/reversible.ts';
import { readFreeE4 } from '../../db/stock.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { postReversal, type ReversalRefusal, type ReversibleOperation } from '../../ledger/reverse.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { mayStill } from './may-still.ts';
import { readProposal, reversibleOf, viewProposal } from './reversals.ts';
import type { Operator } from './customer-status.ts';

export type DecideRefusal = Refusal<
  | 'NotFound'
  | 'Forbidden'
  | 'ProposalDecided'
  | 'ProposalVoid'
  | 'SecondOperatorNeeded'
  | 'OwnAccount'
  | 'OperationNotReversible'
  | 'AlreadyReversed'
  | 'ReversalShortOfCash'
  | 'ReversalShortOfMetal'
  | 'OutOfStock'
  | 'InvalidAmount'
>;

/** Executes the reversal, once. A repeated approval gets the first reply. */
export async function approveReversal(
  deps: Deps,
  operator: Operator,
  command: { readonly id: string } & ReversalApproval,
): Promise<Result<ReversalProposal, DecideRefusal>> {
  const proposal = await findProposal(deps.db, command.id);
  if (proposal === null) return err({ code: 'NotFound' });
  if (wasApprovedBy(proposal, operator)) return ok(viewProposal(proposal, operator));
  const refusal = refusalToDecide(proposal, operator);
  if (refusal !== null) return err({ code: refusal });
  if (!(await mayStill(deps, proposal.proposedBy, 'reversals.propose'))) return err({ code: 'ProposalVoid' });
  const moved = await findMoved(deps.db, proposal.operationId);
  const of = moved === null ? null : reversibleOf(moved);
  if (of === null) return err({ code: 'OperationNotReversible' });

  const posted = await post(deps, operator, { proposal, of, note: command.note });
  if (!posted.ok) return decline(deps, operator, proposal, posted.error);
  deliverSoon(deps);
  deps.defer(deps.hub.notify(of.accountId, PORTFOLIO_CHANGED));
  return ok(await readProposal(deps, operator, proposal.id));
}

type Approved = {
  readonly proposal: ProposalRow;
  readonly of: ReversibleOperation;
  readonly note: string;
};

function post(deps: Deps, operator: Operator, { proposal, of, note }: Approved) {
  const now = deps.now();
  const operationId = deps.newId();
  const transactionId = deps.newId();
  const { type, metal, ouncesE4, totalCents } = of;
  const decisionNote = note === '' ? null : note;
  return postReversal(deps.db, {
    operationId,
    transactionId,
    of,
    proposalId: proposal.id,
    approvedBy: operator.actorId,
    decisionNote,
    note: proposal.customerNote,
    now,
    audit: {
      id: deps.newId(),
      at: now,
      by: operator,
      action: 'ledger.reversal-approved',
      subject: { kind: 'operation', id: of.operationId },
      before: { proposal: proposal.id, proposedBy: proposal.proposerEmail, reason: proposal.reason },
      after: { reversal: operationId, type, metal, ouncesE4, totalCents, customer: of.accountId },
      note: decisionNote,
    },
    alongside: [
      mailStatement(deps.db, {
        id: `receipt:${transactionId}`,
        userId: of.accountId,
        message: {
          kind: 'reversal-receipt',
          transactionId,
          of: type,
          reverses: of.transactionId,
          metal,
          ouncesE4,
          totalCents,
          note: proposal.customerNote,
          at: now,
        },
        now,
        origin: deps.origin,
      }),
    ],
  });
}

async function decline(
  deps: Deps,
  operator: Operator,
  { id, metal }: ProposalRow,
  refusal: ReversalRefusal,
): Promise<Result<ReversalProposal, DecideRefusal>> {
  switch (refusal) {
    case 'ReversalShortOfCash':
    case 'ReversalShortOfMetal':
      return err({ code: refusal });
    case 'BeyondBounds':
      return err({ code: 'InvalidAmount', detail: 'This would leave the bounds of an account.' });
    case 'OutOfStock':
      if (metal === null) throw new Error('only metal is out of stock');
      return err({ code: refusal, metal, freeOuncesE4: await readFreeE4(deps.db, metal) });
    case 'AlreadyReversed':
    case 'NotAsExpected': {
      // Another request was first, perhaps a copy of this one; or the metal is missing.
      const now = await findProposal(deps.db, id);
      if (now === null) return err({ code: 'NotFound' });
      if (wasApprovedBy(now, operator)) return ok(viewProposal(now, operator));
      if (now.state !== 'open') return err({ code: 'ProposalDecided' });
      if (refusal === 'AlreadyReversed') return err({ code: refusal });
      if (!(await mayStill(deps, operator.actorId, 'reversals.decide'))) return err({ code: 'Forbidden' });
      if (!(await mayStill(deps, now.proposedBy, 'reversals.propose'))) return err({ code: 'ProposalVoid' });
      return err({ code: metal === null ? 'OperationNotReversible' : 'ReversalShortOfMetal' });
    }
  }
}

export async function rejectReversal(
  deps: Deps,
  operator: Operator,
  command: { readonly id: string } & ReversalRejection,
): Promise<Result<ReversalProposal, DecideRefusal>> {
  const proposal = await findProposal(deps.db, command.id);
  if (proposal === null) return err({ code: 'NotFound' });
  const refusal = refusalToDecide(proposal, operator);
  if (refusal !== null) return err({ code: refusal });
  return close(deps, operator, proposal, { state: 'rejected', note: command.note });
}

/** The proposer takes it back. */
export async function withdrawReversal(
  deps: Deps,
  operator: Operator,
  id: string,
): Promise<Result<ReversalProposal, DecideRefusal>> {
  const proposal = await findProposal(deps.db, id);
  if (proposal === null) return err({ code: 'NotFound' });
  if (proposal.proposedBy !== operator.actorId) return err({ code: 'Forbidden' });
  if (proposal.state !== 'open') return err({ code: 'ProposalDecided' });
  return close(deps, operator, proposal, { state: 'withdrawn', note: null });
}

async function close(
  deps: Deps,
  operator: Operator,
  proposal: ProposalRow,
  decision: { readonly state: 'rejected' | 'withdrawn'; readonly note: string | null },
): Promise<Result<ReversalProposal, DecideRefusal>> {
  const now = deps.now();
  const { state, note } = decision;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: state === 'rejected' ? 'ledger.reversal-rejected' : 'ledger.reversal-withdrawn',
      subject: { kind: 'operation', id: proposal.operationId },
      before: { proposal: proposal.id, proposedBy: proposal.proposerEmail, reason: proposal.reason },
      after: { state },
      note,
    },
    [closeStatement(deps.db, { id: proposal.id, state, by: operator.actorId, at: now, note })],
    { ifChanged: true },
  );
  return logged ? ok(await readProposal(deps, operator, proposal.id)) : err({ code: 'ProposalDecided' });
}

function wasApprovedBy({ state, decidedBy }: ProposalRow, { actorId }: Operator): boolean {
  return state === 'approved' && decidedBy === actorId;
}

function refusalToDecide(
  proposal: ProposalRow,
  { actorId }: Operator,
): 'SecondOperatorNeeded' | 'OwnAccount' | 'ProposalDecided' | null {
  if (proposal.proposedBy === actorId) return 'SecondOperatorNeeded';
  if (proposal.accountId === actorId) return 'OwnAccount';
  return proposal.state === 'open' ? null : 'ProposalDecided';
}
