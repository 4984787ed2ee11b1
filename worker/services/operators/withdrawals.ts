// What operators see of withdrawals and say of one. Two of them approve what has a flag, each for himself; one alone stops it, or gives the
// money back. Nobody shortens a hold, and nobody decides about his own money (P91). What of the bank's words does not fit the books waits
// until one has said what was done (P102).

import type {
  Contradiction,
  ContradictionResolution,
  QueuedWithdrawal,
  WithdrawalDecision,
  WithdrawalDetails,
  WithdrawalQueue,
  WithdrawalQueueQuery,
  WithdrawalRejection,
} from '../../contract/operators/withdrawals.ts';
import { PORTFOLIO_CHANGED } from '../../contract/prices.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { clearGuards, failedGuard, guard } from '../../db/guards.ts';
import { isOperator } from '../../db/operators/operators.ts';
import {
  decisionStatement,
  findQueued,
  lastDurations,
  listQueued,
  queueKey,
  type MovedRow,
  type QueuedRow,
  readPast,
  releaseApprovedStatement,
  stopStatement,
} from '../../db/operators/withdrawals.ts';
import { proposalsAbout } from '../../db/operators/proposals.ts';
import { type ContradictionRow, contradictionsOf, resolveStatement } from '../../db/payout-contradictions.ts';
import { findPayout } from '../../db/withdrawals.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import {
  proposableAboutWithdrawal,
  type WithdrawalDecisionWord,
  type WithdrawalFacts,
  type WithdrawalFlag,
} from '../../domain/withdrawals.ts';
import { giveBackOneStatements } from '../../ledger/withdrawals.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { returnedLetter } from '../withdrawal-letters.ts';
import { viewWithdrawal } from '../withdrawals.ts';
import type { Operator } from './customer-status.ts';
import { viewEntries } from './ledger.ts';
import type { Actor } from './proposals.ts';
import { WITHDRAWALS } from './withdrawal-proposals.ts';

/** So many of the last ones say how long it takes. */
const MEASURED = 100;

export async function withdrawalQueue(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  operator: Operator,
  query: WithdrawalQueueQuery,
): Promise<WithdrawalQueue> {
  const filter = { state: query.state ?? null, order: query.order, flag: query.flag ?? null };
  const key = queueKey(filter);
  const [rows, durations] = await Promise.all([
    listQueued(db, operator.actorId, filter, { after: query.cursor, limit: query.limit + 1, now: now() }),
    lastDurations(db, MEASURED),
  ]);
  const parsed = rows.map((row) => ({ row, facts: JSON.parse(row.facts) as WithdrawalFacts }));
  const { items, nextCursor } = pageOf(
    parsed,
    query.limit,
    ({ facts }) => [facts[key] ?? facts.requestedAt, facts.id],
    ({ row, facts }) => viewQueued(row, facts, operator),
  );
  return { withdrawals: items, nextCursor, medianMs: medianOf(durations) };
}

function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

function viewQueued(row: QueuedRow, facts: WithdrawalFacts, operator: Operator): QueuedWithdrawal {
  const { sentCents: _sent, canCancel: _can, exchange: _exchange, ...shown } = viewWithdrawal(facts);
  const flags = JSON.parse(row.flags) as WithdrawalFlag[];
  const mine = row.accountId === operator.actorId;
  return {
    ...shown,
    customer: { id: row.accountId, name: row.name, email: row.email },
    flags,
    // What the bank calls it is for operators.
    failure: facts.failure,
    gatewayReference: row.gatewayReference,
    unsentBecause: row.unsentBecause,
    refused: row.refused,
    approvals: row.approvals,
    mine,
    waitsForMe: facts.state === 'waiting-approval' && !mine && row.approvedByMe === 0,
  };
}

