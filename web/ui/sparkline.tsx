const WIDTH = 160;
const HEIGHT = 36;
/** Space for half the stroke, so that the extremes are not cut. */
const EDGE = 1;

/** A price line without axes. Decorative: high, low and change are shown beside it. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const line = linePath(values);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {line !== '' && (
        <>
          <path className="sparkline-area" d={`${line}V${HEIGHT}H0Z`} />
          <path className="sparkline-line" d={line} />
        </>
      )}
    </svg>
  );
}

function linePath(values: readonly number[]): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, i) => {
    const x = (i / (values.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
