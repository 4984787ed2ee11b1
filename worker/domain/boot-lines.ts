// The faint chart line that the page shows before any script: its names, which of the stored candles it takes, and its shape.
// The Worker writes it into `<path data-boot-line="gold-1M">`; the page only says where it goes and how large it is.

import {
  bucketStart,
  HISTORY_RANGES,
  PERIOD_MS,
  type HistoryRange,
  type Resolution,
} from './history-ranges.ts';
import { isMetal, type Metal } from './metals.ts';
import type { Sample } from './price-series.ts';

/** More than these few points would not show in a line without a read-out. */
export const BOOT_LINE_POINTS = 60;

/** What a line shows: a metal in dollars or in reais, or gold in ounces of silver. */
export type BootLineOf = Metal | 'ratio';
export type BootLineName = `${BootLineOf}-${HistoryRange}` | `${Metal}-${HistoryRange}-BRL`;
export type BootLineSpec = {
  readonly of: BootLineOf;
  readonly range: HistoryRange;
  readonly inReais: boolean;
};

export function bootLineSpec(name: string): BootLineSpec | null {
  const [of = '', range = '', currency, ...rest] = name.split('-');
  const known = HISTORY_RANGES.find((candidate) => candidate === range);
  if (known === undefined || rest.length > 0) return null;
  if (isMetal(of)) {
    return currency === undefined || currency === 'BRL'
      ? { of, range: known, inReais: currency === 'BRL' }
      : null;
  }
  return of === 'ratio' && currency === undefined ? { of, range: known, inReais: false } : null;
}

/**
 * The starts of about `most` candles, evenly chosen from `first` to `last` (starts themselves), both included; null when
 * the candles between are so few, or of such uneven lengths, that all of them are read.
 */
export function thinnedStarts(
  resolution: Resolution,
  first: number,
  last: number,
  most: number,
): number[] | null {
  const uneven = resolution === 'month' || resolution === 'year';
  const periods = Math.round((last - first) / PERIOD_MS[resolution]);
  if (uneven || periods < most) return null;
  const step = Math.ceil(periods / (most - 1)) * PERIOD_MS[resolution];
  const starts: number[] = [];
  for (let start = last; start > first; start -= step) starts.push(bucketStart(resolution, start));
  return [...starts, first].reverse();
}

/** The line is drawn in a square of this side, lowest value at the bottom, first sample at the left. */
export const BOOT_LINE_SIDE = 1_000;
/**
 * Beyond the square the path goes on level to both sides and closes below it: one path is line and area, and what
 * lies outside the picture is cut off.
 */
const OVERHANG = 24;
const BELOW = 1_130;

/** The `d` of the path; null for fewer than two samples. */
export function bootLinePath(samples: readonly Sample[]): string | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at <= first.at) return null;
  const values = samples.map(({ value }) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const x = (at: number) => Math.round(((at - first.at) / (last.at - first.at)) * BOOT_LINE_SIDE);
  // A level line runs through the middle.
  const y = (value: number) => Math.round(BOOT_LINE_SIDE * (span === 0 ? 0.5 : 1 - (value - low) / span));
  const line = samples.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L');
  const end = BOOT_LINE_SIDE + OVERHANG;
  return `M${-OVERHANG} ${y(first.value)}L${line}H${end}V${BELOW}H${-OVERHANG}Z`;
}
