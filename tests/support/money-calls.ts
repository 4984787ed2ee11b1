// A customer's money calls: over HTTP, with or without a price hub of the test's choosing.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { app } from '../../worker/app.ts';
import type { PriceSnapshot, QuoteBasis, RateBasis } from '../../worker/contract/prices.ts';
import type { Problem } from '../../worker/contract/problem-document.ts';
import type { TradeReply } from '../../worker/contract/trades.ts';
import { TRADED_METALS, type Metal, type TradedMetal } from '../../worker/domain/metals.ts';
import { TradeQueue } from '../../durable-objects/trade-queue.ts';
import { depsFor } from '../../worker/services/deps.ts';
import { type AskedTrade, postAsked } from '../../worker/services/post-trades.ts';
import type { PriceSource } from '../../worker/services/price-source.ts';
import { ORIGIN, type Customer } from './customers.ts';

export type Worker = (request: Request) => Promise<Response>;

let isWithDesk = true;

/** From here on trades are posted one by one, or through the desk again, whichever Worker is called. */
export function useDesk(isUsed: boolean): void {
  isWithDesk = isUsed;
}

/** The Worker as it is deployed, its own price hub and desk included. */
export const realWorker: Worker = (request) =>
  isWithDesk ? exports.default.fetch(request) : answered(request, { ...env, TRADE_DESK_ENABLED: 'false' });

/**
 * The same Worker with another hub, so that a test decides the price. With another ENVIRONMENT than local it is a deployed
 * one: it has an address, and is asked over https.
 */
export function workerWith(hub: PriceSource, over: Partial<Env> = {}): Worker {
  const isDeployed = (over.ENVIRONMENT ?? 'local') !== 'local';
  const bindings = {
    ...env,
    ...(isDeployed ? { SITE_ORIGIN: DEPLOYED_ORIGIN } : {}),
    ...over,
    PRICE_HUB: { idFromName: () => 'main', get: () => hub } as unknown as Env['PRICE_HUB'],
  };
  // One object for all requests, as an isolate has: what is kept by it is found again.
  const isolate = {
    ...bindings,
    TRADE_DESK: over.TRADE_DESK ?? deskOf(bindings),
    get TRADE_DESK_ENABLED() {
      return String(isWithDesk);
    },
  };
  return (request) => answered(isDeployed ? overHttps(request) : request, isolate);
}

async function answered(request: Request, bindings: Env): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

/** The desk's own queue, here, so that it has the hub and the database of these bindings. */
function deskOf(bindings: Env): Env['TRADE_DESK'] {
  const deps = depsFor(bindings, { waitUntil: (work) => void work });
  const wait = (ms: number) => scheduler.wait(ms);
  const queue = new TradeQueue({ post: (set) => postAsked(deps, set), wait, now: deps.now });
  return {
    idFromName: () => 'main',
    get: () => ({ post: (asked: AskedTrade) => queue.add(asked) }),
  } as unknown as Env['TRADE_DESK'];
}

const DEPLOYED_ORIGIN = 'https://onca.example';

/** The request as the browser of a deployed site sends it. */
function overHttps(request: Request): Request {
  const { pathname, search } = new URL(request.url);
  const sent = new Request(DEPLOYED_ORIGIN + pathname + search, request);
  if (sent.headers.has('Origin')) sent.headers.set('Origin', DEPLOYED_ORIGIN);
  const cookie = sent.headers.get('Cookie');
  if (cookie !== null) sent.headers.set('Cookie', cookie.replaceAll(/(?<=^|; )onca_/gu, '__Host-onca_'));
  return sent;
}

export const PRICES_AT = '2026-11-20T15:00:00.000Z';
type Unquotable = Extract<QuoteBasis, { ok: false }>;

/** A hub whose prices the test sets, and may change between a quote and its trade. */
export class SetPrices implements PriceSource {
  readonly prices: Partial<Record<TradedMetal, number>>;
  /** Whom the hub was asked to tell what. */
  readonly notices: [userId: string, notice: string][] = [];
  refusal: Unquotable | null = null;
  isDown = false;
  /** Reais x 10,000; null: no rate is known. */
  usdBrlE4: number | null;

