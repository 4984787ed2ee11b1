// What money needs from the price hub: a basis for a quote, marks to value holdings with, and its sockets to tell
// the customer's open pages that the portfolio changed.

import type { PriceSnapshot, QuoteBasis, RateBasis } from '../contract/prices.ts';
import type { Exchange } from '../domain/arrival.ts';
import type { Metal, TradedMetal } from '../domain/metals.ts';
import { NO_MARKS, type Mark, type Marks } from '../domain/portfolio.ts';
import type { Deps } from './deps.ts';
import { logLine } from '../telemetry/log.ts';

export type PriceSource = {
  /** `requestId`: whose lines the hub's are, where it has some. */
  quoteBasis(metal: Metal, requestId: string | null): Promise<QuoteBasis>;
  rateBasis(): Promise<RateBasis | null>;
  snapshot(): Promise<PriceSnapshot>;
  notify(userId: string, notice: string): Promise<number>;
  /** One call for many customers. */
  notifyAll(userIds: readonly string[], notice: string): Promise<number>;
};

export type MoneyDeps = Omit<Deps, 'hub'> & { readonly hub: PriceSource };

/** Current prices to value holdings with. A hub that does not answer makes them unknown: it never stops a trade. */
export async function currentMarks({ hub }: Pick<MoneyDeps, 'hub'>): Promise<Marks> {
  const snapshot = await answerOf(hub);
  return snapshot === null ? NO_MARKS : marksFrom(snapshot);
}

/** The last rate that the hub knows, whatever its age, in reais x 10,000; null where it knows none or does not answer. */
export async function lastUsdBrlE4({ hub }: Pick<MoneyDeps, 'hub'>): Promise<number | null> {
  const snapshot = await answerOf(hub);
  return snapshot === null ? null : rateFrom(snapshot);
}

/** The rate at which reais are exchanged now; null where there is none, or the hub does not answer. */
export async function rateToExchangeAt({ hub }: Pick<MoneyDeps, 'hub'>): Promise<RateBasis | null> {
  try {
    return await hub.rateBasis();
  } catch (error) {
    logLine('error', 'no-rate-basis', { error: String(error) });
    return null;
  }
}

/**
 * Whether dollars are exchanged for reais now, and the last rate that is known. With real prices, only in the hours of the market; never while
 * the hub does not answer.
 */
export async function readExchange(
  deps: Pick<MoneyDeps, 'hub'>,
): Promise<Exchange & { readonly lastRateE4: number | null }> {
  const [basis, snapshot] = await Promise.all([rateToExchangeAt(deps), answerOf(deps.hub)]);
  return {
    isOpen: basis !== null,
    calendar: snapshot?.source.kind === 'simulated' ? 'always' : 'spot',
    lastRateE4: snapshot === null ? null : rateFrom(snapshot),
  };
}

/** How old the marks of `recentMarks` may be. */
export const RECENT_MARKS_MS = 1_000;

type Recent = { readonly marks: Marks; readonly usdBrlE4: number | null };

/** Values, never promises: a promise belongs to the request that made it. One per set of bindings, which is one per isolate. */
const kept = new WeakMap<Env, Recent & { readonly askedAt: number }>();

type RecentDeps = Pick<MoneyDeps, 'env' | 'hub' | 'now'>;

/**
 * Prices to value holdings with, asked of the hub at most once a second in this isolate. For figures on the screen alone: a price that
 * money moves at comes from the hub itself. A hub that does not answer is asked again by the next call.
 */
export async function recentMarks(deps: RecentDeps): Promise<Marks> {
  return (await recentPrices(deps)).marks;
}

/** `lastUsdBrlE4` of the same answer. */
export async function recentUsdBrlE4(deps: RecentDeps): Promise<number | null> {
  return (await recentPrices(deps)).usdBrlE4;
}

async function recentPrices({ env, hub, now }: RecentDeps): Promise<Recent> {
  const askedAt = now();
  const last = kept.get(env);
  // A clock that was set back must not keep an old price alive.
  const age = last === undefined ? -1 : askedAt - last.askedAt;
  if (last !== undefined && age >= 0 && age < RECENT_MARKS_MS) return last;
  const snapshot = await answerOf(hub);
  if (snapshot === null) return { marks: NO_MARKS, usdBrlE4: null };
  const recent = { marks: marksFrom(snapshot), usdBrlE4: rateFrom(snapshot), askedAt };
  kept.set(env, recent);
  return recent;
}

async function answerOf(hub: PriceSource): Promise<PriceSnapshot | null> {
  try {
    return await hub.snapshot();
  } catch (error) {
    logLine('error', 'no-price-snapshot', { error: String(error) });
    return null;
  }
}

const rateFrom = (snapshot: PriceSnapshot): number | null => snapshot.fx?.usdBrlE4 ?? null;

function marksFrom(snapshot: PriceSnapshot): Marks {
  const mark = (metal: TradedMetal): Mark | null => {
    const price = snapshot.prices.find((entry) => entry.metal === metal);
    return price === undefined
      ? null
      : { priceCents: price.priceCents, change24hPercent: price.change24hPercent };
  };
  return { asOf: snapshot.asOf, gold: mark('gold'), silver: mark('silver') };
}
