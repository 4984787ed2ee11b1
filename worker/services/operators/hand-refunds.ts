// Reais that their bank refuses to send back for ever: an operator holds them, so that nothing sends them any more, somebody returns them
// at the bank by hand, and two operators book it (P104). Money that went twice, because the bank sent it after all, waits for an answer.

import type {
  AnswerRequest,
  HandRefundRequest,
  ReaisAtWork,
  ReaisRefundRequest,
} from '../../contract/operators/reais.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findBrlPayment } from '../../db/brl-deposits.ts';
import { failedGuard } from '../../db/guards.ts';
import {
  answerStatement,
  closeAnsweredStatement,
  HAND_REFUNDS,
  type HandRefundRow,
  holdStatement,
  proposeHandRefundStatement,
  releaseStatement,
} from '../../db/hand-refunds.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { brokenLedgerRule } from '../../ledger/commit.ts';
import { endRefundStatements } from '../../ledger/reais.ts';
import type { Deps } from '../deps.ts';
import { gatewaysOf } from '../payment-gateway.ts';
import { refundSoon } from '../refund-reais.ts';
import { approveRow, dropRow, proposeRow, type RowDesk } from './decide-row.ts';
import type { Actor } from './proposals.ts';
import { reaisAtWork } from './reais.ts';

type Moved = Refusal<'PaymentMoved'>;

const termsOf = ({ gateway, paymentId, reference, brlCents }: HandRefundRow) => ({
  gateway,
  payment: paymentId,
  brlCents,
  reference,
});

const DESK: RowDesk<HandRefundRow, ReaisAtWork, Moved, Refusal<'PaymentMoved' | 'ProposedAlready'>> = {
  table: HAND_REFUNDS,
  report: reaisAtWork,
  subject: 'deposit',
  actions: {
    proposed: 'reais.hand-refund-proposed',
    approved: 'reais.hand-refund-booked',
    rejected: 'reais.hand-refund-rejected',
    withdrawn: 'reais.hand-refund-withdrawn',
  },
  refusals: { stands: { code: 'PaymentMoved' }, another: { code: 'ProposedAlready' } },
  approved: termsOf,
  dropped: termsOf,
  statements: (deps, { id, gateway, paymentId, brlCents }, now) =>
    endRefundStatements(
      deps.db,
      { gateway, id: paymentId, brlCents, state: 'refunding' },
      { operationId: deps.newId(), requestHash: id, reason: null, now, alongside: [] },
    ),
  failed: async ({ db }, { gateway, paymentId }, error) => {
    if (!failedGuard(error) && brokenLedgerRule(error) !== 'one-operation-per-key') return null;
    const payment = await findBrlPayment(db, { gateway, id: paymentId });
    return payment?.state === 'refunding' ? null : { code: 'PaymentMoved' };
  },
};

type Reply = Promise<Result<ReaisAtWork, Refusal<'NotFound' | 'PaymentMoved'>>>;

export const holdRefund = (deps: Deps, actor: Actor, request: ReaisRefundRequest): Reply =>
  changeHold(deps, actor, request, 'reais.held', holdStatement);

export async function releaseRefund(deps: Deps, actor: Actor, request: ReaisRefundRequest): Reply {
  const released = await changeHold(deps, actor, request, 'reais.released', releaseStatement);
  if (released.ok) refundSoon(deps, gatewaysOf(deps.env));
  return released;
}

async function changeHold(
  deps: Deps,
  actor: Actor,
  { gateway, id, note }: ReaisRefundRequest,
  action: AuditAction,
  statement: typeof holdStatement,
): Reply {
  const payment = await findBrlPayment(deps.db, { gateway, id });
  if (payment === null) return err({ code: 'NotFound' });
  const at = deps.now();
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at,
      by: actor,
      action,
      before: { gateway, payment: id, brlCents: payment.brlCents, attempt: payment.attempt },
      note,
    },
    [statement(deps.db, { gateway, id }, { by: actor.actorId, at })],
    { ifChanged: true },
  );
  return logged ? ok(await reaisAtWork(deps, actor)) : err({ code: 'PaymentMoved' });
}

export async function proposeHandRefund(
  deps: Deps,
  actor: Actor,
  { gateway, id, reference, reason }: HandRefundRequest,
): Promise<Result<ReaisAtWork, Refusal<'NotFound' | 'PaymentMoved' | 'ProposedAlready'>>> {
  const payment = await findBrlPayment(deps.db, { gateway, id });
  if (payment === null) return err({ code: 'NotFound' });
  return proposeRow(DESK, deps, actor, {
    at: deps.now(),
    terms: { gateway, payment: id, brlCents: payment.brlCents, reference },
    note: reason,
    statement: ({ id: proposal, by, at }) =>
      proposeHandRefundStatement(deps.db, { gateway, id, proposal, reference, reason, by, at }),
  });
}

export const approveHandRefund = (deps: Deps, actor: Actor, id: string) => approveRow(DESK, deps, actor, id);

/** Where the bank has ended the payment meanwhile, somebody says first what became of the money: `answerTwice` closes it then. */
export async function dropHandRefund(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<ReaisAtWork, Refusal<'NotFound' | 'ProposalDecided' | 'PaymentMoved'>>> {
  const dropped = await dropRow(DESK, deps, actor, id);
  if (dropped.ok || dropped.error.code !== 'ProposalDecided') return dropped;
  const still = await HAND_REFUNDS.find(deps.db, id);
  return still?.state === 'open' ? err({ code: 'PaymentMoved' }) : dropped;
}

/** What was done about money that went back twice, or may have: the bank ended what an operator says went back by hand. */
export async function answerTwice(deps: Deps, actor: Actor, id: string, { note }: AnswerRequest): Reply {
  const found = await HAND_REFUNDS.find(deps.db, id);
  if (found === null) return err({ code: 'NotFound' });
  const at = deps.now();
  const { logged } = await commitAudited(
    deps.db,
    { id: deps.newId(), at, by: actor, action: 'reais.twice-answered', before: termsOf(found), note },
    [
      (found.state === 'open' ? closeAnsweredStatement : answerStatement)(deps.db, {
        id,
        by: actor.actorId,
        at,
        answer: note,
      }),
    ],
    { ifChanged: true },
  );
  return logged ? ok(await reaisAtWork(deps, actor)) : err({ code: 'PaymentMoved' });
}
