// A deposit: reserve -> call the gateway with the same key -> settle by its callback -> answer.
// Each step may be the last before a crash; the same request, or the cron, resumes there.

import type { DepositReply, DepositRequest } from '../contract/deposits.ts';
import { portfolioOf } from '../contract/portfolio.ts';
import type { Refusal } from '../contract/problems.ts';
import { transactionOf } from '../contract/transactions.ts';
import {
  findDepositOfOperation,
  findOperation,
  findStuckDeposits,
  isDollarDeposit,
  noteCall,
  type DollarDeposit,
} from '../db/operations.ts';
import {
  guardDepositLimits,
  readDepositLevel,
  readDepositLimits,
  readLevelLimits,
} from '../db/deposit-limits.ts';
import { submissionStatement } from '../db/submissions.ts';
import { STUCK_DEPOSIT_AGE_MS } from '../domain/deposits.ts';
import { depositFeeCents, depositRefusal } from '../domain/fees.ts';
import { levelFor, registerMaxCents } from '../domain/level-limits.ts';
import { decimalText } from '../domain/number-format.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';
import { acknowledgeDeposit, reserveDeposit } from '../ledger/deposits.ts';
import { portfolioAfter, readReply } from '../ledger/reply.ts';
import { answerWithin } from './answer-within.ts';
import { forwardSoon } from './forward-submissions.ts';
import { lookUp, type MoneyAnswer, type MoneyRequest } from './idempotency.ts';
import {
  GATEWAY_TIMEOUT_MS,
  gatewayNamed,
  gatewaysOf,
  type Gateways,
  type PaymentGateway,
} from './payment-gateway.ts';
import { currentMarks, lastUsdBrlE4, type MoneyDeps } from './price-source.ts';
import { receiveCallback } from './settle-deposit.ts';
import { logLine } from '../telemetry/log.ts';

export type MakeDepositRefusal = Refusal<
  | 'IdempotencyKeyReused'
  | 'DepositBelowMinimum'
  | 'DepositAboveMaximum'
  | 'DepositLimitReached'
  | 'DepositFailuresReached'
  | 'DepositNeedsEmail'
  | 'AccountFrozen'
  | 'LevelNeeded'
  | 'Unavailable'
>;

const RETRY_SECONDS = 5;
const RESUMED_PER_RUN = 50;

export async function makeDeposit(
  deps: MoneyDeps,
  request: MoneyRequest,
  body: DepositRequest,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<Result<MoneyAnswer<DepositReply>, MakeDepositRefusal>> {
  const found = await lookUp(deps.db, request);
  if (!found.ok) return found;
  const { operation, requestHash } = found.value;
  if (operation !== null && operation.reply !== null) {
    return ok({ replayed: true, body: depositReply(operation.reply) });
  }
  if (operation === null) {
    const refusal = depositRefusal(body.amountCents);
    if (refusal !== null) return err({ code: refusal });
    const gateway = gateways.find(({ methods }) => methods.includes(body.method));
    if (gateway === undefined) {
      return err({ code: 'Unavailable', detail: 'Deposits are not available at the moment.' });
    }
    const reserved = await reserve(deps, request, requestHash, body, gateway);
    if (!reserved.ok) return reserved;
    forwardSoon(deps);
  }
  return finish(deps, request, gateways, operation !== null);
}

/** Resumes deposits with an unfinished gateway call. For the cron. */
export async function resumeStuckDeposits(
  deps: MoneyDeps,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<{ found: number; resumed: number; failed: number }> {
  const stuck = await findStuckDeposits(deps.db, deps.now() - STUCK_DEPOSIT_AGE_MS, RESUMED_PER_RUN);
  const counted = { found: stuck.length, resumed: 0, failed: 0 };
  const silent = new Set<string>();
  for (const deposit of stuck) {
    // One that does not answer is not called again in this run, which would last for eight minutes with fifty deposits. The next run begins
    // with others, so that a deposit which never gets an answer is in nobody's way.
    if (silent.has(deposit.gateway)) continue;
    await noteCall(deps.db, deposit.id, deps.now());
    const became = await settleAndReply(deps, deposit, gateways);
    if (became === 'silent') silent.add(deposit.gateway);
    if (became === 'answered') counted.resumed += 1;
    else counted.failed += 1;
  }
  return counted;
}

async function reserve(
  deps: MoneyDeps,
  request: MoneyRequest,
  requestHash: string,
  { amountCents, method }: DepositRequest,
  gateway: PaymentGateway,
): Promise<Result<null, MakeDepositRefusal>> {
  const now = deps.now();
  const operationId = deps.newId();
  const { accountId } = request;
  const registerCents = registerMaxCents(await lastUsdBrlE4(deps));
  const reserved = await reserveDeposit(deps.db, {
    operationId,
    depositId: deps.newId(),
    accountId,
    idempotencyKey: request.idempotencyKey,
    requestHash,
    amountCents,
    feeCents: depositFeeCents(amountCents, method),
    method,
    gateway: gateway.name,
    now,
    alongside: [
      ...guardDepositLimits(deps.db, { operationId, accountId, registerMaxCents: registerCents }, now),
      submissionStatement(deps.db, {
        id: deps.newId(),
        type: 'deposit',
        userId: request.accountId,
        email: request.email,
        userAgent: request.userAgent,
        data: { amount: decimalText(amountCents, 2), paymentMethod: method },
        now,
      }),
    ],
  });
  if (!reserved.ok && reserved.error === 'AccountFrozen') return err({ code: 'AccountFrozen' });
  // 'OperationExists' is another request with the same key that was first: finish that one.
  return !reserved.ok && reserved.error === 'LimitReached'
    ? err(await limitReached(deps, { accountId, amountCents, registerCents }))
    : ok(null);
}

/** Which limit it is, and when it has room again. */
export async function limitReached(
  deps: MoneyDeps,
  deposit: { readonly accountId: string; readonly amountCents: number; readonly registerCents: number },
): Promise<MakeDepositRefusal> {
  const now = deps.now();
  const { needsEmail, madeFreeAt, failedFreeAt } = await readDepositLimits(deps.db, deposit, now);
  if (needsEmail) return { code: 'DepositNeedsEmail' };
  if (failedFreeAt !== null) {
    return { code: 'DepositFailuresReached', retryAfterSeconds: secondsUntil(failedFreeAt, now) };
  }
  if (madeFreeAt !== null)
    return { code: 'DepositLimitReached', retryAfterSeconds: secondsUntil(madeFreeAt, now) };
  const beyond = await beyondLevel(deps, deposit, now);
  if (beyond !== null) return beyond;
  // Others of this customer's deposits are with the gateway at this moment.
  return { code: 'Unavailable', retryAfterSeconds: RETRY_SECONDS };
}

/** For Retry-After: whole seconds, one at least. */
export const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000));

