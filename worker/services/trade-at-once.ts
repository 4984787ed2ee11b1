// The short way of a trade: one call to the database decides it. Session, standing, key, quote and means are conditions of its batch.
// Whatever it does not take goes the ordinary way (execute-trade.ts), which says why: so no refusal has a second place.

import type { Refusal } from '../contract/problems.ts';
import type { TradeReply } from '../contract/trades.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Trade } from '../ledger/post-trade.ts';
import { deliverSoon } from './deliver-mail.ts';
import { tradeDesk } from './deps.ts';
import { tradeReply } from './execute-trade.ts';
import { forwardSoon } from './forward-submissions.ts';
import { type MoneyRequest, requestHashOf } from './idempotency.ts';
import { askedTrade, postAsked } from './post-trades.ts';
import type { MoneyDeps } from './price-source.ts';
import { verifyQuote } from './quote-token.ts';
import { logLine } from '../telemetry/log.ts';

const BUSY_RETRY_SECONDS = 2;

/** Null: not posted, and nothing is said about why. */
export async function tradeAtOnce(
  deps: MoneyDeps,
  request: Omit<MoneyRequest, 'email'>,
  session: NonNullable<Trade['session']>,
  token: string,
): Promise<Result<TradeReply, Refusal<'Unavailable'>> | null> {
  const quote = await verifyQuote(deps.env, token);
  if (quote === null || quote.sub !== request.accountId || deps.now() >= quote.expiresAt) return null;
  const requestHash = await requestHashOf(request);
  // Each attempt has ids of its own: the one before may have been posted without our hearing of it.
  const attempt = () =>
    askedTrade(deps, { ...request, requestHash }, quote, { proven: quote.proven, session });
  const posted = await post(deps, attempt);
  if (!posted.ok) return posted;
  if (posted.value === null) return null;
  forwardSoon(deps);
  deliverSoon(deps);
  return ok(tradeReply(posted.value));
}

type Attempt = () => ReturnType<typeof askedTrade>;

async function post(
  deps: MoneyDeps,
  attempt: Attempt,
): Promise<Result<string | null, Refusal<'Unavailable'>>> {
  const answer = await fromDesk(deps.env, attempt);
  switch (answer?.kind) {
    case 'posted':
      return ok(answer.reply);
    case 'alone':
      return ok(null);
    case 'full':
      return err({ code: 'Unavailable', retryAfterSeconds: BUSY_RETRY_SECONDS });
    case 'trouble':
      // Read as what it is, like trouble of a call of our own (app.ts).
      throw new Error(answer.message);
    case undefined: {
      const asked = attempt();
      const replies = await postAsked(deps, [asked]);
      return ok(replies.get(asked.trade.operationId) ?? null);
    }
  }
}

/** Null without a desk, or where it cannot be reached: if it did post the trade, its key says so. */
async function fromDesk(env: Env, attempt: Attempt) {
  const desk = tradeDesk(env);
  if (desk === null) return null;
  try {
    return await desk.post(attempt());
  } catch (error) {
    logLine('error', 'trade-desk-unreachable', { error: String(error) });
    return null;
  }
}
