// The geometry of charts: few round lines, few labels, one cursor, and a first-paint line that the drawing replaces
// without a jump.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bootLinePath,
  bootLineSpec,
  BOOT_LINE_SIDE,
  thinnedStarts,
} from '../../../worker/domain/boot-lines.ts';
import { bucketStart } from '../../../worker/domain/history-ranges.ts';
import { faint } from '../../../web/ui/chart/colours.ts';
import {
  BOOT_VIEW_BOX,
  frameOf,
  LABELS,
  LINES,
  movedCursor,
  nearestIndex,
  pointOf,
  timeTicks,
  valueSpan,
  valueTicks,
} from '../../../web/ui/chart/frame.ts';
import { lineOption } from '../../../web/ui/chart/line-option.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const DAY = Date.parse('2026-10-21T14:35:00Z');
const WIDE = { width: 1120, height: 420 };
const PHONE = { width: 320, height: 248 };
const month = Array.from({ length: 720 }, (_, i) => ({
  at: DAY + i * HOUR_MS,
  value: 400_000 + Math.round(20_000 * Math.sin(i / 70)),
}));

const aSpan = fc
  .tuple(fc.double({ min: 100, max: 1e8, noNaN: true }), fc.double({ min: 0.001, max: 2, noNaN: true }))
  .map(([from, part]) => ({ from, to: from * (1 + part) }));

describe.each(['wide', 'phone'] as const)('on a %s drawing', (drawing) => {
  test('the grid lines are as many as the drawing has, or one fewer; inside and evenly apart', () => {
    fc.assert(
      fc.property(aSpan, (span) => {
        const ticks = valueTicks(span, LINES[drawing]);
        expect(ticks.length).toBeLessThanOrEqual(LINES[drawing]);
        expect(ticks.length).toBeGreaterThanOrEqual(LINES[drawing] - 1);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(span.from * (1 - 1e-9));
          expect(tick).toBeLessThanOrEqual(span.to * (1 + 1e-9));
        }
        const gaps = ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0));
        for (const gap of gaps) expect(gap / (gaps[0] ?? 1)).toBeCloseTo(1, 6);
      }),
    );
  });

  test.each([7, 30, 90, 365, 1_826])('%d days have about as many labels as fit, all at midnight', (days) => {
    const ticks = timeTicks({ from: DAY, to: DAY + days * DAY_MS }, LABELS[drawing]);
    expect(ticks.length).toBeGreaterThanOrEqual(LABELS[drawing] - 1);
    expect(ticks.length).toBeLessThanOrEqual(LABELS[drawing]);
    for (const tick of ticks) expect(new Date(tick).getHours()).toBe(0);
  });
});

test('a first day has its labels at full hours', () => {
  const ticks = timeTicks({ from: DAY, to: DAY + 10 * HOUR_MS }, 8);
  expect(ticks.length).toBeGreaterThanOrEqual(4);
  for (const tick of ticks) expect(new Date(tick).getMinutes()).toBe(0);
});

test("a phone's chart is drawn again with fewer lines and labels", () => {
  expect(frameOf(month, WIDE)).toMatchObject({ drawing: 'wide', plot: { width: 1056 } });
  const phone = frameOf(month, PHONE);
  expect(phone?.drawing).toBe('phone');
  expect(phone?.valueTicks).toHaveLength(3);
  expect(phone?.timeTicks).toHaveLength(4);
});

test('no line through fewer than two samples, and a level one through the middle', () => {
  expect(frameOf([], WIDE)).toBeNull();
  expect(frameOf(month.slice(0, 1), WIDE)).toBeNull();
  const level = [
    { at: 0, value: 500 },
    { at: DAY_MS, value: 500 },
  ];
  const frame = frameOf(level, WIDE);
  if (frame === null) throw new Error('no frame');
  expect(pointOf(frame, { at: 0, value: 500 }).y).toBeCloseTo(12 + (420 - 46) / 2, 5);
});

describe('the cursor', () => {
  test.each([
    ['ArrowRight', 3, 4],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 99, 99],
    ['PageUp', 3, 13],
    ['PageDown', 3, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['ArrowLeft', null, 99],
    ['Home', null, 0],
    ['a', 3, null],
    ['Tab', 3, null],
  ])('%s at %s goes to %s', (key, at, expected) => {
    expect(movedCursor(key, at, 100)).toBe(expected);
  });

  test('stands on the nearest sample', () => {
    const frame = frameOf(month, WIDE);
    if (frame === null) throw new Error('no frame');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 719 }),
        fc.double({ min: -0.4, max: 0.4, noNaN: true }),
        (i, off) => {
          const sample = month[i] ?? { at: 0, value: 0 };
          const apart = frame.plot.width / 719;
          expect(nearestIndex(month, frame, pointOf(frame, sample).x + off * apart)).toBe(i);
        },
      ),
    );
    expect(nearestIndex(month, frame, -50)).toBe(0);
    expect(nearestIndex(month, frame, 5_000)).toBe(719);
  });
});

test.each([PHONE, WIDE])('a price of six digits fits beside the plot of %o', (size) => {
  const frame = frameOf(month, size);
  // Digits of 12 px are 7.6 px wide, a separator is half of that; the gap before the label is 12 px.
  expect(size.width - (frame?.plot.width ?? size.width)).toBeGreaterThanOrEqual(12 + 6 * 7.6 + 3.8);
});

