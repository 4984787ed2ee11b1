// The values of the portfolio's chart: from the ledger up to the live total, in dollars or in reais at the rate of each
// day. Times without a stored price are left out: the line contains no estimates.

import type { PortfolioHistory } from '../../../worker/contract/portfolio-history.ts';
import type { FxHistory } from '../../../worker/contract/prices.ts';
import { RANGE_PLANS } from '../../../worker/domain/history-ranges.ts';
import { inReais, type Sample, type SampleSeries, withLive } from '../../../worker/domain/price-series.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import type { Formats } from '../../i18n/use-format.ts';
import type { Sample as DrawnSample } from '../../ui/chart/frame.ts';
import type { AxisTexts } from '../../ui/chart/line-option.ts';

/** The total at the live price; `kind` is that of the price source: simulated and real values never share a line. */
export type LiveValue = {
  readonly at: number;
  readonly valueCents: number;
  /** The part of it that is a held bonus (P42). */
  readonly heldCents: number;
  readonly kind: PortfolioHistory['kind'];
};

/** The exchange rates of the range, and the current one. */
export type Rates = { readonly history: FxHistory; readonly now: Sample | null };

export type ReadySeries = {
  readonly status: 'ready';
  /** A deposit is a step of the line. */
  readonly samples: readonly DrawnSample[];
  /** The same times in dollars, beside reais. */
  readonly dollars: readonly Sample[] | null;
  /** Deposited between the first and the last sample, in the currency of `samples`. */
  readonly paidInCents: number;
  /** The held bonus in the first and the last sample, in the currency of `samples`: no part of a gain (P42). */
  readonly heldCents: { readonly start: number; readonly end: number };
  readonly resolution: 'hour' | 'day' | 'week';
  readonly simulated: boolean;
  /** Some times have no value, because a price or a rate is missing. */
  readonly hasGaps: boolean;
  /** The samples reach back over the whole range; otherwise they begin with the account. */
  readonly full: boolean;
};

export type ValueSeries =
  | ReadySeries
  | { readonly status: 'empty'; readonly lacks: 'transactions' | 'prices' | 'rates' };

const FIRST_RATES = 2;

/** `rates` null: in dollars. */
export function valueSeries(
  history: PortfolioHistory,
  rates: Rates | null,
  live: LiveValue | null,
): ValueSeries {
  const { points, resolution, kind, range } = history;
  if (resolution === null) return { status: 'empty', lacks: 'transactions' };
  const now = live !== null && live.kind === kind ? live : null;
  const dollars = upToNow(history, now);
  if (dollars.length < 2) return { status: 'empty', lacks: 'prices' };
  const table = rates === null ? null : rateTable(rates);
  const samples = table === null ? dollars : inReais(dollars, table);
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || samples.length < 2) {
    return { status: 'empty', lacks: 'rates' };
  }
  const { days } = RANGE_PLANS[range];
  const unknown = dollars.length < points.length;
  // The first time of a range may be slightly before its first exchange rate.
  const withoutRate = dollars.length - samples.length > FIRST_RATES;
  const spanned = Date.parse(points.at(-1)?.at ?? '') - Date.parse(points[0]?.at ?? '');
  const deposits = depositsSince(first.at, history, table);
  return {
    status: 'ready',
    samples: withSteps(samples, deposits),
    dollars: table === null ? null : dollars.slice(-samples.length),
    paidInCents: deposits.reduce((sum, { value }) => sum + value, 0),
    heldCents: heldAt([first.at, last.at], history, now, table),
    resolution,
    simulated: kind === 'simulated',
    hasGaps: unknown || withoutRate,
    full: days !== null && spanned >= days * DAY_MS && !withoutRate,
  };
}

/** Known values, the last one at the live price. */
function upToNow({ points }: PortfolioHistory, live: LiveValue | null): readonly Sample[] {
  const known = points.flatMap(({ at, valueCents }) =>
    valueCents === null ? [] : [{ at: Date.parse(at), value: valueCents }],
  );
  const end = Date.parse(points.at(-1)?.at ?? '');
  if (live === null) return known;
  const stored = known.at(-1)?.at === end && known.length > 1 ? known.slice(0, -1) : known;
  // A price slightly older than the reply still belongs to its end; one millisecond more keeps the times ascending.
  const after = (stored.at(-1)?.at ?? 0) + 1;
  return [...stored, { at: Math.max(live.at, end, after), value: live.valueCents }];
}

