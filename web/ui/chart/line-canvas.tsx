// The only file that imports echarts, and only the parts that one line needs. Loaded when a chart nears the viewport. The
// canvas renderer writes no style element or attribute, which the content security policy would block.

import ReactECharts from 'echarts-for-react/esm/core';
import { LineChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { dispose, getInstanceByDom, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef } from 'react';
import { useColours } from './colours.ts';
import type { Frame, Sample } from './frame.ts';
import { type AxisTexts, lineOption } from './line-option.ts';

register([LineChart, GridSimpleComponent, CanvasRenderer]);

/** The functions that the wrapper uses: passing the whole namespace would bundle all of echarts. */
const ECHARTS = { init, dispose, getInstanceByDom };
const FULL = { height: '100%' };
const OPTIONS = { renderer: 'canvas' } as const;

export type LineCanvasProps = {
  readonly frame: Frame;
  readonly samples: readonly Sample[];
  readonly texts: AxisTexts;
  /** The line is on the screen. */
  readonly onDrawn: () => void;
};

export function LineCanvas({ frame, samples, texts, onDrawn }: LineCanvasProps) {
  const colours = useColours();
  const option = useMemo(() => lineOption(frame, samples, colours, texts), [frame, samples, colours, texts]);
  const chart = useRef<ReactECharts>(null);
  // The wrapper's own `autoResize` drops the first change of size: a window resized while the chart starts kept its width.
  useEffect(() => {
    chart.current?.getEchartsInstance()?.resize(frame.size);
  }, [frame.size]);
  return (
    <ReactECharts
      ref={chart}
      echarts={ECHARTS}
      option={option}
      opts={OPTIONS}
      style={FULL}
      className="chart-canvas"
      notMerge
      autoResize={false}
      // The line is painted by then. The event "finished" is often over before the wrapper listens to it.
      onChartReady={onDrawn}
    />
  );
}
