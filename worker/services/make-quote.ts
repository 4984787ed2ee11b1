// Makes a quote: the server's price, the exact order and the fee, signed.
// Refusals in the documented order: the amount, the price, the minimum, the position, the stock, the level; a large order needs a
// step-up.

import { stepUpRefusal } from '../auth/step-up.ts';
import type { QuoteBasis } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import type { Quote } from '../contract/trades.ts';
import { readPosition } from '../db/portfolio.ts';
import { type OrderSums, readOrderSums } from '../db/purchase-limit.ts';
import { isSteppedUp, needsStepUp, STEP_UP_WINDOW_MS } from '../domain/factors.ts';
import { isBeyondRegister, REGISTERED_LEVEL, registerMaxCents } from '../domain/level-limits.ts';
import { PRICE_MAX_CENTS } from '../domain/limits.ts';
import type { TradedMetal } from '../domain/metals.ts';
import { isAskable, placeOrder, quoteExpiry, type OrderSize, type SizeRefusal } from '../domain/quotes.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Side } from '../domain/trades.ts';
import { type MoneyDeps, recentUsdBrlE4 } from './price-source.ts';
import { signQuote } from './quote-token.ts';
import { iso } from '../domain/time.ts';
import { currentRequestId, logLine } from '../telemetry/log.ts';
import { count } from '../telemetry/meter.ts';

export type QuoteCommand = {
  readonly accountId: string;
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly size: OrderSize;
  /** When it was last stepped up: large orders need it. */
  readonly session: () => Promise<{ readonly steppedUpAt: number | null }>;
};

export type QuoteRefusal = Refusal<
  | SizeRefusal
  | 'OutOfStock'
  | 'PriceUnavailable'
  | 'PriceUnsettled'
  | 'MarketClosed'
  | 'TradingPaused'
  | 'LevelNeeded'
  | 'StepUpRequired'
  | 'SecondFactorNeeded'
>;

/** Retry-After for a missing price. */
const PRICE_RETRY_SECONDS = 15;

export async function makeQuote(
  deps: MoneyDeps,
  command: QuoteCommand,
): Promise<Result<Quote, QuoteRefusal>> {
  const { accountId, side, metal, size } = command;
  if (!isAskable(size)) return err({ code: 'InvalidAmount' });
  const issuedAt = deps.now();
  const [{ steppedUpAt }, basis, position, sums, usdBrlE4] = await Promise.all([
    command.session(),
    basisOf(deps, metal),
    readPosition(deps.db, accountId, metal, issuedAt),
    readOrderSums(deps.db, { accountId, tradedSince: issuedAt - STEP_UP_WINDOW_MS }, issuedAt),
    side === 'buy' ? recentUsdBrlE4(deps) : null,
  ]);
  if (!basis.ok) return basis;
  if (position === null) throw new Error('a customer has an account');
  const { priceCents, seq, kind, asOf, observations } = basis.value;
  const order = placeOrder(side, size, priceCents, position);
  if (!order.ok) return err({ code: order.error });
  // Said before anybody confirms; whether it is still so, the batch of the trade decides.
  const { freeStockE4: freeOuncesE4 } = position;
  if (side === 'buy' && order.value.ouncesE4 > freeOuncesE4)
    return err({ code: 'OutOfStock', metal, freeOuncesE4 });
  // Here, so that a quote that was given is honoured; the trade asks only where several quotes at once pass the bound.
  const maxCents = side === 'buy' ? registerMaxCents(usdBrlE4) : null;
  if (maxCents !== null && isBeyondRegister(sums, order.value.totalCents, maxCents))
    return err(purchaseBeyondLevel(sums, maxCents));
  if (needsStepUp(order.value.totalCents, sums.tradedCents)) {
    const refusal = await stepUpRefusal(deps.db, { userId: accountId, steppedUpAt }, issuedAt);
    if (refusal !== null) return err(refusal);
  }

  const expiresAt = quoteExpiry(issuedAt);
  const terms = { side, metal, priceCents, ...order.value };
  const quote = await signQuote(deps.env, {
    jti: deps.newId(),
    sub: accountId,
    ...terms,
    issuedAt,
    expiresAt,
    proven: isSteppedUp(steppedUpAt, issuedAt),
    registerMaxCents: maxCents,
    basis: { seq, kind, asOf, observations: [...observations] },
  });
  count('onca_quotes', { side, metal });
  return ok({
    quote,
    ...terms,
    issuedAt: iso(issuedAt),
    expiresAt: iso(expiresAt),
    priceAsOf: asOf,
  });
}

/** What the level allows, what of it is used, and which one allows more. */
export const purchaseBeyondLevel = (
  { level, boughtCents }: OrderSums,
  maxCents: number,
): Refusal<'LevelNeeded'> => ({
  code: 'LevelNeeded',
  neededLevel: REGISTERED_LEVEL,
  level,
  of: 'purchases',
  limitCents: maxCents,
  usedCents: boughtCents,
});

type Basis = Extract<QuoteBasis, { ok: true }>;

async function basisOf(deps: MoneyDeps, metal: TradedMetal): Promise<Result<Basis, QuoteRefusal>> {
  const basis = await deps.hub.quoteBasis(metal, currentRequestId()).catch((error: unknown) => {
    logLine('error', 'no-quote-basis', { error: String(error) });
    return null;
  });
  if (basis === null) return err({ code: 'PriceUnavailable', retryAfterSeconds: PRICE_RETRY_SECONDS });
  if (!basis.ok) return err(unquotable(basis));
  const { priceCents } = basis;
  // The hub accepts no such price; code that moves money checks again.
  if (!Number.isSafeInteger(priceCents) || priceCents < 1 || priceCents > PRICE_MAX_CENTS) {
    return err({ code: 'PriceUnavailable', retryAfterSeconds: PRICE_RETRY_SECONDS });
  }
  return ok(basis);
}

function unquotable(basis: Extract<QuoteBasis, { ok: false }>): QuoteRefusal {
  switch (basis.reason) {
    case 'closed':
      return { code: 'MarketClosed', opensAt: basis.opensAt };
    case 'paused':
      return {
        code: 'TradingPaused',
        ...(basis.pausedReason === undefined ? {} : { pausedReason: basis.pausedReason }),
      };
    case 'unsettled':
      return { code: 'PriceUnsettled', retryAfterSeconds: PRICE_RETRY_SECONDS };
    case 'stale':
    case 'absent':
      return { code: 'PriceUnavailable', retryAfterSeconds: PRICE_RETRY_SECONDS };
  }
}
