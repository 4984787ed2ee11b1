// How a chart writes its values and times. Points of a day or longer belong to a UTC day, whatever the reader's clock
// says: in São Paulo the first of March must not read as the last of February.

import type { Resolution } from '../../../worker/domain/history-ranges.ts';
import type { Sample } from '../../../worker/domain/price-series.ts';
import { axisDate } from '../../i18n/format-more.ts';
import type { Currency } from '../../i18n/format.ts';
import type { Formats } from '../../i18n/use-format.ts';
import type { AxisWords } from './line-option.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

export type ValueFormat = {
  /** With its unit, for the read-out: `US$ 4.291,70`. */
  readonly full: (value: number) => string;
  /** Bare, for columns and sentences that name the unit. */
  readonly bare: (value: number) => string;
  readonly axis: AxisWords['value'];
};

export function moneyFormat(f: Formats, currency: Currency): ValueFormat {
  return {
    full: (cents) => f.money(cents, currency),
    bare: (cents) => f.amount(cents),
    axis: (cents, ticks) => f.decimal(cents / 100, ticks.every((tick) => tick % 100 === 0) ? 0 : 2),
  };
}

export function ratioFormat(f: Formats, withUnit: (ratio: string) => string): ValueFormat {
  const bare = (value: number) => f.decimal(value, 2);
  return {
    bare,
    full: (value) => withUnit(bare(value)),
    axis: (value, ticks) => f.decimal(value, ticks.every(Number.isInteger) ? 0 : fewestDecimals(ticks)),
  };
}

function fewestDecimals(ticks: readonly number[]): number {
  return ticks.every((tick) => Math.abs(tick * 10 - Math.round(tick * 10)) < 1e-6) ? 1 : 2;
}

/** Longer than this a day means little without its year, and a month says enough. */
const YEARS_MS = 2 * 365 * DAY_MS;
const HOURS_MS = 2 * DAY_MS;

export function axisTime(f: Formats, samples: readonly Sample[]): AxisWords['time'] {
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  if (span < HOURS_MS) return (at) => f.dateTime(at, 'time');
  return (at) => axisDate(f.locale, at, span > YEARS_MS ? 'monthYear' : 'dayMonth');
}

export function pointTime(f: Formats, resolution: Resolution, at: number): string {
  switch (resolution) {
    case 'minute':
    case 'hour':
      return f.dateTime(at, 'dayMonthTime');
    case 'day':
    case 'week':
      return f.dateTime(at, 'dayMonthYear', 'UTC');
    case 'month':
      return f.dateTime(at, 'monthYear', 'UTC');
    case 'year':
      return f.dateTime(at, 'year', 'UTC');
  }
}

/** The day a series begins, for sentences. */
export function beginning(f: Formats, resolution: Resolution, at: number): string {
  const ownDay = resolution === 'minute' || resolution === 'hour';
  return ownDay ? f.dateTime(at, 'dayMonthYear') : f.dateTime(at, 'dayMonthYear', 'UTC');
}
