// A deposit by PIX: reserve, with the rate locked -> create the charge at the gateway -> answer with the code to pay. Each step may be the
// last before a crash; the same request resumes there. Reais come from the customer's own CPF alone, and a TED needs no step of ours.

import type { PixDepositReply, PixDepositRequest } from '../contract/pix.ts';
import { portfolioOf } from '../contract/portfolio.ts';
import type { Refusal } from '../contract/problems.ts';
import { transactionOf } from '../contract/transactions.ts';
import {
  findBrlDepositOfOperation,
  findOwnCpfMac,
  guardOpenCharges,
  readOpenCharges,
  type StoredBrlDeposit,
} from '../db/brl-deposits.ts';
import { guardDepositLimits } from '../db/deposit-limits.ts';
import { submissionStatement } from '../db/submissions.ts';
import { brCode } from '../domain/br-code.ts';
import { depositRefusal } from '../domain/fees.ts';
import { registerMaxCents } from '../domain/level-limits.ts';
import {
  AMOUNT_MAX_CENTS,
  PIX_LOCKED_BY_ALL_MAX_CENTS,
  PIX_LOCKED_MAX_CENTS,
  PIX_OPEN_CHARGES_MAX,
  PIX_UNPAID_PER_DAY_MAX,
} from '../domain/limits.ts';
import { decimalText } from '../domain/number-format.ts';
import { dollarsFor, type ExchangeTerms, lockExpiry, reaisCost, txidOf } from '../domain/pix.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';
import { acknowledgeDeposit, reserveDeposit } from '../ledger/deposits.ts';
import { insertBrlDeposit, storePayload } from '../ledger/pix.ts';
import { portfolioAfter, readReply } from '../ledger/reply.ts';
import { answerWithin } from './answer-within.ts';
import { currentTerms, viewBrlDeposit } from './brl-deposits.ts';
import { forwardSoon } from './forward-submissions.ts';
import { lookUp, type MoneyAnswer, type MoneyRequest } from './idempotency.ts';
import { limitReached, type MakeDepositRefusal, secondsUntil } from './make-deposit.ts';
import {
  GATEWAY_TIMEOUT_MS,
  gatewayNamed,
  gatewaysOf,
  type Gateways,
  type PaymentGateway,
} from './payment-gateway.ts';
import { currentMarks, lastUsdBrlE4, type MoneyDeps, rateToExchangeAt } from './price-source.ts';
import { logLine } from '../telemetry/log.ts';

export type PixRefusal =
  | MakeDepositRefusal
  | Refusal<'PixNeedsCpf' | 'PixChargesOpen' | 'PixUnpaid' | 'RateUnavailable'>;

const RETRY_SECONDS = 5;
const RATE_RETRY_SECONDS = 60;

