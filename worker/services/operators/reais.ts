// Reais for operators: what waits, and sending back what nobody can be found for. It goes back to the account that it came from and to no
// other, so one operator decides it, with a reason and a line in the audit log (P96).

import {
  REAIS_PAGE,
  type ReaisAtWork,
  type ReaisQuery,
  type ReaisRefundRequest,
} from '../../contract/operators/reais.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findBrlPayment } from '../../db/brl-deposits.ts';
import { failedGuard } from '../../db/guards.ts';
import { HAND_REFUNDS, type HandRefundRow } from '../../db/hand-refunds.ts';
import {
  type ContestedDeposit,
  listContested,
  listPaymentsAtWork,
  type PaymentAtWork,
} from '../../db/operators/reais.ts';
import { sha256Hex } from '../../db/sha256.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { HAND_REFUNDS_SHOWN } from '../../domain/pix.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import { brokenLedgerRule } from '../../ledger/commit.ts';
import { sendBackStatements } from '../../ledger/reais.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { gatewaysOf } from '../payment-gateway.ts';
import { refundSoon } from '../refund-reais.ts';
import { viewProposed } from './decide-row.ts';
import type { Actor } from './proposals.ts';

/** What is beside the payments stands on the first page alone. */
export async function reaisAtWork(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { cursor }: ReaisQuery = {},
): Promise<ReaisAtWork> {
  const [rows, contested, byHand] = await Promise.all([
    listPaymentsAtWork(db, cursor, REAIS_PAGE + 1),
    cursor === undefined ? listContested(db) : [],
    cursor === undefined ? HAND_REFUNDS.list(db, HAND_REFUNDS_SHOWN) : [],
  ]);
  const { items, nextCursor } = pageOf(
    rows,
    REAIS_PAGE,
    (row) => [row.receivedAt, row.arrivalId],
    viewPayment,
  );
  return {
    payments: items,
    nextCursor,
    contested: contested.map(viewContested),
    byHand: byHand.map((row) => viewHandRefund(row, actor)),
  };
}

function viewHandRefund(row: HandRefundRow, actor: Actor) {
  const { bankSaidAt, answeredAt, ...proposal } = viewProposed(row, actor, HAND_REFUNDS.decides);
  return {
    ...proposal,
    state: row.state,
    bankSaidAt: isoOrNull(bankSaidAt),
    answeredAt: isoOrNull(answeredAt),
  };
}

function viewPayment(row: PaymentAtWork) {
  const {
    accountId,
    name,
    email,
    paidAt,
    receivedAt,
    refusedAt,
    nextTryAt,
    heldAt,
    arrivalId: _,
    ...payment
  } = row;
  return {
    ...payment,
    refusedAt: isoOrNull(refusedAt),
    nextTryAt: isoOrNull(nextTryAt),
    heldAt: isoOrNull(heldAt),
    customer: accountId === null || name === null || email === null ? null : { id: accountId, name, email },
    paidAt: iso(paidAt),
    receivedAt: iso(receivedAt),
  };
}

function viewContested({ accountId, name, email, contestedAt, takenBackAt, ...deposit }: ContestedDeposit) {
  return {
    ...deposit,
    customer: { id: accountId, name, email },
    contestedAt: iso(contestedAt),
    takenBackAt: isoOrNull(takenBackAt),
  };
}

export async function refundUnknown(
  deps: Deps,
  actor: Actor,
  { gateway, id, note }: ReaisRefundRequest,
): Promise<Result<ReaisAtWork, Refusal<'NotFound' | 'PaymentMoved'>>> {
  const payment = await findBrlPayment(deps.db, { gateway, id });
  if (payment === null) return err({ code: 'NotFound' });
  if (payment.state !== 'unknown') return err({ code: 'PaymentMoved' });
  const now = deps.now();
  try {
    await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: 'reais.returned',
        before: { gateway, payment: id, brlCents: payment.brlCents },
        note,
      },
      sendBackStatements(deps.db, payment, {
        operationId: deps.newId(),
        requestHash: await sha256Hex(JSON.stringify(payment)),
        reason: 'operators',
        now,
        alongside: [],
      }),
    );
  } catch (error) {
    if (!failedGuard(error) && brokenLedgerRule(error) !== 'one-operation-per-key') throw error;
    return err({ code: 'PaymentMoved' });
  }
  refundSoon(deps, gatewaysOf(deps.env));
  return ok(await reaisAtWork(deps, actor));
}
