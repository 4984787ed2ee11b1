// What a portfolio was worth over time: balances from the ledger, valued at the stored price of each moment.
// Nothing is invented: where a price was missing the value is unknown (null), never zero and never a guess.

import { bucketStart, PERIOD_MS, type Resolution } from './history-ranges.ts';
import { TRADED_METALS, type TradedMetal } from './metals.ts';
import { valueCents } from './ounces.ts';
import { heldValueCents } from './portfolio.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** The most points of a reply. */
export const PORTFOLIO_HISTORY_MAX_POINTS = 400;

/** How long after its period a price still counts as the last one: the longest weekend with a holiday. */
const PRICE_KEEPS_MS = 5 * DAY_MS;

export type GridResolution = Extract<Resolution, 'hour' | 'day' | 'week'>;

/** From fine to coarse: the candles that are read, and how many of them lie between two points. */
const STEPS: readonly { readonly resolution: GridResolution; readonly candles: number }[] = [
  { resolution: 'hour', candles: 1 },
  { resolution: 'hour', candles: 2 },
  { resolution: 'day', candles: 1 },
  { resolution: 'day', candles: 2 },
  { resolution: 'day', candles: 4 },
  { resolution: 'week', candles: 1 },
  { resolution: 'week', candles: 2 },
  { resolution: 'week', candles: 8 },
];
const STEP_MS: Readonly<Record<GridResolution, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/** The moments of a chart: `from`, then every `stepMs` from `roundFrom` on, and `to`. */
export type TimeGrid = {
  readonly resolution: GridResolution;
  readonly stepMs: number;
  /** The first full hour after `from`, or the last moment of its day or week. */
  readonly roundFrom: number;
  readonly times: readonly number[];
};

/** The finest grid of at most 400 moments; a span of nothing has one. */
export function timeGrid(from: number, to: number): TimeGrid {
  const { resolution, stepMs } = stepFor(to - from);
  // A day's value is the one it closes with, so that a movement is drawn on its own day.
  const last = resolution === 'hour' ? 0 : 1;
  const roundFrom = bucketStart(resolution, from + last) + STEP_MS[resolution] - last;
  const times = [from];
  for (let at = roundFrom; at < to; at += stepMs) times.push(at);
  if (to > from) times.push(to);
  return { resolution, stepMs, roundFrom, times };
}

function stepFor(span: number): { readonly resolution: GridResolution; readonly stepMs: number } {
  const sizes = STEPS.map(({ resolution, candles }) => ({
    resolution,
    stepMs: candles * STEP_MS[resolution],
  }));
  // Both ends are points too, and the first full hour may come at once.
  const fits = sizes.find(({ stepMs }) => span / stepMs + 3 <= PORTFOLIO_HISTORY_MAX_POINTS);
  if (fits === undefined) throw new RangeError('no account is older than sixty years');
  return fits;
}

/** Moments after the one and up to the other. */
export type Span = { readonly after: number; readonly upTo: number };

/** Every movement since the first moment, once: single ones, those of whole hours and those of whole days, each of one step. */
export type GridParts = {
  readonly movements: readonly [Span, Span];
  /** By the end of an hour, which is of it, and of a day, its last millisecond. */
  readonly hours: Span;
  readonly days: Span;
};

/**
 * Only the first moment cuts an hour or a day in two: the others are ends of hours or of days, and what comes after the last one
 * belongs to it. So single movements are read of an hour or two, however long the chart and however much was traded.
 */
export function partsOf({ resolution, times }: TimeGrid): GridParts {
  const first = times[0] ?? 0;
  const nextHour = Math.ceil(first / HOUR_MS) * HOUR_MS;
  if (resolution === 'hour') {
    return {
      movements: [{ after: first - 1, upTo: nextHour }, NOTHING],
      hours: { after: nextHour, upTo: Number.MAX_SAFE_INTEGER },
      days: NOTHING,
    };
  }
  // The last hour ends with the first moment of the next day, which is not of this one.
  const dayEnd = bucketStart('day', first) + DAY_MS - 1;
  const lastHour = dayEnd + 1 - HOUR_MS;
  const upTo = Math.min(nextHour, dayEnd);
  return {
    movements: [
      { after: first - 1, upTo },
      { after: Math.max(upTo, lastHour), upTo: dayEnd },
    ],
    hours: { after: upTo, upTo: lastHour },
    days: { after: dayEnd, upTo: Number.MAX_SAFE_INTEGER },
  };
}
const NOTHING: Span = { after: 0, upTo: 0 };

