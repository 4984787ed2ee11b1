// A customer asks for money to be sent to an account of his own: what is asked for is taken aside in one batch with its limits, holds and
// flags, and waits there for the cron (send-withdrawals.ts).

import { portfolioOf } from '../contract/portfolio.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import { transactionOf } from '../contract/transactions.ts';
import type { WithdrawalReply, WithdrawalRequest } from '../contract/withdrawals.ts';
import { findStepUpMethods } from '../db/factors.ts';
import { eventsFor, readHoldEvents } from '../db/hold-events.ts';
import { readLevelLimits } from '../db/deposit-limits.ts';
import { readWithdrawable } from '../db/withdrawable.ts';
import { guardWithdrawalLimits, readWithdrawalLevel, withdrawalFreeAt } from '../db/withdrawal-limits.ts';
import { mailStatement } from '../db/outbox.ts';
import { findPayoutTarget, type PayoutTarget } from '../db/withdrawals.ts';
import { arrivalDay } from '../domain/business-days.ts';
import type { StepUpMethod } from '../domain/factors.ts';
import { holdsOf, holdUntil } from '../domain/holds.ts';
import { levelFor } from '../domain/level-limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';
import { withdrawalFeeCents, withdrawalProblem } from '../domain/withdrawals.ts';
import { portfolioAfter, readReply } from '../ledger/reply.ts';
import { reserveWithdrawal } from '../ledger/withdrawals.ts';
import { deliverSoon } from './deliver-mail.ts';
import { newLink } from './mailed-link.ts';
import { lookUp, type MoneyAnswer, type MoneyRequest } from './idempotency.ts';
import { type PayoutGateway, type PayoutGateways, payoutGatewaysOf } from './payout-gateway.ts';
import { currentMarks, type MoneyDeps } from './price-source.ts';
import { requestedLetter } from './withdrawal-letters.ts';
import { viewWithdrawal } from './withdrawals.ts';

export type RequestWithdrawalRefusal = Refusal<
  | 'IdempotencyKeyReused'
  | 'NotFound'
  | 'PayoutAccountNotReady'
  | 'WithdrawalBelowMinimum'
  | 'WithdrawalAboveMaximum'
  | 'NotWithdrawable'
  | 'WithdrawalLimitReached'
  | 'LevelNeeded'
  | 'AccountFrozen'
  | 'Unavailable'
>;

/** `provedBy`: how the customer has just proved who he is (requireStepUp). */
export type ProvedRequest = MoneyRequest & { readonly provedBy: StepUpMethod | null };

const RETRY_SECONDS = 5;

