// The formats of a chart's values and times. Points of a day or longer belong to a UTC day, whatever the user's time zone:
// in São Paulo the first of March must not be shown as the last of February.

import type { Resolution } from '../../../worker/domain/history-ranges.ts';
import type { Sample } from '../../../worker/domain/price-series.ts';
import { axisDate } from '../../i18n/axis-date.ts';
import type { Currency } from '../../i18n/format.ts';
import type { Formats } from '../../i18n/use-format.ts';
import type { AxisTexts } from './line-option.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

export type ValueFormat = {
  /** With its unit, for the read-out: `US$ 4.291,70`. */
  readonly full: (value: number) => string;
  /** Without its unit, for columns and sentences that name it. */
  readonly bare: (value: number) => string;
  readonly axis: AxisTexts['value'];
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

/** Over longer spans a label needs the year, and the month is precise enough. */
const YEARS_MS = 2 * 365 * DAY_MS;
const HOURS_MS = 2 * DAY_MS;

export function axisTime(f: Formats, samples: readonly Sample[]): AxisTexts['time'] {
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

/** The first day of a series, for sentences. */
export function beginning(f: Formats, resolution: Resolution, at: number): string {
  const ownDay = resolution === 'minute' || resolution === 'hour';
  return ownDay ? f.dateTime(at, 'dayMonthYear') : f.dateTime(at, 'dayMonthYear', 'UTC');
}
