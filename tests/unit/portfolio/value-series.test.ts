// What the portfolio's chart draws: unknown moments left out, the live total at the end, deposits separated from gains.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ReadySeries,
  type ValueSeries,
  valueSeries,
  valueSummary,
} from '../../../web/features/trading/value-series.ts';
import type { PortfolioHistory } from '../../../worker/contract/portfolio-history.ts';
import type { FxHistory } from '../../../worker/contract/prices.ts';
import { brlCents } from '../../../worker/domain/exchange.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const START = Date.UTC(2026, 10, 1);
const at = (step: number) => new Date(START + step * HOUR_MS).toISOString();

type Row = readonly [value: number | null, paidIn: number, held?: number];
function history(rows: readonly Row[], over: Partial<PortfolioHistory> = {}): PortfolioHistory {
  return {
    range: '7D',
    kind: 'simulated',
    resolution: rows.length === 0 ? null : 'hour',
    points: rows.map(([valueCents, paidInCents, heldCents = 0], i) => ({
      at: at(i),
      valueCents,
      cashCents: 0,
      paidInCents,
      heldCents,
    })),
    ...over,
  };
}
function ratesAt(rows: readonly (readonly [step: number, rateE4: number])[]): FxHistory {
  return {
    pair: 'usd-brl',
    range: '7D',
    kind: 'simulated',
    resolution: 'hour',
    sources: [],
    points: rows.map(([step, rateE4]) => ({ at: at(step), rateE4 })),
  };
}
function ready(series: ValueSeries): ReadySeries {
  if (series.status !== 'ready') throw new Error(`not ready but ${series.lacks}`);
  return series;
}
const values = (series: ValueSeries) => ready(series).samples.map(({ value }) => value);

describe('in dollars', () => {
  test('nothing moved, one moment only, or no price at all', () => {
    expect(valueSeries(history([]), null, null)).toEqual({ status: 'empty', lacks: 'transactions' });
    expect(valueSeries(history([[5, 0]]), null, null)).toEqual({ status: 'empty', lacks: 'prices' });
    const unknown = history([
      [null, 0],
      [null, 0],
      [7, 0],
    ]);
    expect(valueSeries(unknown, null, null)).toEqual({ status: 'empty', lacks: 'prices' });
  });

  test('an unknown moment is left out, and said', () => {
    const series = valueSeries(
      history([
        [100, 0],
        [null, 0],
        [120, 0],
      ]),
      null,
      null,
    );
    expect(values(series)).toEqual([100, 120]);
    expect(ready(series).hasGaps).toBe(true);
    expect(
      ready(
        valueSeries(
          history([
            [100, 0],
            [1, 0],
          ]),
          null,
          null,
        ),
      ).hasGaps,
    ).toBe(false);
  });

  test('the live total takes the place of the last stored one; one of another kind does not', () => {
    const stored = history([
      [100, 0],
      [110, 0],
    ]);
    const live = { at: START, valueCents: 111, heldCents: 0, kind: 'simulated' } as const;
    expect(values(valueSeries(stored, null, live))).toEqual([100, 111]);
    expect(ready(valueSeries(stored, null, live)).samples.at(-1)?.at).toBe(START + HOUR_MS);
    const later = { ...live, at: START + 5 * HOUR_MS };
    expect(ready(valueSeries(stored, null, later)).samples.at(-1)?.at).toBe(START + 5 * HOUR_MS);
    expect(values(valueSeries(stored, null, { ...live, kind: 'spot' }))).toEqual([100, 110]);
  });

  test('a first deposit and the live total make a line', () => {
    const live = { at: START, valueCents: 100, heldCents: 0, kind: 'simulated' } as const;
    const { samples } = ready(valueSeries(history([[100, 0]]), null, live));
    expect(samples.map(({ value }) => value)).toEqual([100, 100]);
    expect((samples[1]?.at ?? 0) > (samples[0]?.at ?? 0)).toBe(true);
  });

  test('what a deposit brought is no gain', () => {
    const series = ready(
      valueSeries(
        history([
          [1_000, 0],
          [6_100, 5_000],
          [5_900, 5_000],
        ]),
        null,
        null,
      ),
    );
    expect(series.paidInCents).toBe(5_000);
    expect(valueSummary(series)).toMatchObject({ changeCents: -100, high: 6_100, low: 1_000 });
  });

  test('a deposit is a step, where it happened or at the next known moment, and never a slope', () => {
    const rows = [
      [60_700, 0],
      [854_000, 793_000],
      [null, 893_000],
      [950_000, 893_000],
      [951_000, 893_000],
    ] as const;
    const steps = (series: ValueSeries) => ready(series).samples.map(({ value, before }) => [before, value]);
    expect(steps(valueSeries(history(rows), null, null))).toEqual([
      [undefined, 60_700],
      [61_000, 854_000],
      [850_000, 950_000],
      [undefined, 951_000],
    ]);
    const live = { at: START + 9 * HOUR_MS, valueCents: 854_500, heldCents: 0, kind: 'simulated' } as const;
    expect(steps(valueSeries(history(rows.slice(0, 2)), null, live))).toEqual([
      [undefined, 60_700],
      [61_500, 854_500],
    ]);
    const rates = { history: ratesAt([[0, 50_000]]), now: null };
    expect(steps(valueSeries(history(rows.slice(0, 2)), rates, null))[1]).toEqual([305_000, 4_270_000]);
  });

  test('the held bonus is no gain, neither when it comes nor when its price moves; once free it counts', () => {
    const rows = [
      [1_000, 0],
      [1_500, 0, 500],
      [1_470, 0, 520],
    ] as const;
    const stored = ready(valueSeries(history(rows), null, null));
    expect(stored.heldCents).toEqual({ start: 0, end: 520 });
    expect(valueSummary(stored)?.changeCents).toBe(-50);
    const live = { at: START + 9 * HOUR_MS, valueCents: 1_480, heldCents: 530, kind: 'simulated' } as const;
    expect(valueSummary(ready(valueSeries(history(rows), null, live)))?.changeCents).toBe(-50);
    const freed = ready(valueSeries(history(rows), null, { ...live, heldCents: 0 }));
    expect(valueSummary(freed)?.changeCents).toBe(480);
    const rates = { history: ratesAt([[0, 50_000]]), now: null };
    expect(valueSummary(ready(valueSeries(history(rows), rates, null)))?.changeCents).toBe(-250);
  });

  test('a range is full when the account is as old', () => {
    const week = [{ at: at(0) }, { at: new Date(START + 7 * DAY_MS).toISOString() }].map((point) => ({
      at: point.at,
      valueCents: 10,
      cashCents: 10,
      paidInCents: 0,
      heldCents: 0,
    }));
    expect(ready(valueSeries(history([], { resolution: 'hour', points: week }), null, null)).full).toBe(true);
    const younger = [week[0], { ...week[1], at: at(7 * 24 - 1) }] as typeof week;
    const points = younger;
    expect(ready(valueSeries(history([], { resolution: 'hour', points }), null, null)).full).toBe(false);
    const all = history([], { resolution: 'hour', range: 'ALL', points: week });
    expect(ready(valueSeries(all, null, null)).full).toBe(false);
  });
});

