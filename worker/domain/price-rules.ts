// What an observation of a price must satisfy before the platform believes it. One integer unit per series:
// US cents per troy ounce for a metal, ten-thousandths of a real per dollar for the exchange rate.

import { JUMP_PERCENT, QUOTABLE_AGE_MS, SOURCES_APART_PERCENT } from './limits.ts';
import { METALS, type Metal } from './metals.ts';

export const OBSERVATION_KINDS = ['spot', 'fix', 'future', 'simulated'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** `reference`: may be shown; quoted on in production only when the operator says so. */
export const LICENCE_CLASSES = ['commercial', 'reference'] as const;
export type LicenceClass = (typeof LICENCE_CLASSES)[number];

export const USD_BRL = 'usd-brl';
/** Everything that has a price: four metals, and the dollar in reais. */
export const SERIES = [...METALS, USD_BRL] as const;
export type Series = Metal | typeof USD_BRL;

/** One price of one source. `bid`, `ask` and `mid` are integers in the unit of the series. */
export type Observation = {
  readonly source: string;
  readonly series: Series;
  readonly kind: ObservationKind;
  readonly licence: LicenceClass;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly mid: number;
  /** When the source says it was so, and when we heard it; epoch ms. */
  readonly sourceAt: number;
  readonly receivedAt: number;
};

/**
 * The last 24 hours of stored prices of one series (P8). `reference` is the price 24 hours ago, or, where
 * that moment falls into a weekend, the last close, and then `since` says so.
 */
export type DayStats = {
  readonly since: '24h' | 'close';
  readonly reference: number;
  readonly high: number;
  readonly low: number;
};

export const REJECTIONS = [
  'not-an-integer',
  'not-positive',
  'implausible',
  'inverted',
  'from-the-future',
  'too-old',
  'wrong-kind',
  'out-of-order',
  'unconfirmed-jump',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Confirmation by a single source: so many observations, spread over at least so long. */
export const CONFIRMING_OBSERVATIONS = 3;
export const CONFIRMING_SPAN_MS = 60_000;
/** Clocks differ a little; a time further ahead than this is wrong. */
export const FUTURE_TOLERANCE_MS = 60_000;
/** A long weekend's last price is still the last price; anything older is a broken clock or a dead feed. */
export const OBSERVATION_MAX_AGE_MS = 7 * 24 * 60 * 60_000;

type SeriesRules = {
  /** The widest band anyone would believe: it stops a factor of 100 when there is no earlier price to compare with. */
  readonly floor: number;
  readonly ceiling: number;
  /** Median of the fresh sources, or, where sources publish once a day, the newest observation. */
  readonly pick: 'median' | 'newest';
};

export const SERIES_RULES: Readonly<Record<Series, SeriesRules>> = {
  gold: { floor: 20_000, ceiling: 4_000_000, pick: 'median' },
  silver: { floor: 300, ceiling: 60_000, pick: 'median' },
  platinum: { floor: 10_000, ceiling: 1_500_000, pick: 'median' },
  palladium: { floor: 10_000, ceiling: 1_500_000, pick: 'median' },
  [USD_BRL]: { floor: 10_000, ceiling: 300_000, pick: 'newest' },
};

/** Null when the observation is sound by itself; otherwise why it is not. Says nothing about jumps. */
export function rejectionOf(o: Observation, now: number): Rejection | null {
  const values = [o.mid, ...(o.bid === null ? [] : [o.bid]), ...(o.ask === null ? [] : [o.ask])];
  if (!values.every(Number.isSafeInteger)) return 'not-an-integer';
  if (values.some((value) => value <= 0)) return 'not-positive';
  // A bid above the ask is above the mid, or the mid is above the ask.
  if ((o.bid !== null && o.mid < o.bid) || (o.ask !== null && o.mid > o.ask)) return 'inverted';
  const { floor, ceiling } = SERIES_RULES[o.series];
  if (o.mid < floor || o.mid > ceiling) return 'implausible';
  if (!Number.isFinite(o.sourceAt) || o.sourceAt > now + FUTURE_TOLERANCE_MS) return 'from-the-future';
  if (o.sourceAt < now - OBSERVATION_MAX_AGE_MS) return 'too-old';
  return null;
}

/** How far `value` is from `from`, in basis points with one decimal; negative below it. */
export function differenceBp(value: number, from: number): number {
  return Math.round(((value - from) * 100_000) / from) / 10;
}

/** When the observation was true, as far as can be believed: a source's clock may run ahead of ours. */
export function observedAt(o: Observation): number {
  return Math.min(o.sourceAt, o.receivedAt);
}

export function isFresh(at: number, now: number): boolean {
  return now - at <= QUOTABLE_AGE_MS;
}

/** True when `to` is more than 10 % away from `from`, either way. */
export function isJump(from: number, to: number): boolean {
  return Math.abs(to - from) * 100 > from * JUMP_PERCENT;
}

/** True when the highest value is more than 1 % above the lowest. */
export function areApart(values: readonly number[]): boolean {
  const lowest = Math.min(...values);
  return (Math.max(...values) - lowest) * 100 > lowest * SOURCES_APART_PERCENT;
}

/** The median of integers; of two middle ones the mean, rounded half up. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) throw new Error('median of nothing');
  if (sorted.length % 2 === 1) return upper;
  return Math.floor(((sorted[sorted.length / 2 - 1] ?? upper) + upper + 1) / 2);
}

/** The middle of a bid and an ask, rounded half up. */
export function middle(bid: number, ask: number): number {
  return Math.floor((bid + ask + 1) / 2);
}

const DECIMAL = /^(\d{1,9})(?:\.(\d{1,15}))?$/u;

/**
 * Decimal text to an integer of `10^-decimals`, rounded half up, without passing through a float.
 * Null for anything but plain digits with at most one point: signs, exponents, spaces, words.
 */
export function scaledDecimal(text: string, decimals: number): number | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = (match[2] ?? '').padEnd(decimals + 1, '0');
  const kept = Number(`${match[1]}${fraction.slice(0, decimals)}`);
  return kept + (Number(fraction.charAt(decimals)) >= 5 ? 1 : 0);
}
