// Proposals of reversals: made by one operator with a reason, for another to decide (decide-reversal.ts). A proposal and its
// line in the audit log are one batch.

import type {
  ReversalProposal,
  ReversalProposalsPage,
  ReversalProposalsQuery,
  ReversalRequest,
} from '../../contract/operators/ledger.ts';
import type { Refusal } from '../../contract/problems.ts';
import { readLeftovers } from '../../db/account-closings.ts';
import { commitAudited } from '../../db/audit-log.ts';
import {
  findProposal,
  isProposedAlready,
  listProposals,
  type ProposalRow,
  proposeStatement,
} from '../../db/reversal-proposals.ts';
import { findMoved, type MovedOperation } from '../../db/reversible.ts';
import { LEDGER_PAGE } from '../../domain/ledger-list.ts';
import { isReversible } from '../../domain/reversals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { ReversibleOperation } from '../../ledger/reverse.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import type { Operator } from './customer-status.ts';
import { mayStill } from './may-still.ts';
import { iso } from '../../domain/time.ts';

/** Null for what cannot be undone: what moved nothing, a withdrawal, a reversal, a deposit that the bank took back. */
export function reversibleOf(moved: MovedOperation): ReversibleOperation | null {
  const { type, status, isTakenBack } = moved;
  return status === 'completed' && isTakenBack === 0 && isReversible(type) ? { ...moved, type } : null;
}

export async function pageOfProposals(
  deps: Pick<Deps, 'db'>,
  operator: Operator,
  query: ReversalProposalsQuery,
): Promise<ReversalProposalsPage> {
  const rows = await listProposals(deps.db, {
    open: query.state === 'open',
    after: query.cursor,
    limit: LEDGER_PAGE + 1,
  });
  const { items, nextCursor } = pageOf(
    rows,
    LEDGER_PAGE,
    (row) => [row.proposedAt, row.id],
    (row) => viewProposal(row, operator),
  );
  return { proposals: items, nextCursor };
}

export function viewProposal(row: ProposalRow, operator: Operator): ReversalProposal {
  return {
    id: row.id,
    operationId: row.operationId,
    customer: { id: row.accountId, name: row.customerName, email: row.customerEmail },
    type: row.type,
    reversedType: row.reversedType,
    metal: row.metal,
    ouncesE4: row.ouncesE4,
    totalCents: row.totalCents,
    state: row.state,
    proposedBy: row.proposerEmail,
    proposedAt: iso(row.proposedAt),
    reason: row.reason,
    customerNote: row.customerNote,
    decidedBy: row.deciderEmail,
    decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
    decisionNote: row.decisionNote,
    reversalId: row.reversalId,
    mine: row.proposedBy === operator.actorId,
    waitsForMe:
      row.state === 'open' && row.proposedBy !== operator.actorId && row.accountId !== operator.actorId,
  };
}

export type ProposeRefusal = Refusal<
  'NotFound' | 'Forbidden' | 'OperationNotReversible' | 'AlreadyReversed' | 'ReversalProposed' | 'OwnAccount'
>;

export async function proposeReversal(
  deps: Deps,
  operator: Operator,
  request: ReversalRequest,
): Promise<Result<ReversalProposal, ProposeRefusal>> {
  const { operationId, reason } = request;
  const moved = await findMoved(deps.db, operationId);
  if (moved === null) return err({ code: 'NotFound' });
  const of = reversibleOf(moved);
  // A closed account holds nothing, and nothing comes into it again.
  if (of === null || (await readLeftovers(deps.db, of.accountId)) === null) {
    return err({ code: 'OperationNotReversible' });
  }
  if (of.accountId === operator.actorId) return err({ code: 'OwnAccount' });
  const id = deps.newId();
  const now = deps.now();
  const customerNote = request.customerNote === '' ? null : request.customerNote;
  const { accountId, type, metal, ouncesE4, totalCents } = of;
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: operator,
        action: 'ledger.reversal-proposed',
        subject: { kind: 'operation', id: operationId },
        before: { type, metal, ouncesE4, totalCents, customer: accountId },
        after: { proposal: id, customerNote },
        note: reason,
      },
      [
        proposeStatement(deps.db, {
          id,
          operationId,
          accountId,
          by: operator.actorId,
          at: now,
          reason,
          customerNote,
        }),
      ],
      { ifChanged: true },
    );
    if (!logged) {
      const still = await mayStill(deps, operator.actorId, 'reversals.propose');
      return err({ code: still ? 'AlreadyReversed' : 'Forbidden' });
    }
  } catch (error) {
    if (isProposedAlready(error)) return err({ code: 'ReversalProposed' });
    throw error;
  }
  return ok(await readProposal(deps, operator, id));
}

/** One that is known to be there. */
export async function readProposal(
  deps: Pick<Deps, 'db'>,
  operator: Operator,
  id: string,
): Promise<ReversalProposal> {
  const row = await findProposal(deps.db, id);
  if (row === null) throw new Error('a proposal is never removed');
  return viewProposal(row, operator);
}
