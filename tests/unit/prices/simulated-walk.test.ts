import { expect, test } from 'vitest';
import { SERIES, SERIES_RULES, type Series } from '../../../worker/domain/price-rules.ts';
import {
  SIMULATED_SEED,
  simulatedCandles,
  simulatedPrice,
} from '../../../worker/providers/simulated-walk.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';

const NOW = Date.parse('2026-11-21T14:00:00Z');
const price = (series: Series, at: number) => simulatedPrice(SIMULATED_SEED, series, at);

test('the same seed, series and time always give the same price, in whatever order they are asked', () => {
  const times = [NOW, NOW - 3 * DAY_MS, NOW + 17, NOW - 1_000 * DAY_MS];
  const forwards = times.map((at) => price('gold', at));
  const backwards = times
    .toReversed()
    .map((at) => price('gold', at))
    .toReversed();
  expect(backwards).toEqual(forwards);
});

test('another seed is another market', () => {
  expect(simulatedPrice(1, 'gold', NOW)).not.toBe(simulatedPrice(2, 'gold', NOW));
});

test('the curve passes through the levels of the drawn screens', () => {
  const anchor = Date.UTC(2026, 10, 21);
  const near = { gold: 438_900, silver: 5_800, platinum: 161_200, palladium: 120_800, 'usd-brl': 53_400 };
  for (const series of SERIES) {
    expect(Math.abs(price(series, anchor) / near[series] - 1)).toBeLessThan(0.001);
  }
});

test('a tick moves within seconds, and never by a jump', () => {
  for (const series of SERIES) {
    const ticks = Array.from({ length: 300 }, (_, i) => price(series, NOW + i * 2_000));
    const moves = ticks.slice(1).map((value, i) => Math.abs(value - (ticks[i] ?? value)));
    expect(moves.filter((move) => move > 0).length).toBeGreaterThan(100);
    expect(Math.max(...moves) / (ticks[0] ?? 1)).toBeLessThan(0.002);
  }
});

test('yearly volatility is that of a metal, not of a toy', () => {
  const expected = { gold: 0.15, silver: 0.26, platinum: 0.22, palladium: 0.28, 'usd-brl': 0.13 };
  for (const series of SERIES) {
    const days = Array.from({ length: 1_500 }, (_, i) => Math.log(price(series, NOW - i * DAY_MS)));
    const returns = days.slice(1).map((value, i) => value - (days[i] ?? value));
    const mean = returns.reduce((a, b) => a + b, 0) / returns.length;
    const variance = returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / returns.length;
    const yearly = Math.sqrt(variance * 365);
    expect(yearly).toBeGreaterThan(expected[series] * 0.8);
    expect(yearly).toBeLessThan(expected[series] * 1.2);
  }
});

test('five years back and fifteen ahead every price is one the book would believe', () => {
  for (const series of SERIES) {
    const { floor, ceiling } = SERIES_RULES[series];
    for (let day = -1_830; day < 5_500; day += 7) {
      const value = price(series, NOW + day * DAY_MS);
      expect(value).toBeGreaterThan(floor);
      expect(value).toBeLessThan(ceiling);
    }
  }
});

test('candles of every length lie on the one curve, end where it stands now, and leave no hole', () => {
  for (const [resolution, length] of [
    ['minute', MINUTE_MS],
    ['hour', HOUR_MS],
    ['day', DAY_MS],
  ] as const) {
    const candles = simulatedCandles(SIMULATED_SEED, 'silver', resolution, NOW - 20 * length, NOW + 12_345);
    expect(candles.at(-1)?.close).toBe(price('silver', NOW + 12_345));
    for (const candle of candles) {
      expect(candle.open).toBe(price('silver', candle.startAt));
      expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
      expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
    }
    const starts = candles.map((candle) => candle.startAt);
    expect(starts).toEqual(candles.map((_, i) => (starts[0] ?? 0) + i * length));
  }
});