  constructor(prices: Partial<Record<TradedMetal, number>>, usdBrlE4: number | null = null) {
    this.prices = { ...prices };
    this.usdBrlE4 = usdBrlE4;
  }

  async quoteBasis(metal: Metal): Promise<QuoteBasis> {
    if (this.isDown) throw new Error('the hub does not answer');
    if (this.refusal !== null) return this.refusal;
    const priceCents = this.prices[metal as TradedMetal];
    if (priceCents === undefined) return { ok: false, reason: 'absent', opensAt: null };
    const observations = [{ source: 'test', midCents: priceCents, at: PRICES_AT }];
    return { ok: true, priceCents, asOf: PRICES_AT, seq: 7, kind: 'simulated', observations };
  }

  async rateBasis(): Promise<RateBasis | null> {
    if (this.isDown) throw new Error('the hub does not answer');
    return this.usdBrlE4 === null ? null : { rateE4: this.usdBrlE4, asOf: PRICES_AT, source: 'test' };
  }

  async notify(userId: string, notice: string): Promise<number> {
    return this.notices.push([userId, notice]);
  }

  async notifyAll(userIds: readonly string[], notice: string): Promise<number> {
    return this.notices.push(...userIds.map((userId): [string, string] => [userId, notice]));
  }

  /** Prices that the alerts have not been judged by yet. */
  ticksWaiting = 0;
  async alertTicksWaiting(): Promise<number> {
    if (this.isDown) throw new Error('the hub does not answer');
    return this.ticksWaiting;
  }

  async snapshot(): Promise<PriceSnapshot> {
    if (this.isDown) throw new Error('the hub does not answer');
    const prices = TRADED_METALS.flatMap((metal) => {
      const priceCents = this.prices[metal];
      if (priceCents === undefined) return [];
      const unknown = { change24hCents: null, change24hPercent: 0.5, high24hCents: null, low24hCents: null };
      return [{ metal, priceCents, ...unknown, since: '24h' as const, asOf: PRICES_AT, stale: false }];
    });
    return {
      seq: 7,
      asOf: prices.length === 0 ? null : PRICES_AT,
      prices,
      fx: this.usdBrlE4 === null ? null : { usdBrlE4: this.usdBrlE4, asOf: PRICES_AT },
      source: {
        name: 'test',
        kind: 'simulated',
        marketOpen: true,
        quotable: this.refusal === null,
        reason: this.refusal === null || this.refusal.reason === 'absent' ? null : this.refusal.reason,
        opensAt: this.refusal?.opensAt ?? null,
      },
    };
  }
}

export type Calls = {
  readonly get: (path: string) => Promise<Response>;
  readonly post: (path: string, body: unknown, key?: string) => Promise<Response>;
  readonly trade: (quote: string, key?: string) => Promise<Response>;
  readonly deposit: (body: unknown, key?: string) => Promise<Response>;
};

export function callsOf(customer: Pick<Customer, 'headers' | 'cookie'>, worker: Worker = realWorker): Calls {
  const post = (path: string, body: unknown, key?: string): Promise<Response> =>
    worker(
      new Request(`${ORIGIN}${path}`, {
        method: 'POST',
        headers: { ...customer.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  return {
    post,
    get: (path) => worker(new Request(`${ORIGIN}${path}`, { headers: { Cookie: customer.cookie } })),
    trade: (quote, key = crypto.randomUUID()) => post('/api/trades', { quote }, key),
    deposit: (body, key = crypto.randomUUID()) => post('/api/deposits', body, key),
  };
}

/** `201`, or the refusal's code. */
export async function outcome(response: Response): Promise<number | string> {
  if (response.ok) return response.status;
  return (await response.json<Problem>()).code;
}

export async function outcomes(responses: Promise<Response>[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const one of await Promise.all(responses.map(async (response) => outcome(await response)))) {
    counted[one] = (counted[one] ?? 0) + 1;
  }
  return counted;
}

export async function tradeReply(response: Response): Promise<TradeReply> {
  return response.json<TradeReply>();
}
