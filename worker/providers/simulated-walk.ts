// The simulated market: a pure function of seed, series and time, so that years of history, the gap since the
// last start and the live walk are one curve, and any moment of it can be asked for at random. Log prices are a
// sum of smooth hashed noise, one octave per doubling from two seconds to four years, which looks like a
// random walk at every zoom.

import { bucketStart, type Candle } from '../domain/history-ranges.ts';
import { USD_BRL, type Series } from '../domain/price-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';

export const SIMULATED_SEED = 0x0ca_2026;

/** At this moment the curve passes exactly through each level. */
const ANCHOR_AT = Date.UTC(2026, 10, 21);
const YEAR_MS = 365 * DAY_MS;
const SHORTEST_PERIOD_MS = 2_000;
const OCTAVES = 26;
/** Turns a yearly volatility into octave amplitudes; measured once, held by a test. */
const WALK_SCALE = 0.79;

type Character = {
  /** In the unit of the series, at the anchor. */
  readonly level: number;
  /** Standard deviation of a year's log return. */
  readonly volatility: number;
  /** Log growth per year up to the anchor; afterwards the curve only wanders. */
  readonly drift: number;
  /** Extra movement of the last seconds, as a share of the price: makes a live tick visible. */
  readonly shimmer: number;
};

const CHARACTERS: Readonly<Record<Series, Character>> = {
  gold: { level: 438_900, volatility: 0.15, drift: 0.17, shimmer: 0.00006 },
  silver: { level: 5_800, volatility: 0.26, drift: 0.17, shimmer: 0.00025 },
  platinum: { level: 161_200, volatility: 0.22, drift: 0.09, shimmer: 0.00008 },
  palladium: { level: 120_800, volatility: 0.28, drift: -0.06, shimmer: 0.0001 },
  [USD_BRL]: { level: 53_400, volatility: 0.13, drift: 0.01, shimmer: 0.0001 },
};

/** The simulated price of `series` at `at`, in its unit: cents per ounce, or rate E4. Always positive. */
export function simulatedPrice(seed: number, series: Series, at: number): number {
  const { level, volatility, drift, shimmer } = CHARACTERS[series];
  const key = keyOf(seed, series);
  const wander = (walk(key, at) - anchorWalk(key)) * volatility;
  const growth = (Math.min(0, at - ANCHOR_AT) / YEAR_MS) * drift;
  const quiver = noise(key, OCTAVES + 1, at / 3_000) * shimmer;
  return Math.max(1, Math.round(level * Math.exp(wander + growth + quiver)));
}

/** Samples per candle: enough for a believable high and low, few enough to fill six years in a second or two. */
const SAMPLES = { minute: 6, hour: 12, day: 24 } as const;
const LENGTH_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const;
export type SimulatedResolution = keyof typeof SAMPLES;

/** The candles of `resolution` that start in [from, now], the last one as far as it has got by `now`. */
export function simulatedCandles(
  seed: number,
  series: Series,
  resolution: SimulatedResolution,
  from: number,
  now: number,
): Candle[] {
  const candles: Candle[] = [];
  const length = LENGTH_MS[resolution];
  for (let startAt = bucketStart(resolution, from); startAt <= now; startAt += length) {
    candles.push(
      simulatedCandle(seed, series, startAt, Math.min(startAt + length - 1, now), SAMPLES[resolution]),
    );
  }
  return candles;
}

function simulatedCandle(
  seed: number,
  series: Series,
  startAt: number,
  lastAt: number,
  samples: number,
): Candle {
  const open = simulatedPrice(seed, series, startAt);
  const close = simulatedPrice(seed, series, lastAt);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (let i = 1; i < samples; i += 1) {
    const price = simulatedPrice(seed, series, startAt + Math.floor(((lastAt - startAt) * i) / samples));
    if (price > high) high = price;
    if (price < low) low = price;
  }
  return { startAt, open, high, low, close, lastAt };
}

/** A walk whose standard deviation over a year is about one. */
function walk(key: number, at: number): number {
  let sum = 0;
  let period = SHORTEST_PERIOD_MS;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    sum += noise(key, octave, at / period) * Math.sqrt(period / YEAR_MS);
    period *= 2;
  }
  return sum * WALK_SCALE;
}

const anchors = new Map<number, number>();

function anchorWalk(key: number): number {
  const known = anchors.get(key);
  if (known !== undefined) return known;
  const value = walk(key, ANCHOR_AT);
  anchors.set(key, value);
  return value;
}

/** Smooth noise in [-1, 1]: hashed values at whole numbers, eased between them. */
function noise(key: number, octave: number, x: number): number {
  const index = Math.floor(x);
  const t = x - index;
  const eased = t * t * (3 - 2 * t);
  const a = lattice(key, octave, index);
  return a + (lattice(key, octave, index + 1) - a) * eased;
}

function lattice(key: number, octave: number, index: number): number {
  let h = (key ^ Math.imul(octave + 1, 0x9e3779b1)) | 0;
  h = Math.imul(h ^ (index | 0), 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  h = Math.imul(h ^ (h >>> 15), 0x27d4eb2f);
  h ^= h >>> 15;
  return (h >>> 0) / 0x7fff_ffff - 1;
}

function keyOf(seed: number, series: Series): number {
  let key = seed | 0;
  for (let i = 0; i < series.length; i += 1) key = Math.imul(key ^ series.charCodeAt(i), 0x01000193);
  return key;
}
