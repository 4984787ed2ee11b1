// The dependencies of a use case: the database, the hub, a clock, ids and the settings. Tests pass their own.

import type { PriceHub } from '../../durable-objects/price-hub.ts';
import type { TradeDesk } from '../../durable-objects/trade-desk.ts';
import { logLine } from '../telemetry/log.ts';

export type Deps = {
  readonly env: Env;
  readonly db: D1Database;
  readonly hub: DurableObjectStub<PriceHub>;
  readonly now: () => number;
  readonly newId: () => string;
  /** The address the customer is using, for links in messages; unknown to the cron and to the hub. */
  readonly origin?: string | undefined;
  /** Work that may outlive the reply; its failure is logged, never shown. */
  readonly defer: (work: Promise<unknown>) => void;
};

/** The one price hub. All live prices go through this object. */
export function priceHub(env: Env): DurableObjectStub<PriceHub> {
  // Wrangler's generated type knows the binding's class by name only.
  return (env.PRICE_HUB as DurableObjectNamespace<PriceHub>).get(priceHubId(env));
}

export function priceHubId(env: Env): DurableObjectId {
  return env.PRICE_HUB.idFromName('main');
}

/** The desk that gathers trades into sets; null where trades are posted one by one. */
export function tradeDesk(env: Env): DurableObjectStub<TradeDesk> | null {
  const namespace = env.TRADE_DESK as DurableObjectNamespace<TradeDesk> | undefined;
  if (namespace === undefined || env.TRADE_DESK_ENABLED !== 'true') return null;
  return namespace.get(namespace.idFromName('main'));
}

export function depsFor(env: Env, ctx: Pick<ExecutionContext, 'waitUntil'>): Deps {
  return {
    env,
    db: env.DB,
    hub: priceHub(env),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    defer: (work) =>
      ctx.waitUntil(
        work.catch((error: unknown) => {
          logLine('error', 'deferred-work-failed', { error: String(error) });
        }),
      ),
  };
}

/** The usual call in a route: `depsFor` its context. */
export function depsFrom(c: {
  env: Env;
  executionCtx: Pick<ExecutionContext, 'waitUntil'>;
  req: { readonly url: string };
}): Deps {
  return { ...depsFor(c.env, c.executionCtx), origin: new URL(c.req.url).origin };
}

/** Behind `requireReader`: the database reads, together with the session's row. */
export function readingDepsFrom(
  c: Parameters<typeof depsFrom>[0] & { var: { reader: Pick<Deps, 'db'> } },
): Deps {
  return { ...depsFrom(c), db: c.var.reader.db };
}
