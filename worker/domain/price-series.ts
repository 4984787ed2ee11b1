// Series of stored prices joined with each other: a metal in reais at the rates of its days, and one metal in ounces
// of another. Nothing is invented: where one side has no value the joint series has none either.

import { bucketStart, PERIOD_MS, type Resolution } from './history-ranges.ts';
import { brlCents } from './exchange.ts';

/** A value at an instant (epoch milliseconds). Cents, rates in ten-thousandths or a plain ratio: the caller knows. */
export type Sample = { readonly at: number; readonly value: number };

/** Samples of one length of candle. `resolution` is null only while nothing is stored. */
export type SampleSeries = { readonly resolution: Resolution | null; readonly samples: readonly Sample[] };

/**
 * Prices in reais, each at the rate of its own day or hour (P1): the last rate whose candle had begun by then.
 * A price before the first rate has no value in reais and is left out.
 */
export function inReais(prices: readonly Sample[], rates: SampleSeries): Sample[] {
  const { resolution, samples } = rates;
  if (resolution === null) return [];
  const joined: Sample[] = [];
  let next = 0;
  let rate: number | null = null;
  for (const { at, value } of prices) {
    for (let candidate = samples[next]; candidate !== undefined; candidate = samples[next]) {
      if (bucketStart(resolution, candidate.at) > at) break;
      rate = candidate.value;
      next += 1;
    }
    if (rate !== null) joined.push({ at, value: brlCents(value, rate) });
  }
  return joined;
}

/**
 * How many ounces of `lower` one ounce of `upper` costs, at the times both have: candles are matched by the period they
 * close, the longer of the two lengths where they differ. The last price in a period counts.
 */
export function ratioSeries(upper: SampleSeries, lower: SampleSeries): Sample[] {
  if (upper.resolution === null || lower.resolution === null) return [];
  const resolution =
    PERIOD_MS[upper.resolution] >= PERIOD_MS[lower.resolution] ? upper.resolution : lower.resolution;
  const below = lastOfPeriods(lower.samples, resolution);
  return [...lastOfPeriods(upper.samples, resolution)].flatMap(([period, { at, value }]) => {
    const other = below.get(period);
    return other === undefined || other.value <= 0 ? [] : [{ at, value: value / other.value }];
  });
}

function lastOfPeriods(samples: readonly Sample[], resolution: Resolution): Map<number, Sample> {
  return new Map(samples.map((sample) => [bucketStart(resolution, sample.at), sample]));
}

/**
 * The series up to now: the live price replaces the unfinished candle. An older one, or one of the future,
 * changes nothing.
 */
export function withLive(series: SampleSeries, live: Sample | null): readonly Sample[] {
  const { resolution, samples } = series;
  const last = samples.at(-1);
  if (live === null || resolution === null || last === undefined || live.at <= last.at) return samples;
  const sameCandle = bucketStart(resolution, last.at) === bucketStart(resolution, live.at);
  return sameCandle ? [...samples.slice(0, -1), live] : [...samples, live];
}

export type Extremes = { readonly high: Sample; readonly low: Sample };

/** The highest and the lowest sample, of equal ones the latest; null of nothing. */
export function extremesOf(samples: readonly Sample[]): Extremes | null {
  const [first] = samples;
  if (first === undefined) return null;
  return samples.reduce<Extremes>(
    ({ high, low }, sample) => ({
      high: sample.value >= high.value ? sample : high,
      low: sample.value <= low.value ? sample : low,
    }),
    { high: first, low: first },
  );
}

/**
 * The last value of each day; longer candles stay as they are. What is joined from closes is the same in a range of hours and
 * in a range of days, so the highest close of a range is never below that of a shorter one (P43).
 */
export function closesOf({ resolution, samples }: SampleSeries): SampleSeries {
  if (resolution === null || PERIOD_MS[resolution] > PERIOD_MS.day) return { resolution, samples };
  return { resolution: 'day', samples: [...lastOfPeriods(samples, 'day').values()] };
}
