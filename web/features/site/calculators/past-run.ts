// The back-test as the page asks for it: when the stored history is shorter than the years chosen, the longest whole
// period that it covers is worked out instead, and named.

import {
  type Backtest,
  backtest,
  type PricePoint,
  type SavingPlan,
} from '../../../../worker/domain/calculators/backtest.ts';

type Ran = Extract<Backtest, { ok: true }>;

export type PastRun = {
  /** The period of the result; shorter than asked for when the history is. */
  readonly years: number;
  readonly shortened: boolean;
  readonly span: { readonly from: number; readonly to: number } | null;
} & ({ readonly result: Ran } | { readonly result: null; readonly reason: 'empty' | 'short' | 'sparse' });

export function runPast(points: readonly PricePoint[], plan: SavingPlan): PastRun {
  const span = spanOf(points);
  const asked = backtest(points, plan);
  if (asked.ok) return { years: plan.years, shortened: false, span, result: asked };
  if (asked.reason !== 'short' || asked.longestYears === 0) {
    return { years: plan.years, shortened: false, span, result: null, reason: asked.reason };
  }
  const years = asked.longestYears;
  const longest = backtest(points, { ...plan, years });
  return longest.ok
    ? { years, shortened: true, span, result: longest }
    : { years, shortened: true, span, result: null, reason: longest.reason };
}

function spanOf(points: readonly PricePoint[]): PastRun['span'] {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.at, to: last.at };
}