function rateTable({ history, now }: Rates): SampleSeries {
  const stored = {
    resolution: history.resolution,
    samples: history.points.map(({ at, rateE4 }) => ({ at: Date.parse(at), value: rateE4 })),
  };
  return { ...stored, samples: withLive(stored, now) };
}

/** Each deposit counts at the rate of its day: a gain by the exchange rate is no deposit. */
function depositsSince(
  from: number,
  { points }: PortfolioHistory,
  rates: SampleSeries | null,
): readonly Sample[] {
  const paid = points.map(({ at, paidInCents }, i) => ({
    at: Date.parse(at),
    value: paidInCents - (points[i - 1]?.paidInCents ?? 0),
  }));
  const since = paid.filter(({ at, value }) => at > from && value !== 0);
  return rates === null ? since : inReais(since, rates);
}

/** What was deposited up to a sample is not yet in the value just before it. */
function withSteps(samples: readonly Sample[], deposits: readonly Sample[]): readonly DrawnSample[] {
  return samples.map((sample, i) => {
    const after = samples[i - 1]?.at ?? sample.at;
    const paid = deposits.filter(({ at }) => at > after && at <= sample.at);
    if (paid.length === 0) return sample;
    return { ...sample, before: sample.value - paid.reduce((sum, { value }) => sum + value, 0) };
  });
}

/** What the held bonus is worth in the first and the last sample. */
function heldAt(
  [start, end]: readonly [start: number, end: number],
  { points }: PortfolioHistory,
  live: LiveValue | null,
  rates: SampleSeries | null,
): ReadySeries['heldCents'] {
  const storedAt = (moment: number) => points.find(({ at }) => Date.parse(at) === moment)?.heldCents ?? 0;
  const held = [
    { at: start, value: storedAt(start) },
    { at: end, value: live?.heldCents ?? storedAt(end) },
  ];
  const [first, last] = rates === null ? held : inReais(held, rates);
  return { start: first?.value ?? 0, end: last?.value ?? 0 };
}

export type ValueSummary = {
  readonly start: Sample;
  readonly end: Sample;
  readonly high: number;
  readonly low: number;
  /**
   * The change of the value without deposits and without the held bonus: prices, fees and, in reais, the exchange rate. In
   * dollars and over all time it is the total gain of the metric card (P42).
   */
  readonly changeCents: number;
};

export function valueSummary({ samples, paidInCents, heldCents }: ReadySeries): ValueSummary | null {
  const [start, end] = [samples[0], samples.at(-1)];
  if (start === undefined || end === undefined) return null;
  const values = samples.map(({ value }) => value);
  return {
    start,
    end,
    high: Math.max(...values),
    low: Math.min(...values),
    changeCents: end.value - heldCents.end - (start.value - heldCents.start) - paidInCents,
  };
}

// The axis counts large portfolios in thousands or millions: a label has space for five digits, and for fewer on a
// phone.

export type AxisUnit = 'one' | 'thousand' | 'million';

const CENTS = { one: 100, thousand: 100_000, million: 100_000_000 } as const satisfies Record<
  AxisUnit,
  number
>;
/** Below this many units the next smaller unit is still short enough; its top line may exceed the highest value. */
const LEAST = 9;

export function axisUnit(samples: readonly { readonly value: number }[]): AxisUnit {
  const most = Math.max(0, ...samples.map(({ value }) => value));
  if (most >= LEAST * CENTS.million) return 'million';
  return most >= LEAST * CENTS.thousand ? 'thousand' : 'one';
}

/** All labels of an axis have the same number of decimals, the fewest that distinguish them. */
export function axisLabel(f: Formats, unit: AxisUnit): AxisTexts['value'] {
  return (cents, ticks) => {
    const digits = [0, 1, 2, 3].find((some) =>
      ticks.every((tick) => isWhole((tick / CENTS[unit]) * 10 ** some)),
    );
    return f.decimal(cents / CENTS[unit], digits ?? 3);
  };
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}