describe('in reais', () => {
  test('each moment, and each deposit, at the rate of its own time', () => {
    const stored = history([
      [1_000, 0],
      [2_000, 1_000],
      [2_000, 1_000],
    ]);
    const rates = {
      history: ratesAt([
        [0, 50_000],
        [1, 60_000],
      ]),
      now: { at: START + 2 * HOUR_MS, value: 70_000 },
    };
    const series = ready(valueSeries(stored, rates, null));
    expect(series.samples.map(({ value }) => value)).toEqual([5_000, 12_000, 14_000]);
    expect(series.dollars?.map(({ value }) => value)).toEqual([1_000, 2_000, 2_000]);
    expect(series.paidInCents).toBe(6_000);
    // 2,000 of the gain are the exchange rate's on what was deposited and what was there.
    expect(valueSummary(series)?.changeCents).toBe(3_000);
  });

  test('without rates there is no line; a rate that begins a moment late costs that moment only', () => {
    const stored = history([
      [1_000, 0],
      [1_000, 0],
      [1_000, 0],
      [1_000, 0],
      [1_000, 0],
    ]);
    expect(valueSeries(stored, { history: ratesAt([]), now: null }, null)).toEqual({
      status: 'empty',
      lacks: 'rates',
    });
    const late = ready(valueSeries(stored, { history: ratesAt([[1, 50_000]]), now: null }, null));
    expect(late.samples).toHaveLength(4);
    expect(late.hasGaps).toBe(false);
    const later = ready(valueSeries(stored, { history: ratesAt([[3, 50_000]]), now: null }, null));
    expect(later.hasGaps).toBe(true);
  });
});

test('start, deposits and change always add up to the end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(900_000), fc.nat(50_000)), { minLength: 2, maxLength: 30 }),
      fc.integer({ min: 10_000, max: 90_000 }),
      fc.boolean(),
      (rows, rateE4, reais) => {
        let paid = 0;
        const stored = history(
          rows.map(([value, more], i) => [value, i === 0 ? 0 : (paid += more)] as const),
        );
        const rates = reais ? { history: ratesAt([[0, rateE4]]), now: null } : null;
        const series = ready(valueSeries(stored, rates, null));
        const summary = valueSummary(series);
        const first = rows[0]?.[0] ?? 0;
        const last = rows.at(-1)?.[0] ?? 0;
        expect(summary?.start.value).toBe(reais ? brlCents(first, rateE4) : first);
        expect(summary?.end.value).toBe(reais ? brlCents(last, rateE4) : last);
        expect((summary?.start.value ?? 0) + series.paidInCents + (summary?.changeCents ?? 0)).toBe(
          summary?.end.value,
        );
      },
    ),
  );
});