export async function makePixDeposit(
  deps: MoneyDeps,
  request: MoneyRequest,
  body: PixDepositRequest,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<Result<MoneyAnswer<PixDepositReply>, PixRefusal>> {
  const found = await lookUp(deps.db, request);
  if (!found.ok) return found;
  const { operation, requestHash } = found.value;
  if (operation === null) {
    const gateway = gateways.find(({ pix }) => pix !== undefined);
    if (gateway === undefined) {
      return err({ code: 'Unavailable', detail: 'Deposits by PIX are not available at the moment.' });
    }
    const reserved = await reserve(deps, request, requestHash, body, gateway);
    if (!reserved.ok) return reserved;
    forwardSoon(deps);
  }
  return finish(deps, request, gateways, operation !== null);
}

async function reserve(
  deps: MoneyDeps,
  request: MoneyRequest,
  requestHash: string,
  body: PixDepositRequest,
  gateway: PaymentGateway,
): Promise<Result<null, PixRefusal>> {
  const { accountId } = request;
  const [rate, { tariff, ...terms }, mac, usdBrlE4] = await Promise.all([
    rateToExchangeAt(deps),
    currentTerms(deps),
    findOwnCpfMac(deps.db, accountId),
    lastUsdBrlE4(deps),
  ]);
  if (mac === null) return err({ code: 'PixNeedsCpf' });
  if (rate === null) return err({ code: 'RateUnavailable', retryAfterSeconds: RATE_RETRY_SECONDS });
  const usdCents = body.amountCents ?? dollarsOf(body.brlCents ?? 0, rate.rateE4, terms);
  const refusal = depositRefusal(usdCents);
  if (refusal !== null) return err({ code: refusal });
  const now = deps.now();
  const [operationId, id] = [deps.newId(), deps.newId()];
  const registerCents = registerMaxCents(usdBrlE4);
  const reserved = await reserveDeposit(deps.db, {
    operationId,
    depositId: id,
    accountId,
    idempotencyKey: request.idempotencyKey,
    requestHash,
    amountCents: usdCents,
    feeCents: 0,
    method: 'pix',
    gateway: gateway.name,
    now,
    alongside: [
      insertBrlDeposit(deps.db, {
        id,
        accountId,
        method: 'pix',
        gateway: gateway.name,
        txid: txidOf(id),
        usdCents,
        ...reaisCost(usdCents, rate.rateE4, terms),
        rateE4: rate.rateE4,
        rateAt: Date.parse(rate.asOf),
        rateSource: rate.source,
        ...terms,
        tariffId: tariff?.id ?? null,
        now,
        expiresAt: lockExpiry(now),
      }),
      guardOpenCharges(deps.db, { operationId, accountId }, now),
      ...guardDepositLimits(deps.db, { operationId, accountId, registerMaxCents: registerCents }, now),
      submissionStatement(deps.db, {
        id: deps.newId(),
        type: 'deposit',
        userId: accountId,
        email: request.email,
        userAgent: request.userAgent,
        data: { amount: decimalText(usdCents, 2), paymentMethod: 'pix' },
        now,
      }),
    ],
  });
  // 'OperationExists' is another request with the same key that was first: finish that one.
  if (reserved.ok || reserved.error === 'OperationExists') return ok(null);
  if (reserved.error === 'AccountFrozen') return err({ code: 'AccountFrozen' });
  return err(await whichLimit(deps, { accountId, amountCents: usdCents, registerCents }));
}

/** As many as the reais pay for; beyond what any deposit may be, the bound says so. */
function dollarsOf(brlCents: number, rateE4: number, terms: ExchangeTerms): number {
  if (brlCents <= 0) return 0;
  return dollarsFor(Math.min(brlCents, AMOUNT_MAX_CENTS), rateE4, terms);
}

async function whichLimit(
  deps: MoneyDeps,
  deposit: { readonly accountId: string; readonly amountCents: number; readonly registerCents: number },
): Promise<PixRefusal> {
  const now = deps.now();
  const open = await readOpenCharges(deps.db, deposit.accountId, now);
  const isFull =
    open.charges >= PIX_OPEN_CHARGES_MAX || open.lockedCents + deposit.amountCents > PIX_LOCKED_MAX_CENTS;
  if (isFull) {
    return {
      code: 'PixChargesOpen',
      ...(open.nextEndsAt === null ? {} : { retryAfterSeconds: secondsUntil(open.nextEndsAt, now) }),
    };
  }
  if (open.unpaidUntil !== null && open.unpaid >= PIX_UNPAID_PER_DAY_MAX) {
    return { code: 'PixUnpaid', retryAfterSeconds: secondsUntil(open.unpaidUntil, now) };
  }
  if (open.lockedByAllCents + deposit.amountCents > PIX_LOCKED_BY_ALL_MAX_CENTS) {
    return { code: 'RateUnavailable', retryAfterSeconds: RATE_RETRY_SECONDS };
  }
  return limitReached(deps, deposit);
}

/** From a reservation, of this or a parallel request, to the stored reply. */
async function finish(
  deps: MoneyDeps,
  request: MoneyRequest,
  gateways: Gateways,
  replayed: boolean,
): Promise<Result<MoneyAnswer<PixDepositReply>, PixRefusal>> {
  const again = await lookUp(deps.db, request);
  if (!again.ok) return again;
  const { operation } = again.value;
  if (operation === null) throw new Error('a reservation is there once it was made');
  const deposit = await findBrlDepositOfOperation(deps.db, operation.id);
  if (deposit === null) throw new Error('a deposit by PIX has its charge');
  if (operation.reply !== null) return ok({ replayed: true, body: pixReply(operation.reply, deposit) });
  if (!(await askForCharge(deps, deposit, gateways))) {
    return err({ code: 'Unavailable', retryAfterSeconds: RETRY_SECONDS });
  }
  const answered = await lookUp(deps.db, request);
  if (!answered.ok) return answered;
  const [reply, charged] = [
    answered.value.operation?.reply ?? null,
    await findBrlDepositOfOperation(deps.db, operation.id),
  ];
  if (reply === null || charged === null) throw new Error('an acknowledged deposit has a reply');
  return ok({ replayed, body: pixReply(reply, charged) });
}

/** Creates the charge and writes the answer. False when the gateway is out of reach. One that has expired is answered without a code. */
async function askForCharge(
  deps: MoneyDeps,
  deposit: StoredBrlDeposit,
  gateways: Gateways,
): Promise<boolean> {
  const { id, txid, expiresAt, brlCents, operationId } = deposit;
  const pix = gatewayNamed(gateways, deposit.gateway)?.pix;
  if (pix === undefined || txid === null || expiresAt === null) return false;
  const now = deps.now();
  let payload: string | null = null;
  if (deposit.state === 'active' && now < expiresAt) {
    try {
      const order = { txid, brlCents, expiresAt, now };
      const { location } = await answerWithin(GATEWAY_TIMEOUT_MS, pix.createCharge(order));
      payload = brCode({ location, ...pix.merchant }, brlCents);
    } catch (error) {
      logLine('error', 'gateway-unreachable', { deposit: id, error: String(error) });
      return false;
    }
  }
  await acknowledgeDeposit(
    deps.db,
    { id, operationId },
    {
      reference: txid,
      marks: await currentMarks(deps),
      now: deps.now(),
      alongside: payload === null ? [] : [storePayload(deps.db, id, payload)],
    },
  );
  return true;
}

/** A pure function of what was stored with the reply and of what never changes: the charge as it was made. */
function pixReply(reply: string, deposit: StoredBrlDeposit): PixDepositReply {
  const stored = readReply(reply);
  return {
    transaction: transactionOf(viewTransaction(stored.transaction)),
    deposit: viewBrlDeposit({ ...deposit, state: 'active', paidAt: null }),
    portfolio: portfolioOf(portfolioAfter(stored)),
  };
}