/** A stored price, known from its time on until it is too old to be the last one. */
export type KnownPrice = { readonly at: number; readonly priceCents: number; readonly until: number };

export function knownPrice(at: number, priceCents: number, resolution: Resolution): KnownPrice {
  return { at, priceCents, until: at + PERIOD_MS[resolution] + PRICE_KEEPS_MS };
}

export type Position = {
  readonly cashCents: number;
  /** Deposits less withdrawals: what did not come from prices, fees or gifts. */
  readonly paidInCents: number;
  readonly ouncesE4: Readonly<Record<TradedMetal, number>>;
  /** The welcome bonus, held or free. */
  readonly bonusE4: number;
};
/** What changed up to moment `step` of the grid, after the one before. */
export type PositionChange = { readonly step: number; readonly by: Position };

export type HistoryPoint = {
  readonly at: number;
  /** Cash and metal; null while the price of a metal that was held is unknown. */
  readonly valueCents: number | null;
  readonly cashCents: number;
  /** Since the first point. */
  readonly paidInCents: number;
  /** What the held bonus was worth: part of the value, never of a gain (P42). */
  readonly heldCents: number | null;
};

/** The position less everything that happened since: what it was at the first moment. */
export function positionBefore(now: Position, changes: readonly PositionChange[]): Position {
  return changes.reduce((position, { by }) => moved(position, by, -1), now);
}

/**
 * One pass over moments, changes and prices, all ascending. `opening` is the position before the first change; changes
 * of step 0 are part of the first moment.
 */
export function replayHistory(
  times: readonly number[],
  opening: Position,
  changes: readonly PositionChange[],
  prices: Readonly<Record<TradedMetal, readonly KnownPrice[]>>,
  bonusFreedAt: number | null,
): HistoryPoint[] {
  let position = opening;
  let next = 0;
  const priceOf = { gold: follower(prices.gold), silver: follower(prices.silver) };
  let paidBefore: number | null = null;
  return times.map((at, step) => {
    for (let change = changes[next]; change !== undefined && change.step <= step; change = changes[next]) {
      position = moved(position, change.by, 1);
      next += 1;
    }
    paidBefore ??= position.paidInCents;
    const known = { gold: priceOf.gold(at), silver: priceOf.silver(at) };
    return {
      at,
      valueCents: valueOf(position, known),
      cashCents: position.cashCents,
      paidInCents: position.paidInCents - paidBefore,
      heldCents: heldValueCents(position.ouncesE4.silver, heldE4(position, at, bonusFreedAt), known.silver),
    };
  });
}

/** The last price at or before each of a row of rising moments. */
function follower(prices: readonly KnownPrice[]): (at: number) => number | null {
  let next = 0;
  let last: KnownPrice | null = null;
  return (at) => {
    for (let price = prices[next]; price !== undefined && price.at <= at; price = prices[next]) {
      last = price;
      next += 1;
    }
    return last === null || last.until < at ? null : last.priceCents;
  };
}

/** The bonus, as far as it is still there, until it is free (P7). */
function heldE4({ bonusE4, ouncesE4 }: Position, at: number, freedAt: number | null): number {
  return freedAt !== null && freedAt <= at ? 0 : Math.min(bonusE4, ouncesE4.silver);
}

function valueOf(position: Position, prices: Readonly<Record<TradedMetal, number | null>>): number | null {
  let total = position.cashCents;
  for (const metal of TRADED_METALS) {
    const ounces = position.ouncesE4[metal];
    const price = prices[metal];
    if (ounces === 0) continue;
    if (price === null) return null;
    total += valueCents(ounces, price);
  }
  return total;
}

function moved(position: Position, change: Position, sign: 1 | -1): Position {
  return {
    cashCents: position.cashCents + sign * change.cashCents,
    paidInCents: position.paidInCents + sign * change.paidInCents,
    ouncesE4: {
      gold: position.ouncesE4.gold + sign * change.ouncesE4.gold,
      silver: position.ouncesE4.silver + sign * change.ouncesE4.silver,
    },
    bonusE4: position.bonusE4 + sign * change.bonusE4,
  };
}