export async function oneQueued(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<Result<WithdrawalDetails, Refusal<'NotFound'>>> {
  const [row, past, said, proposals] = await Promise.all([
    findQueued(db, actor.actorId, id, now()),
    readPast(db, id),
    contradictionsOf(db, id),
    proposalsAbout(db, 'withdrawals', id),
  ]);
  if (row === null) return err({ code: 'NotFound' });
  const facts = JSON.parse(row.facts) as WithdrawalFacts;
  return ok({
    ...viewQueued(row, facts, actor),
    decisions: past.decisions.map(({ by, decision, reason, at, isVoid }) => ({
      by,
      decision,
      reason,
      at: iso(at),
      isVoid: isVoid === 1,
    })),
    operations: operationsOf(past.moved),
    contradictions: said.map(viewContradiction),
    proposals: proposals.map((proposal) => WITHDRAWALS.view(proposal, actor, now())),
    proposable: proposableAboutWithdrawal({ state: facts.state, cameBack: facts.returnedAt !== null }),
  });
}

function viewContradiction(row: ContradictionRow): Contradiction {
  const { resolvedBy: by, resolution: what, resolvedAt: at, saidAt, ...said } = row;
  const isResolved = by !== null && what !== null && at !== null;
  return { ...said, saidAt: iso(saidAt), resolved: isResolved ? { by, what, at: iso(at) } : null };
}

function operationsOf(moved: readonly MovedRow[]): WithdrawalDetails['operations'] {
  const operations = new Map<string, WithdrawalDetails['operations'][number]>();
  for (const { id, at, account, asset, amount } of moved) {
    const operation = operations.get(id) ?? { id, at: iso(at), entries: [] };
    operation.entries.push(...viewEntries([{ account, asset, amount }]));
    operations.set(id, operation);
  }
  return [...operations.values()];
}

export type DecideWithdrawalRefusal = Refusal<'NotFound' | 'OwnAccount' | 'Forbidden' | 'WithdrawalChanged'>;
type Decided = Promise<Result<WithdrawalDetails, DecideWithdrawalRefusal>>;
type Command<T> = { readonly id: string } & T;

/** Said twice by the same operator it counts once. */
export function approveWithdrawal(
  deps: Deps,
  operator: Actor,
  { id, reason }: Command<WithdrawalDecision>,
): Decided {
  return decide(deps, operator, { id, decision: 'approve', reason }, (now) => [
    releaseApprovedStatement(deps.db, id, now),
  ]);
}

export function stopWithdrawal(
  deps: Deps,
  operator: Actor,
  { id, reason }: Command<WithdrawalDecision>,
): Decided {
  return decide(deps, operator, { id, decision: 'stop', reason }, () => [stopStatement(deps.db, id)]);
}

/** Gives the money back. What the operators tell the customer is in the letter and on the receipt. */
export async function rejectWithdrawal(
  deps: Deps,
  operator: Actor,
  { id, reason, customerNote }: Command<WithdrawalRejection>,
): Decided {
  const payout = await findPayout(deps.db, id);
  if (payout === null) return err({ code: 'NotFound' });
  const note = customerNote === '' ? null : customerNote;
  return decide(deps, operator, { id, decision: 'reject', reason }, (now) => [
    ...giveBackOneStatements(deps.db, id, { state: 'rejected', initiator: 'house', failure: note, now }),
    returnedLetter(deps, payout, { cents: payout.amountCents, because: 'operators', note, now }),
  ]);
}

const ACTIONS = {
  approve: 'withdrawal.approved',
  stop: 'withdrawal.stopped',
  reject: 'withdrawal.rejected',
} as const satisfies Record<WithdrawalDecisionWord, AuditAction>;

/** The decision, what follows from it and its line in the log: all of it, or nothing. */
async function decide(
  deps: Deps,
  operator: Actor,
  made: {
    readonly id: string;
    readonly decision: WithdrawalDecisionWord;
    readonly reason: string;
  },
  then: (now: number) => readonly D1PreparedStatement[],
): Decided {
  const { id, decision, reason } = made;
  const before = await findQueued(deps.db, operator.actorId, id, deps.now());
  if (before === null) return err({ code: 'NotFound' });
  if (before.accountId === operator.actorId) return err({ code: 'OwnAccount' });
  const facts = JSON.parse(before.facts) as WithdrawalFacts;
  const now = deps.now();
  const guardId = deps.newId();
  const event = {
    id: deps.newId(),
    at: now,
    by: operator,
    action: ACTIONS[decision],
    subject: { kind: 'withdrawal', id } as const,
    before: {
      state: facts.state,
      amountCents: facts.amountCents,
      flags: before.flags,
      customer: before.accountId,
    },
    note: reason,
  };
  try {
    await commitAudited(deps.db, event, [
      decisionStatement(deps.db, { withdrawalId: id, operatorId: operator.actorId, decision, reason, now }),
      guard(deps.db, guardId, 'decision'),
      ...then(now),
      clearGuards(deps.db, guardId),
    ]);
  } catch (error) {
    if (!failedGuard(error)) throw error;
    return declined(deps, operator, made);
  }
  deps.defer(deps.hub.notify(before.accountId, PORTFOLIO_CHANGED));
  deliverSoon(deps);
  return oneQueued(deps, operator, id);
}

/** Says what was done about what the bank has said against the books, as far as the operator has read it. */
export async function resolveContradictions(
  deps: Deps,
  actor: Actor,
  { id, reason, contradictions }: Command<ContradictionResolution>,
): Decided {
  const before = await findQueued(deps.db, actor.actorId, id, deps.now());
  if (before === null) return err({ code: 'NotFound' });
  if (before.accountId === actor.actorId) return err({ code: 'OwnAccount' });
  const now = deps.now();
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: actor,
      action: 'withdrawal.contradiction-resolved',
      subject: { kind: 'withdrawal', id },
      after: { customer: before.accountId },
      note: reason,
    },
    [
      resolveStatement(deps.db, {
        withdrawalId: id,
        contradictions,
        operatorId: actor.actorId,
        reason,
        now,
      }),
    ],
    { ifChanged: true },
  );
  if (logged) return oneQueued(deps, actor, id);
  const still = await isOperator(deps.db, actor.actorId);
  return err({ code: still ? 'WithdrawalChanged' : 'Forbidden' });
}

/** Another was first, perhaps a copy of this request; or the operator may no longer decide. */
async function declined(
  deps: Deps,
  operator: Actor,
  { id, decision }: { readonly id: string; readonly decision: WithdrawalDecisionWord },
): Decided {
  const after = await findQueued(deps.db, operator.actorId, id, deps.now());
  if (after === null) return err({ code: 'NotFound' });
  if (decision === 'approve' && after.approvedByMe === 1) return oneQueued(deps, operator, id);
  const still = await isOperator(deps.db, operator.actorId);
  return err({ code: still ? 'WithdrawalChanged' : 'Forbidden' });
}
