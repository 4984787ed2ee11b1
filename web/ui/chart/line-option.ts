// The options for echarts: one line, a soft area, the frame's grid lines and labels, and no animation.

import type { ComposeOption, GridComponentOption, LineSeriesOption } from 'echarts';
import { type Colours, faint } from './colours.ts';
import { type Frame, INSETS, type Sample } from './frame.ts';

export type LineOption = ComposeOption<LineSeriesOption | GridComponentOption>;

export type AxisTexts = {
  /** Gets all values of the axis, so that every label has the same number of decimals. */
  readonly value: (value: number, ticks: readonly number[]) => string;
  readonly time: (at: number) => string;
};

export function lineOption(
  frame: Frame,
  samples: readonly Sample[],
  colours: Colours,
  texts: AxisTexts,
): LineOption {
  const label = { color: colours.label, fontSize: 12, fontWeight: 500, align: 'left' } as const;
  const bare = { axisLine: { show: false }, axisTick: { show: false } } as const;
  return {
    animation: false,
    textStyle: { fontFamily: colours.font },
    // The frame leaves space for the labels: echarts must not add its own.
    grid: { left: 0, ...INSETS, outerBoundsMode: 'none', containLabel: false },
    xAxis: {
      ...bare,
      type: 'value',
      min: frame.times.from,
      max: frame.times.to,
      splitLine: { show: false },
      axisTick: { show: false, customValues: [...frame.timeTicks] },
      axisLabel: { ...label, margin: 14, customValues: [...frame.timeTicks], formatter: texts.time },
    },
    yAxis: {
      ...bare,
      type: 'value',
      position: 'right',
      min: frame.values.from,
      max: frame.values.to,
      splitLine: { lineStyle: { color: colours.grid, width: 1 } },
      axisTick: { show: false, customValues: [...frame.valueTicks] },
      axisLabel: {
        ...label,
        margin: 12,
        customValues: [...frame.valueTicks],
        formatter: (value: number) => texts.value(value, frame.valueTicks),
      },
    },
    series: [
      {
        type: 'line',
        data: samples.flatMap(({ at, value, before }) =>
          before === undefined
            ? [[at, value]]
            : [
                [at, before],
                [at, value],
              ],
        ),
        silent: true,
        showSymbol: false,
        lineStyle: { color: colours.line, width: 2, join: 'round' },
        areaStyle: {
          origin: 'start',
          color: {
            type: 'linear',
            x: 0,
            y: 0,
            x2: 0,
            y2: 1,
            colorStops: [
              { offset: 0, color: faint(colours.line, 0.18) },
              { offset: 1, color: faint(colours.line, 0) },
            ],
          },
        },
      },
    ],
  };
}
