// The geometry of a line chart, pure: the position of the plot in its box, the spans of values and times, and the
// positions of grid lines and labels. The canvas, the cursor and the first-paint line use it, so that nothing moves
// when one replaces another.

import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

export type Sample = {
  readonly at: number;
  readonly value: number;
  /** Where the value jumped, the value just before: the line is drawn as a step and not as a slope. */
  readonly before?: number;
};
export type Size = { readonly width: number; readonly height: number };
/** A phone's chart has fewer lines and labels; it is not the wide one scaled down. */
export type Drawing = 'wide' | 'phone';

/** The same width as the container query of web/styles/charts.css. */
export const PHONE_BELOW = 560;

/** Space for labels at the right and below; the same lengths as `.chart-boot` in web/styles/charts.css. */
export const INSETS = { top: 12, right: 64, bottom: 34 } as const;
export const LINES = { wide: 5, phone: 3 } as const satisfies Record<Drawing, number>;
export const LABELS = { wide: 8, phone: 4 } as const satisfies Record<Drawing, number>;

/** Space above the highest and below the lowest value, as fractions of the span; see BOOT_VIEW_BOX. */
const ROOM = { above: 0.06, below: 0.1 } as const;
/** The visible part of the first-paint line's square of 1,000 by 1,000, with the same space above and below. */
export const BOOT_VIEW_BOX = '0 -60 1000 1160';

export type Span = { readonly from: number; readonly to: number };
export type Frame = {
  readonly size: Size;
  readonly drawing: Drawing;
  readonly plot: { readonly top: number; readonly width: number; readonly height: number };
  readonly values: Span;
  readonly times: Span;
  readonly valueTicks: readonly number[];
  readonly timeTicks: readonly number[];
};

/** Null without two samples of different times. */
export function frameOf(samples: readonly Sample[], size: Size): Frame | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at <= first.at) return null;
  const drawing = size.width < PHONE_BELOW ? 'phone' : 'wide';
  const { top, right, bottom } = INSETS;
  const values = valueSpan(samples);
  const times = { from: first.at, to: last.at };
  return {
    size,
    drawing,
    plot: { top, width: size.width - right, height: size.height - top - bottom },
    values,
    times,
    valueTicks: valueTicks(values, LINES[drawing]),
    timeTicks: timeTicks(times, LABELS[drawing]),
  };
}

export function valueSpan(samples: readonly Sample[]): Span {
  const all = samples.flatMap(({ value, before = value }) => [before, value]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  // A constant value runs through the middle of a narrow span.
  const span = high - low;
  if (span === 0) return { from: low - Math.abs(low) / 100 - 1, to: high + Math.abs(high) / 100 + 1 };
  return { from: low - span * ROOM.below, to: high + span * ROOM.above };
}

/** Round steps first; the others only where no round step gives the number of lines. */
const STEPS = [1, 2, 5, 2.5, 4, 3, 6, 1.5, 8, 7.5, 1.2, 3.5, 7, 9, 4.5, 1.8, 5.5, 6.5] as const;

/** `lines` round values inside the span, or the next smaller number that a round step allows. */
export function valueTicks({ from, to }: Span, lines: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10((to - from) / lines));
  const steps = [magnitude, magnitude * 10, magnitude / 10].flatMap((unit) =>
    STEPS.map((step) => step * unit),
  );
  for (let wanted = lines; wanted > 0; wanted -= 1) {
    const step = steps.find((candidate) => multiples(candidate, from, to) === wanted);
    if (step !== undefined) return multiplesOf(step, from, to);
  }
  return [];
}

function multiples(step: number, from: number, to: number): number {
  return Math.floor(to / step) - Math.ceil(from / step) + 1;
}

function multiplesOf(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  // Rounded to twelve digits: 0.1 * 3 must be 0.3.
  return Array.from({ length: multiples(step, from, to) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** About `labels` evenly spaced midnights in the user's time zone; full hours for spans of less than two days. */
export function timeTicks({ from, to }: Span, labels: number): number[] {
  const hourly = to - from < 2 * DAY_MS;
  const unit = hourly ? HOUR_MS : DAY_MS;
  const step = Math.max(1, Math.ceil((to - from) / unit / labels));
  const start = new Date(from);
  // Calendar arithmetic, not milliseconds: a day of a clock change has 23 or 25 hours.
  const tick = (i: number) =>
    hourly
      ? new Date(start.getFullYear(), start.getMonth(), start.getDate(), start.getHours() + i).getTime()
      : new Date(start.getFullYear(), start.getMonth(), start.getDate() + i).getTime();
  const ticks: number[] = [];
  const first = tick(0) < from ? 1 : 0;
  for (let i = first; tick(i) <= to; i += step) ticks.push(tick(i));
  return ticks;
}

export type Point = { readonly x: number; readonly y: number };

/** The position of a sample in the box, in pixels. */
export function pointOf({ plot, times, values }: Frame, { at, value }: Sample): Point {
  return {
    x: ((at - times.from) / (times.to - times.from)) * plot.width,
    y: plot.top + (1 - (value - values.from) / (values.to - values.from)) * plot.height,
  };
}

/** The sample nearest to a horizontal position in the box. */
export function nearestIndex(samples: readonly Sample[], { plot, times }: Frame, x: number): number {
  const at = times.from + (x / plot.width) * (times.to - times.from);
  let [low, high] = [0, samples.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((samples[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [samples[low - 1], samples[low]];
  return before !== undefined && after !== undefined && at - before.at < after.at - at ? low - 1 : low;
}

/** The sample to which a key moves the cursor; null for other keys. `at` is null without a cursor. */
export function movedCursor(key: string, at: number | null, count: number): number | null {
  const last = count - 1;
  const leap = Math.max(1, Math.round(count / 10));
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -leap, PageUp: leap }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (by === undefined) return null;
  return at === null ? last : Math.min(last, Math.max(0, at + by));
}