/** Null where the deposit fits into what the customer's level may deposit. */
async function beyondLevel(
  { db }: Pick<MoneyDeps, 'db'>,
  deposit: { readonly accountId: string; readonly amountCents: number; readonly registerCents: number },
  now: number,
): Promise<Refusal<'LevelNeeded'> | null> {
  const { amountCents, registerCents } = deposit;
  const [{ level, maxCents, usedCents }, limits] = await Promise.all([
    readDepositLevel(db, { accountId: deposit.accountId, registerMaxCents: registerCents }, now),
    readLevelLimits(db, 'deposit'),
  ]);
  if (usedCents + amountCents <= maxCents) return null;
  const neededLevel = levelFor(limits, usedCents + amountCents, level, registerCents);
  return { code: 'LevelNeeded', neededLevel, level, of: 'deposits', limitCents: maxCents, usedCents };
}

/** From a reservation, of this or a parallel request, to the stored reply. */
async function finish(
  deps: MoneyDeps,
  request: MoneyRequest,
  gateways: Gateways,
  replayed: boolean,
): Promise<Result<MoneyAnswer<DepositReply>, MakeDepositRefusal>> {
  const again = await lookUp(deps.db, request);
  if (!again.ok) return again;
  const operation = again.value.operation;
  if (operation === null) throw new Error('a reservation is there once it was made');
  if (operation.reply !== null) return ok({ replayed: true, body: depositReply(operation.reply) });
  const deposit = await findDepositOfOperation(deps.db, operation.id);
  if (deposit === null || !isDollarDeposit(deposit)) throw new Error('only a deposit waits for its reply');
  if ((await settleAndReply(deps, deposit, gateways)) !== 'answered') {
    return err({ code: 'Unavailable', retryAfterSeconds: RETRY_SECONDS });
  }
  const answered = await findOperation(deps.db, request.accountId, request.idempotencyKey);
  if (answered?.reply === null || answered === null) throw new Error('an acknowledged deposit has a reply');
  return ok({ replayed, body: depositReply(answered.reply) });
}

/**
 * Calls the gateway, applies a callback it hands over, writes the answer. `silent`: the gateway is out of reach; `refused`: what it handed
 * over is not believed.
 */
async function settleAndReply(
  deps: MoneyDeps,
  deposit: DollarDeposit,
  gateways: Gateways,
): Promise<'answered' | 'silent' | 'refused'> {
  const gateway = gatewayNamed(gateways, deposit.gateway);
  if (gateway === null) return 'silent';
  const payment = await callGateway(deps, gateway, deposit);
  if (payment === null) return 'silent';
  if (payment.callback !== null) {
    const received = await receiveCallback(deps, gateways, gateway.name, payment.callback);
    if (!received.ok) {
      logLine('error', 'own-callback-refused', { deposit: deposit.id, code: received.error.code });
      // The deposit stays pending: no answer is better than a wrong one. But one that is proved to be the gateway's and says another amount
      // is its answer, and will be the same however often it is called: what was paid waits for operators, and the gateway is asked later.
      if (received.error.code !== 'ValidationFailed') return 'refused';
    }
  }
  await acknowledgeDeposit(deps.db, deposit, {
    reference: payment.reference,
    marks: await currentMarks(deps),
    now: deps.now(),
  });
  return 'answered';
}

async function callGateway(deps: MoneyDeps, gateway: PaymentGateway, deposit: DollarDeposit) {
  const order = {
    key: deposit.id,
    payCents: deposit.amountCents + deposit.feeCents,
    amountCents: deposit.amountCents,
    method: deposit.method,
    now: deps.now(),
  };
  try {
    return await answerWithin(GATEWAY_TIMEOUT_MS, gateway.createPayment(order));
  } catch (error) {
    logLine('error', 'gateway-unreachable', { deposit: deposit.id, error: String(error) });
    return null;
  }
}

/** A pure function of what was stored. The amount is credited; what is paid is amount and fee (P6). */
export function depositReply(reply: string): DepositReply {
  const stored = readReply(reply);
  const { transaction } = stored;
  return {
    transaction: transactionOf(viewTransaction(transaction)),
    feeCents: transaction.feeCents,
    totalToPayCents: transaction.totalCents + transaction.feeCents,
    portfolio: portfolioOf(portfolioAfter(stored)),
  };
}
