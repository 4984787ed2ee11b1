// A line chart in a box of its final size: first the line of the received page, then the canvas, whose code loads when the
// box nears the viewport. Mouse, finger and arrow keys move one cursor.

import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { BOOT_VIEW_BOX, type Frame, frameOf, INSETS, pointOf, type Sample, type Size } from './frame.ts';
import { BootLine } from './boot-line.tsx';
import type { AxisTexts } from './line-option.ts';
import { useCursor } from './use-cursor.ts';
import type { LineCanvas } from './line-canvas.tsx';

export type ReadOut = { readonly value: string; readonly time: string };

type LineChartProps = {
  readonly boxRef: RefObject<HTMLDivElement | null>;
  /** From `useNear(boxRef)`: before it is true, nothing is loaded or drawn. */
  readonly near: boolean;
  /** Identifies the series; another name resets the cursor. */
  readonly series: string;
  /** Null while they load. */
  readonly samples: readonly Sample[] | null;
  readonly axis: AxisTexts;
  /** The cursor's text for a sample; memoise it, and `axis`. */
  readonly readOut: (sample: Sample) => ReadOut;
  readonly texts: {
    readonly label: string;
    /** "interactive chart", for screen readers. */
    readonly kind: string;
    /** The keys and their effects. */
    readonly help: string;
    readonly loading: string;
  };
  /** The unit of the right axis: `US$/oz`. */
  readonly unit: string;
  /** The first-paint line, while it shows the same series. */
  readonly boot: { readonly name: string; readonly line: string } | null;
  /** Replaces the chart: no stored values, or an error. */
  readonly instead?: ReactNode;
  /** Shown when the drawing code cannot be loaded. */
  readonly broken: (retry: () => void) => ReactNode;
};

const NONE: readonly Sample[] = [];

export function LineChart(props: LineChartProps) {
  const { boxRef, near, series, boot, unit, texts } = props;
  const samples = props.samples ?? NONE;
  const size = useSize(boxRef);
  const frame = useMemo(() => (size === null ? null : frameOf(samples, size)), [samples, size]);
  const { Canvas, failed, retry } = useCanvas(near);
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  const canDraw = Canvas !== null && frame !== null;
  if (drawn && !canDraw) setDrawn(false);
  const instead = props.instead ?? (failed ? props.broken(retry) : null);
  const waiting = near && instead === null && !drawn;
  // A chart without a line of the first paint has its shape from the start.
  const shaped = boot === null ? !drawn : waiting && boot.line === '';
  return (
    <div className="chart" ref={boxRef} aria-busy={waiting} data-drawn={drawn}>
      {instead === null ? (
        <Plot series={series} samples={samples} frame={frame} readOut={props.readOut} texts={texts}>
          {boot !== null && (
            <BootLine className="chart-boot" viewBox={BOOT_VIEW_BOX} name={boot.name} line={boot.line} />
          )}
          {shaped && (
            <svg className="chart-boot" viewBox="0 0 9 4" preserveAspectRatio="none" aria-hidden="true">
              <path className="chart-shape" d="M0 3 2 2 3 2.4 5 1.2 6 1.7 9 .6" />
            </svg>
          )}
          {canDraw && <Canvas frame={frame} samples={samples} texts={props.axis} onDrawn={onDrawn} />}
          {drawn && <span className="chart-unit">{unit}</span>}
          {waiting && <span className="chart-wait">{texts.loading}</span>}
        </Plot>
      ) : (
        <div className="chart-instead">{instead}</div>
      )}
    </div>
  );
}

type PlotProps = Pick<LineChartProps, 'series' | 'readOut' | 'texts'> & {
  readonly samples: readonly Sample[];
  readonly frame: Frame | null;
  readonly children: ReactNode;
};

/** The surface under the cursor. `application`: a screen reader passes the arrow keys on to it. */
function Plot({ series, samples, frame, readOut, texts, children }: PlotProps) {
  const help = useId();
  const surface = useRef<HTMLDivElement>(null);
  const { sample, handlers, rested } = useCursor(series, samples, frame);
  const said = rested === null ? null : readOut(rested);
  return (
    <>
      <div
        ref={surface}
        className="chart-plot"
        role="application"
        aria-label={texts.label}
        aria-roledescription={texts.kind}
        aria-describedby={help}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move its cursor
        tabIndex={0}
        data-drawing={frame?.drawing}
        data-lines={frame?.valueTicks.length}
        data-labels={frame?.timeTicks.length}
        {...handlers}
      >
        {children}
        {sample !== null && frame !== null && <Cursor frame={frame} sample={sample} readOut={readOut} />}
      </div>
      <p className="visually-hidden" id={help}>
        {texts.help}
      </p>
      <output className="visually-hidden">{said === null ? '' : `${said.value}, ${said.time}`}</output>
    </>
  );
}

type CursorProps = {
  readonly frame: Frame;
  readonly sample: Sample;
  readonly readOut: (sample: Sample) => ReadOut;
};

/** Half of the widest read-out, and its height with the gap to the dot. */
const READ_OUT = { half: 92, height: 72 } as const;

/** Dashed hair, dot, and the dark read-out, which stays inside the box at its edges. */
function Cursor({ frame, sample, readOut }: CursorProps) {
  const { x, y } = pointOf(frame, sample);
  const { value, time } = readOut(sample);
  const side = x < READ_OUT.half ? 'start' : x > frame.size.width - READ_OUT.half ? 'end' : 'middle';
  const { top, bottom } = INSETS;
  return (
    <div className="chart-cursor" aria-hidden="true">
      <span className="chart-hair" style={{ left: x, top, bottom }} />
      <span className="chart-dot" style={{ left: x, top: y }} />
      <span
        className="chart-readout num"
        data-side={side}
        data-below={y < READ_OUT.height}
        style={{ left: x, top: y }}
      >
        {value}
        <span>{time}</span>
      </span>
    </div>
  );
}

/** The element's current inner size; null before the first layout. */
export function useSize(ref: RefObject<Element | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

type Canvas = typeof LineCanvas;
let loaded: Canvas | null = null;

type Loading = {
  readonly Canvas: Canvas | null;
  /** The code could not be loaded; `retry` tries again. */
  readonly failed: boolean;
  readonly retry: () => void;
};

/** The drawing code, loaded when the first chart needs it. */
export function useCanvas(wanted: boolean): Loading {
  const [Canvas, setCanvas] = useState<Canvas | null>(() => loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!wanted || Canvas !== null || failed) return;
    let unmounted = false;
    import('./line-canvas.tsx')
      .then((module) => {
        loaded = module.LineCanvas;
        if (!unmounted) setCanvas(() => module.LineCanvas);
        return null;
      })
      .catch(() => {
        if (!unmounted) setFailed(true);
      });
    return () => {
      unmounted = true;
    };
  }, [wanted, Canvas, failed]);
  return { Canvas, failed, retry: useCallback(() => setFailed(false), []) };
}
