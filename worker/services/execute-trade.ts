// Executes a quote, once. The key is looked up first; then signature, owner, expiry and use.
// A valid quote is always honoured at its own price: there is no last look (P3).

import { stepUpRefusal } from '../auth/step-up.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import { portfolioOf } from '../contract/portfolio.ts';
import { transactionOf } from '../contract/transactions.ts';
import type { QuoteClaims, TradeReply } from '../contract/trades.ts';
import { isQuoteUsed } from '../db/operations.ts';
import { readFreeE4 } from '../db/stock.ts';
import { isSteppedUp } from '../domain/factors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { viewTransaction } from '../domain/transactions.ts';
import { postTrade } from '../ledger/post-trade.ts';
import { portfolioAfter, readReply } from '../ledger/reply.ts';
import { deliverSoon } from './deliver-mail.ts';
import { forwardSoon } from './forward-submissions.ts';
import { lookUp, type MoneyAnswer, type MoneyRequest } from './idempotency.ts';
import { purchaseBeyondLevel } from './make-quote.ts';
import { askedTrade, noteBooked, noticesOf } from './post-trades.ts';
import { type MoneyDeps, recentMarks } from './price-source.ts';
import { verifyQuote } from './quote-token.ts';

export type TradeRefusal = Refusal<
  | 'IdempotencyKeyReused'
  | 'QuoteInvalid'
  | 'QuoteExpired'
  | 'QuoteUsed'
  | 'InsufficientFunds'
  | 'CashOwed'
  | 'InsufficientHoldings'
  | 'InvalidAmount'
  | 'OutOfStock'
  | 'AccountSuspended'
  | 'AccountFrozen'
  | 'LevelNeeded'
  | 'StepUpRequired'
  | 'SecondFactorNeeded'
>;

export async function executeTrade(
  deps: MoneyDeps,
  request: MoneyRequest,
  token: string,
  steppedUpAt: number | null,
): Promise<Result<MoneyAnswer<TradeReply>, TradeRefusal>> {
  const found = await lookUp(deps.db, request);
  if (!found.ok) return found;
  if (found.value.operation !== null) return replay(found.value.operation.reply);

  const quote = await validQuote(deps, request.accountId, token);
  if (!quote.ok) return quote;
  const proven = quote.value.proven || isSteppedUp(steppedUpAt, deps.now());
  const posted = await post(deps, request, found.value.requestHash, quote.value, proven);
  if (posted.ok) {
    forwardSoon(deps);
    deliverSoon(deps);
    // The customer's other tabs and devices read again; the one that traded has its answer already.
    deps.defer(deps.hub.notify(request.accountId, PORTFOLIO_CHANGED));
    return ok({ replayed: false, body: tradeReply(posted.value) });
  }
  return decline(deps, request, posted.error, quote.value);
}

/** Signature, owner, expiry, use. An expired quote that was used says so: 'nothing was traded' would be a lie. */
async function validQuote(
  deps: MoneyDeps,
  accountId: string,
  token: string,
): Promise<Result<QuoteClaims, TradeRefusal>> {
  const quote = await verifyQuote(deps.env, token);
  if (quote === null || quote.sub !== accountId) return err({ code: 'QuoteInvalid' });
  if (deps.now() < quote.expiresAt) return ok(quote);
  return err({ code: (await isQuoteUsed(deps.db, quote.jti)) ? 'QuoteUsed' : 'QuoteExpired' });
}

async function post(
  deps: MoneyDeps,
  request: MoneyRequest,
  requestHash: string,
  quote: QuoteClaims,
  proven: boolean,
) {
  const asked = askedTrade(deps, { ...request, requestHash }, quote, { proven });
  const marks = await recentMarks(deps);
  const posted = await postTrade(deps.db, { ...asked.trade, marks, alongside: noticesOf(deps.db, [asked]) });
  if (posted.ok) noteBooked([asked], new Set([asked.trade.operationId]));
  return posted;
}

type Declined = Extract<Awaited<ReturnType<typeof post>>, { ok: false }>['error'];

async function decline(
  deps: MoneyDeps,
  request: MoneyRequest,
  refusal: Declined,
  { metal, registerMaxCents }: QuoteClaims,
): Promise<Result<MoneyAnswer<TradeReply>, TradeRefusal>> {
  if (typeof refusal === 'object')
    return err(purchaseBeyondLevel(refusal.beyondLevel, registerMaxCents ?? 0));
  switch (refusal) {
    case 'OperationExists':
    case 'QuoteUsed': {
      // A parallel copy of this request may have won, and SQLite names only the first broken rule.
      const again = await lookUp(deps.db, request);
      if (!again.ok) return again;
      return again.value.operation === null
        ? err({ code: 'QuoteUsed' })
        : replay(again.value.operation.reply);
    }
    case 'InsufficientFunds':
    case 'CashOwed':
    case 'InsufficientHoldings':
    case 'AccountSuspended':
    case 'AccountFrozen':
      return err({ code: refusal });
    case 'OutOfStock':
      return err({ code: refusal, metal, freeOuncesE4: await readFreeE4(deps.db, metal) });
    case 'StepUpRequired': {
      // Several quotes were made before any of them was used. The same request goes on after the proof.
      const { accountId: userId } = request;
      const asked = await stepUpRefusal(deps.db, { userId, steppedUpAt: null }, deps.now());
      if (asked === null) throw new Error('who has not proved who they are is asked');
      return err(asked);
    }
    case 'BeyondBounds':
      return err({ code: 'InvalidAmount', detail: 'This would leave the bounds of an account.' });
  }
}

function replay(reply: string | null): Result<MoneyAnswer<TradeReply>, never> {
  if (reply === null) throw new Error('a trade commits together with its reply');
  return ok({ replayed: true, body: tradeReply(reply) });
}

/** A pure function of what was stored. */
export function tradeReply(reply: string): TradeReply {
  const stored = readReply(reply);
  return {
    transaction: transactionOf(viewTransaction(stored.transaction)),
    portfolio: portfolioOf(portfolioAfter(stored)),
  };
}
