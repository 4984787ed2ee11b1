// Live and stored prices: public to read; only operators make the hub poll its sources.

import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { optionalSession, sessionIfAny } from '../auth/guards.ts';
import { isOpsToken } from '../auth/ops-token.ts';
import { operatorOf, requireAdminChange } from '../auth/operators.ts';
import { HistoryQuery } from '../contract/prices.ts';
import { isMetal } from '../domain/metals.ts';
import { isSameOrigin } from '../http/cross-site.ts';
import { subscriberOf } from '../domain/session-rules.ts';
import type { AppEnv } from '../http/hono.ts';
import { problem } from '../http/problem.ts';
import { query } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { metalHistory, rateHistory } from '../services/price-history.ts';
import { relayFor } from '../services/price-relays.ts';
import { currentPrices } from '../services/prices.ts';
import { logLine } from '../telemetry/log.ts';
import { refreshPrices } from '../services/refresh-prices.ts';

/** A chart of hours and days may be this old; the live price arrives separately. */
const HISTORY_CACHE = 'public, max-age=30';

/** The operators' token passes; a person is an operator who has proved it lately, as for any change. */
const orToken =
  (guard: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> =>
  async (c, next) =>
    isOpsToken(c.env, c.req.header('Authorization')) ? next() : guard(c, next);

export const prices = new Hono<AppEnv>()
  .get('/', async (c) => {
    const snapshot = await currentPrices(depsFrom(c)).catch(unreachable('price-hub'));
    if (snapshot === null) return problem(c, { code: 'Unavailable', retryAfterSeconds: 2 });
    c.header('Cache-Control', 'no-cache');
    return c.json(snapshot, 200);
  })
  .get('/stream', optionalSession, (c) => openStream(c))
  .get('/usd-brl/history', query(HistoryQuery), async (c) => {
    c.header('Cache-Control', HISTORY_CACHE);
    return c.json(await rateHistory(depsFrom(c), c.req.valid('query').range), 200);
  })
  .get('/:metal/history', query(HistoryQuery), async (c) => {
    const metal = c.req.param('metal');
    if (!isMetal(metal)) return problem(c, { code: 'NotFound' });
    c.header('Cache-Control', HISTORY_CACHE);
    return c.json(await metalHistory(depsFrom(c), metal, c.req.valid('query').range), 200);
  })
  .post('/refresh', orToken(requireAdminChange('feed.change')), async (c) => {
    const by = sessionIfAny(c) === null ? null : operatorOf(c);
    const result = await refreshPrices(depsFrom(c), by);
    if (!result.ok) return problem(c, result.error);
    return c.json({ success: true, ...result.value }, 200);
  });

/** An object that cannot be reached is trouble, not a refusal: the reader asks again. */
const unreachable =
  (object: 'price-hub' | 'price-relay') =>
  (error: unknown): null => {
    logLine('error', `${object}-unreachable`, { error: String(error) });
    return null;
  };

/** A page whose socket is refused polls meanwhile. */
const STREAM_RETRY_SECONDS = 30;

/**
 * Hands the upgrade itself to the customer's relay, or to the address's, so that the socket can hibernate there. A browser always says where an
 * upgrade comes from; a page of another origin is refused. A program without a page gets the public prices, and
 * nobody's notices.
 */
async function openStream(c: Context<AppEnv>): Promise<Response> {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    return problem(c, { code: 'NotFound', detail: 'Open a WebSocket here.' });
  }
  const fromPage = c.req.header('Origin') !== undefined;
  if (fromPage && !isSameOrigin(c.req.raw)) return problem(c, { code: 'CrossSite' });
  const session = fromPage ? sessionIfAny(c) : null;
  const from = c.req.header('CF-Connecting-IP');
  const address = from === undefined ? '' : subscriberOf(from);
  const owner = new URLSearchParams({
    ...(session === null ? {} : { user: session.userId, session: session.sessionId }),
    address,
  });
  const relay = relayFor(c.env, session?.userId ?? address);
  // This URL is built here: no part of it comes from the caller, so a caller cannot name another owner.
  const upgrade = new Request(`https://price-relay/stream?${owner}`, c.req.raw);
  const reply = await relay.fetch(upgrade).catch(unreachable('price-relay'));
  if (reply?.status === 101) return reply;
  const code = reply?.status === 429 ? 'TooManyRequests' : 'Unavailable';
  const retryAfterSeconds = Number(reply?.headers.get('Retry-After') ?? STREAM_RETRY_SECONDS);
  return problem(c, { code, retryAfterSeconds });
}