export async function requestWithdrawal(
  deps: MoneyDeps,
  request: ProvedRequest,
  body: WithdrawalRequest,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<Result<MoneyAnswer<WithdrawalReply>, RequestWithdrawalRefusal>> {
  const found = await lookUp(deps.db, request);
  if (!found.ok) return found;
  const { operation, requestHash } = found.value;
  if (operation !== null) return replay(operation.reply);
  const target = await judge(deps, request.accountId, body);
  if (!target.ok) return target;
  const gateway = gateways.find(({ methods }) => methods.includes(target.value.method));
  if (gateway === undefined) {
    return err({ code: 'Unavailable', detail: 'Withdrawals are not available at the moment.' });
  }
  const reserved = await reserve(deps, { request, requestHash, body, target: target.value, gateway });
  if (reserved.ok) {
    deps.defer(deps.hub.notify(request.accountId, PORTFOLIO_CHANGED));
    deliverSoon(deps);
    return ok({ replayed: false, body: withdrawalReply(reserved.value) });
  }
  switch (reserved.error) {
    case 'AccountFrozen':
      return err({ code: 'AccountFrozen' });
    case 'OperationExists': {
      const again = await lookUp(deps.db, request);
      if (!again.ok) return again;
      return replay(again.value.operation?.reply ?? null);
    }
    case 'NotAsExpected': {
      // What was judged before the batch may be otherwise by now.
      const judged = await judge(deps, request.accountId, body);
      return judged.ok ? err(await limitReached(deps, request.accountId, body.amountCents)) : judged;
    }
  }
}

/** The payout account, if so much may go there. */
async function judge(
  deps: MoneyDeps,
  accountId: string,
  { amountCents, payoutAccountId }: WithdrawalRequest,
): Promise<Result<PayoutTarget, RequestWithdrawalRefusal>> {
  const [target, { withdrawableCents }] = await Promise.all([
    findPayoutTarget(deps.db, accountId, payoutAccountId),
    readWithdrawable(deps.db, accountId, deps.now()),
  ]);
  if (target === null) return err({ code: 'NotFound' });
  if (target.status !== 'active') return err({ code: 'PayoutAccountNotReady' });
  const problem = withdrawalProblem(amountCents, withdrawableCents, target.method);
  if (problem === 'NotWithdrawable') return err({ code: problem, withdrawableCents });
  return problem === null ? ok(target) : err({ code: problem });
}

type Judged = {
  readonly request: ProvedRequest;
  readonly requestHash: string;
  readonly body: WithdrawalRequest;
  readonly target: PayoutTarget;
  readonly gateway: PayoutGateway;
};

async function reserve(deps: MoneyDeps, { request, requestHash, body, target, gateway }: Judged) {
  const { db } = deps;
  const { method } = target;
  const now = deps.now();
  const { accountId, idempotencyKey, provedBy } = request;
  const [events, proofs, marks] = await Promise.all([
    readHoldEvents(db, accountId, now),
    findStepUpMethods(db, accountId),
    currentMarks(deps),
  ]);
  const holds = holdsOf(eventsFor(events, body.payoutAccountId), now);
  const until = holdUntil(holds, now);
  // Who has a second factor has proved by it who he is (requireStepUp), unless it was added after the proof, by a password then.
  const confirmed = !proofs.includes('password') && provedBy !== 'password';
  const [operationId, withdrawalId] = [deps.newId(), deps.newId()];
  const asked = { withdrawalId, accountId, amountCents: body.amountCents, target };
  return reserveWithdrawal(db, {
    operationId,
    withdrawalId,
    accountId,
    idempotencyKey,
    requestHash,
    ...body,
    method,
    feeCents: withdrawalFeeCents(method),
    holds,
    holdUntil: until,
    expectedOn: arrivalDay(method, until),
    gateway: gateway.name,
    confirmed,
    marks,
    now,
    alongside: [
      guardWithdrawalLimits(db, { operationId, accountId }, now),
      ...(confirmed ? [requestedLetter(deps, withdrawalId, now)] : confirmationLetter(deps, asked, now)),
    ],
  });
}

/** Who has no second factor confirms by the link of a letter; without it nothing is sent. */
function confirmationLetter(
  deps: MoneyDeps,
  asked: {
    readonly withdrawalId: string;
    readonly accountId: string;
    readonly amountCents: number;
    readonly target: PayoutTarget;
  },
  now: number,
): D1PreparedStatement[] {
  const { withdrawalId, accountId: userId, amountCents, target } = asked;
  const { method, masked: to } = target;
  const link = newLink(deps, { purpose: 'withdrawal', userId, subjectId: withdrawalId }, now);
  const { id: linkId, expiresAt } = link;
  const message = { kind: 'withdrawal-confirm', amountCents, method, to, linkId, expiresAt } as const;
  const id = `withdrawal-confirm:${withdrawalId}`;
  return [link.statement, mailStatement(deps.db, { id, userId, message, now, origin: deps.origin })];
}

/** Which limit it is, and when it has room again. */
async function limitReached(
  deps: MoneyDeps,
  accountId: string,
  amountCents: number,
): Promise<RequestWithdrawalRefusal> {
  const { db } = deps;
  const now = deps.now();
  const [freeAt, { level, maxCents, usedCents }, limits] = await Promise.all([
    withdrawalFreeAt(db, accountId, now),
    readWithdrawalLevel(db, accountId, now),
    readLevelLimits(db, 'withdrawal'),
  ]);
  if (freeAt !== null) {
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now) / 1000));
    return { code: 'WithdrawalLimitReached', retryAfterSeconds };
  }
  if (usedCents + amountCents > maxCents) {
    const neededLevel = levelFor(limits, usedCents + amountCents, level, Number.MAX_SAFE_INTEGER);
    return { code: 'LevelNeeded', neededLevel, level, of: 'withdrawals', limitCents: maxCents, usedCents };
  }
  // Others of this customer's requests are under way at this moment.
  return { code: 'Unavailable', retryAfterSeconds: RETRY_SECONDS };
}

function replay(reply: string | null): Result<MoneyAnswer<WithdrawalReply>, Refusal<'Unavailable'>> {
  if (reply === null) return err({ code: 'Unavailable', retryAfterSeconds: RETRY_SECONDS });
  return ok({ replayed: true, body: withdrawalReply(reply) });
}

/** A pure function of what was stored: as it was right after it was asked for. */
function withdrawalReply(reply: string): WithdrawalReply {
  const stored = readReply(reply);
  if (stored.withdrawal === undefined) throw new Error('only a withdrawal is answered so');
  return {
    transaction: transactionOf(viewTransaction(stored.transaction)),
    withdrawal: viewWithdrawal(stored.withdrawal),
    portfolio: portfolioOf(portfolioAfter(stored)),
  };
}
