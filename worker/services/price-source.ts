// What money needs from the price hub: a basis for a quote, marks to value holdings with, and its sockets to tell
// the customer's open pages that the portfolio changed.

import type { PriceSnapshot, QuoteBasis } from '../contract/prices.ts';
import type { Metal, TradedMetal } from '../domain/metals.ts';
import { NO_MARKS, type Mark, type Marks } from '../domain/portfolio.ts';
import type { Deps } from './deps.ts';

export type PriceSource = {
  quoteBasis(metal: Metal): Promise<QuoteBasis>;
  snapshot(): Promise<PriceSnapshot>;
  notify(userId: string, notice: string): Promise<number>;
  /** One call for many customers. */
  notifyAll(userIds: readonly string[], notice: string): Promise<number>;
};

export type MoneyDeps = Omit<Deps, 'hub'> & { readonly hub: PriceSource };

/** Current prices to value holdings with. A hub that does not answer makes them unknown: it never stops a trade. */
export async function currentMarks(deps: Pick<MoneyDeps, 'hub'>): Promise<Marks> {
  try {
    return marksFrom(await deps.hub.snapshot());
  } catch (error) {
    console.error(JSON.stringify({ event: 'no-price-marks', error: String(error) }));
    return NO_MARKS;
  }
}

/** How old the marks of `recentMarks` may be. */
export const RECENT_MARKS_MS = 1_000;

type Kept = { readonly marks: Marks; readonly askedAt: number };

/** Values, never promises: a promise belongs to the request that made it. One per set of bindings, which is one per isolate. */
const kept = new WeakMap<Env, Kept>();

/**
 * Prices to value holdings with, asked of the hub at most once a second in this isolate. For figures on the screen alone: a price that
 * money moves at comes from the hub itself. A hub that does not answer is asked again by the next call.
 */
export async function recentMarks(deps: Pick<MoneyDeps, 'env' | 'hub' | 'now'>): Promise<Marks> {
  const askedAt = deps.now();
  const last = kept.get(deps.env);
  // A clock that was set back must not keep an old price alive.
  const age = last === undefined ? -1 : askedAt - last.askedAt;
  if (last !== undefined && age >= 0 && age < RECENT_MARKS_MS) return last.marks;
  const marks = await currentMarks(deps);
  if (marks !== NO_MARKS) kept.set(deps.env, { marks, askedAt });
  return marks;
}

/** The last rate that the hub knows, whatever its age, in reais x 10,000; null where it knows none or does not answer. */
export async function lastUsdBrlE4(deps: Pick<MoneyDeps, 'hub'>): Promise<number | null> {
  try {
    return (await deps.hub.snapshot()).fx?.usdBrlE4 ?? null;
  } catch (error) {
    console.error(JSON.stringify({ event: 'no-exchange-rate', error: String(error) }));
    return null;
  }
}

export function marksFrom(snapshot: PriceSnapshot): Marks {
  const mark = (metal: TradedMetal): Mark | null => {
    const price = snapshot.prices.find((entry) => entry.metal === metal);
    return price === undefined
      ? null
      : { priceCents: price.priceCents, change24hPercent: price.change24hPercent };
  };
  return { asOf: snapshot.asOf, gold: mark('gold'), silver: mark('silver') };
}
