// The back-test, "what would have happened": regular purchases of one metal at the prices that were stored, begun at
// every point of the history from which the whole period fits. Metal price and trading fee only: no storage, tax,
// inflation or exchange rate. Past prices are no guarantee of anything.

import { buyCost, largestBuyE4 } from '../fees.ts';
import { percentOf } from '../money.ts';
import { valueCents as worthCents } from '../ounces.ts';
import { DAY_MS } from '../time.ts';

/** A stored price: epoch milliseconds, US cents per troy ounce. */
export type PricePoint = { readonly at: number; readonly priceCents: number };

export type SavingPlan = {
  /** What is paid in over a year, in cents, in equal purchases (they differ by a cent where it does not divide). */
  readonly annualCents: number;
  readonly purchasesPerYear: 12 | 4 | 1;
  /** Whole years, one at least. */
  readonly years: number;
};

/** One start and what became of it, in cents and ten-thousandths of an ounce. */
export type BacktestRun = {
  readonly startAt: number;
  readonly endAt: number;
  readonly investedCents: number;
  readonly feesCents: number;
  readonly ouncesE4: number;
  /** The metal at the price of the end, before the fee of a sale, and the cents no purchase could spend. */
  readonly valueCents: number;
  readonly gainCents: number;
  /** Gain over invested in percent, two decimals. */
  readonly returnPercent: number;
};

export type Backtest =
  | {
      readonly ok: true;
      /** How many starts were tried, and how many of them ended with more than was paid in. */
      readonly starts: number;
      readonly gained: number;
      readonly worst: BacktestRun;
      /** The run in the middle, the lower of two: a start that happened, not an average. */
      readonly median: BacktestRun;
      readonly best: BacktestRun;
    }
  /**
   * `empty`: no prices; `short`: the history is shorter than the period, `longestYears` whole years would fit (0: not
   * even one); `sparse`: it is long enough, but its prices lie too far apart for purchases as frequent as these.
   */
  | { readonly ok: false; readonly reason: 'empty' | 'short' | 'sparse'; readonly longestYears: number };

const MONTHS = 12;

/** How far the nearest stored price may be from a purchase: half the time between two of them. */
const TOLERANCE_MS: Readonly<Record<SavingPlan['purchasesPerYear'], number>> = {
  12: 16 * DAY_MS,
  4: 46 * DAY_MS,
  1: 183 * DAY_MS,
};

/**
 * Runs `plan` from every point of `history` (ascending) whose end the history still covers. The first purchase is at
 * the start, the others every 12, 3 or 1 months (UTC; the 31st becomes a shorter month's last day), each at the
 * nearest stored price and with the trading fee inside its amount: it buys the most that fits (fees.ts). The value is
 * that of the day `years` after the start. Runs are ordered by value; of equal ones the earlier start comes first.
 */
export function backtest(history: readonly PricePoint[], plan: SavingPlan): Backtest {
  const points = history.filter((point) => point.priceCents > 0);
  const [first] = points;
  if (first === undefined) return { ok: false, reason: 'empty', longestYears: 0 };
  const last = points.at(-1) ?? first;
  const longestYears = wholeYears(first.at, last.at);
  if (longestYears < plan.years) return { ok: false, reason: 'short', longestYears };

  const purchaseAt = purchases(points, plan);
  const runs: BacktestRun[] = [];
  for (const { at } of points) {
    if (addMonths(at, plan.years * MONTHS) > last.at) break;
    const run = runFrom(at, points, plan, purchaseAt);
    if (run !== null) runs.push(run);
  }
  // The sort is stable, and runs come in the order of their starts.
  runs.sort((a, b) => a.valueCents - b.valueCents);
  const [worst] = runs;
  if (worst === undefined) return { ok: false, reason: 'sparse', longestYears };
  return {
    ok: true,
    starts: runs.length,
    gained: runs.filter((run) => run.gainCents > 0).length,
    worst,
    median: runs[(runs.length - 1) >> 1] ?? worst,
    best: runs.at(-1) ?? worst,
  };
}

type Purchase = { readonly ouncesE4: number; readonly feeCents: number; readonly leftCents: number };

/**
 * What the `n`th purchase of a year buys at a point. Worked out once for each pair: the same month of the history is
 * bought by as many runs as the period has purchases.
 */
function purchases(points: readonly PricePoint[], plan: SavingPlan) {
  const known = new Map<number, (Purchase | undefined)[]>();
  return (n: number, index: number): Purchase => {
    const cents = share(plan.annualCents, n, plan.purchasesPerYear);
    const ofAmount = known.get(cents) ?? [];
    known.set(cents, ofAmount);
    return (ofAmount[index] ??= purchase(cents, points[index]?.priceCents ?? 0));
  };
}

/** The `n`th of `parts` parts of an amount, in whole cents; together they are the amount. */
function share(cents: number, n: number, parts: number): number {
  return Math.floor((cents * (n + 1)) / parts) - Math.floor((cents * n) / parts);
}

function purchase(cents: number, priceCents: number): Purchase {
  const ouncesE4 = largestBuyE4(cents, priceCents);
  if (ouncesE4 === 0) return { ouncesE4, feeCents: 0, leftCents: cents };
  const { feeCents, totalCents } = buyCost(ouncesE4, priceCents);
  return { ouncesE4, feeCents, leftCents: cents - totalCents };
}

/** Null when a purchase or the end has no stored price near enough. */
function runFrom(
  startAt: number,
  points: readonly PricePoint[],
  plan: SavingPlan,
  purchaseAt: (n: number, index: number) => Purchase,
): BacktestRun | null {
  const { purchasesPerYear, years, annualCents } = plan;
  const tolerance = TOLERANCE_MS[purchasesPerYear];
  const between = MONTHS / purchasesPerYear;
  const endAt = addMonths(startAt, years * MONTHS);
  let [ouncesE4, feesCents, leftCents] = [0, 0, 0];
  for (let i = 0; i < years * purchasesPerYear; i += 1) {
    const index = nearest(points, addMonths(startAt, i * between), tolerance);
    if (index === null) return null;
    const bought = purchaseAt(i % purchasesPerYear, index);
    ouncesE4 += bought.ouncesE4;
    feesCents += bought.feeCents;
    leftCents += bought.leftCents;
  }
  const end = nearest(points, endAt, tolerance);
  if (end === null) return null;
  const investedCents = annualCents * years;
  const valueCents = worthCents(ouncesE4, points[end]?.priceCents ?? 0) + leftCents;
  const gainCents = valueCents - investedCents;
  const returnPercent = percentOf(gainCents, investedCents) ?? 0;
  return { startAt, endAt, investedCents, feesCents, ouncesE4, valueCents, gainCents, returnPercent };
}

/** The index of the stored price nearest to `at`, the earlier of two equally near; null when none is near enough. */
function nearest(points: readonly PricePoint[], at: number, tolerance: number): number | null {
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const away = (index: number) => Math.abs((points[index]?.at ?? Number.POSITIVE_INFINITY) - at);
  const index = away(low - 1) <= away(low) ? low - 1 : low;
  return away(index) <= tolerance ? index : null;
}

/** `months` calendar months later in UTC, at the same time of day. */
function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  return Date.UTC(year, month, day) + (((at % DAY_MS) + DAY_MS) % DAY_MS);
}

/** How many whole years fit between two times. */
function wholeYears(from: number, to: number): number {
  let years = Math.max(0, new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear());
  while (years > 0 && addMonths(from, years * MONTHS) > to) years -= 1;
  return years;
}