test('echarts is told exactly the frame, and to keep still', () => {
  const frame = frameOf(month, WIDE);
  if (frame === null) throw new Error('no frame');
  const colours = { line: '#a17a22', grid: '#e6dfd0', label: '#6f6450', font: 'Inter' };
  const words = { value: (value: number) => `v${value}`, time: (at: number) => `t${at}` };
  expect(lineOption(frame, month, colours, words)).toMatchObject({
    animation: false,
    grid: { left: 0, right: 64, top: 12, bottom: 34 },
    xAxis: { min: month[0]?.at, max: month.at(-1)?.at, axisLabel: { customValues: [...frame.timeTicks] } },
    yAxis: { position: 'right', axisTick: { customValues: [...frame.valueTicks] } },
    series: [{ lineStyle: { width: 2, color: '#a17a22' }, showSymbol: false }],
  });
  // A jump is a step: both values at one time, and both inside the span.
  const jump = [
    { at: 0, value: 5 },
    { at: 1, value: 90, before: 4 },
  ];
  expect(lineOption(frame, jump, colours, words)).toMatchObject({
    series: [
      {
        data: [
          [0, 5],
          [1, 4],
          [1, 90],
        ],
      },
    ],
  });
  expect(valueSpan(jump).from).toBeLessThan(4);
  expect(faint('#a17a22', 0)).toBe('#a17a2200');
  expect(faint('#a17a22', 1)).toBe('#a17a22ff');
});

describe('the first-paint line', () => {
  test.each([
    ['gold-1M', { of: 'gold', range: '1M', inReais: false }],
    ['silver-7D-BRL', { of: 'silver', range: '7D', inReais: true }],
    ['ratio-ALL', { of: 'ratio', range: 'ALL', inReais: false }],
    ['ratio-1M-BRL', null],
    ['gold', null],
    ['gold-2M', null],
    ['lead-1M', null],
    ['gold-1M-EUR', null],
    ['gold-1M-BRL-x', null],
    ['', null],
    ['constructor-1M', null],
  ])('named %j', (name, spec) => expect(bootLineSpec(name)).toEqual(spec));

  test('takes at most sixty candles, the first and the last among them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom('hour', 'day', 'week' as const),
        (candles, resolution) => {
          const step = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }[resolution];
          const first = bucketStart(resolution, DAY);
          const last = first + candles * step;
          const starts = thinnedStarts(resolution, first, last, 60);
          expect(starts === null).toBe(candles < 60);
          if (starts === null) return;
          expect(starts.length).toBeLessThanOrEqual(60);
          expect(starts.length).toBeGreaterThan(29);
          expect([starts[0], starts.at(-1)]).toEqual([first, last]);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          for (const start of starts) expect(bucketStart(resolution, start)).toBe(start);
        },
      ),
    );
  });

  test.each([
    ['evenly from the last on, and the first', 'hour', 10, 5, [0, 1, 4, 7, 10]],
    ['where the first is one of these, once', 'hour', 9, 4, [0, 3, 6, 9]],
    ['every second one where there are as many', 'hour', 4, 4, [0, 2, 4]],
    ['none where all are read', 'hour', 3, 4, null],
  ] as const)('takes %s', (_, resolution, last, most, starts) => {
    expect(thinnedStarts(resolution, 0, last * HOUR_MS, most)).toEqual(
      starts === null ? null : starts.map((start) => start * HOUR_MS),
    );
  });

  test('takes all candles of uneven lengths', () => {
    const century = 36_525 * DAY_MS;
    expect(thinnedStarts('month', 0, century, 60)).toBeNull();
    expect(thinnedStarts('year', 0, century, 60)).toBeNull();
  });

  test('stands where the drawing will stand', () => {
    const frame = frameOf(month, WIDE);
    if (frame === null) throw new Error('no frame');
    const [, top = 0, , height = 0] = BOOT_VIEW_BOX.split(' ').map(Number);
    const { from, to } = valueSpan(month);
    const [low, high] = [Math.min(...month.map((s) => s.value)), Math.max(...month.map((s) => s.value))];
    for (const { at, value } of month) {
      const unit = BOOT_LINE_SIDE * (1 - (value - low) / (high - low));
      const inPicture = (unit - top) / height;
      expect(inPicture).toBeCloseTo((to - value) / (to - from), 6);
      expect(pointOf(frame, { at, value }).y).toBeCloseTo(frame.plot.top + inPicture * frame.plot.height, 3);
    }
  });

  test('is one path, and none for fewer than two prices', () => {
    expect(
      bootLinePath([
        { at: 0, value: 5 },
        { at: 50, value: 10 },
        { at: 100, value: 5 },
      ]),
    ).toBe('M-24 1000L0 1000L500 0L1000 1000H1024V1130H-24Z');
    expect(
      bootLinePath([
        { at: 100, value: 7 },
        { at: 125, value: 9 },
        { at: 200, value: 8 },
      ]),
    ).toBe('M-24 1000L0 1000L250 0L1000 500H1024V1130H-24Z');
    expect(
      bootLinePath([
        { at: 9, value: 5 },
        { at: 9, value: 6 },
      ]),
    ).toBeNull();
    expect(bootLinePath([{ at: 0, value: 5 }])).toBeNull();
    expect(bootLinePath([])).toBeNull();
    expect(
      bootLinePath([
        { at: 0, value: 5 },
        { at: 9, value: 5 },
      ]),
    ).toContain('L0 500L1000 500');
  });
});
