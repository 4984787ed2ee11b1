// A globe seen from above one location: meridians and parallels as hairlines, the location as the accent.

const RADIUS = 60;
const CENTRE = 64;
const STEP = 15;
const RADIANS = Math.PI / 180;

type GlobeProps = {
  /** Degrees, north positive. The globe is turned so that the location's meridian faces the viewer. */
  readonly latitude: number;
};

/** Drawn to scale: the spot sits at its true latitude, an orthographic view from above the equator. */
export function Globe({ latitude }: GlobeProps) {
  const y = CENTRE - RADIUS * Math.sin(latitude * RADIANS);
  return (
    <svg className="globe" viewBox="0 0 128 128" aria-hidden="true">
      <g className="guilloche">
        {steps(STEP, 90 - STEP).map((degrees) => (
          <ellipse
            key={degrees}
            cx={CENTRE}
            cy={CENTRE}
            rx={round(RADIUS * Math.sin(degrees * RADIANS))}
            ry={RADIUS}
          />
        ))}
        {steps(STEP - 90, 90 - STEP).map((degrees) => (
          <path key={degrees} d={parallel(degrees)} />
        ))}
        <path d={`M${CENTRE} ${CENTRE - RADIUS}V${CENTRE + RADIUS}`} />
      </g>
      <circle className="hair" cx={CENTRE} cy={CENTRE} r={RADIUS} />
      <path className="stroke" d={parallel(latitude)} />
      <circle className="spot" cx={CENTRE} cy={round(y)} r="4.5" />
    </svg>
  );
}

function parallel(degrees: number): string {
  const half = RADIUS * Math.cos(degrees * RADIANS);
  const y = CENTRE - RADIUS * Math.sin(degrees * RADIANS);
  return `M${round(CENTRE - half)} ${round(y)}H${round(CENTRE + half)}`;
}

function steps(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / STEP + 1 }, (_, i) => from + i * STEP);
}

/** Two decimals: the same text on the server and in the browser. */
function round(value: number): number {
  return Number(value.toFixed(2));
}
