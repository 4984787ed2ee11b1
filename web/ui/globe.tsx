// A globe seen from above the equator at one location's meridian: meridians and parallels as hairlines, the location as the
// accent.

const RADIUS = 60;
const CENTRE = 64;
const PARALLEL_STEP = 15;
/** Wide enough that neighbouring places, some degrees apart, have their meridians at visibly different distances. */
const MERIDIAN_STEP = 30;
const RADIANS = Math.PI / 180;

type GlobeProps = {
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
};

/** Drawn to scale, orthographic: the spot is at its true latitude, and the meridians are those counted from Greenwich. */
export function Globe({ latitude, longitude }: GlobeProps) {
  const y = CENTRE - RADIUS * Math.sin(latitude * RADIANS);
  return (
    <svg className="globe" viewBox="0 0 128 128" aria-hidden="true">
      <g className="guilloche">
        {meridiansInSight(longitude).map((degrees) => (
          <path key={degrees} d={meridian(degrees)} />
        ))}
        {parallels.map((degrees) => (
          <path key={degrees} d={parallel(degrees)} />
        ))}
      </g>
      <circle className="hair" cx={CENTRE} cy={CENTRE} r={RADIUS} />
      <path className="stroke" d={parallel(latitude)} />
      <path className="stroke" d={meridian(0)} />
      <circle className="spot" cx={CENTRE} cy={round(y)} r="4.5" />
    </svg>
  );
}

const parallels = Array.from({ length: 180 / PARALLEL_STEP - 1 }, (_, i) => (i + 1) * PARALLEL_STEP - 90);

function parallel(degrees: number): string {
  const half = RADIUS * Math.cos(degrees * RADIANS);
  const y = CENTRE - RADIUS * Math.sin(degrees * RADIANS);
  return `M${round(CENTRE - half)} ${round(y)}H${round(CENTRE + half)}`;
}

/** How far east of the viewer's meridian each meridian on this side of the globe is, in degrees. */
function meridiansInSight(longitude: number): readonly number[] {
  const first = Math.ceil((longitude - 90) / MERIDIAN_STEP) * MERIDIAN_STEP - longitude;
  return Array.from({ length: 180 / MERIDIAN_STEP }, (_, i) => first + i * MERIDIAN_STEP);
}

/** From pole to pole: half an ellipse, bulging to the east or to the west. */
function meridian(east: number): string {
  const width = round(Math.abs(RADIUS * Math.sin(east * RADIANS)));
  return `M${CENTRE} ${CENTRE - RADIUS}A${width} ${RADIUS} 0 0 ${east < 0 ? 0 : 1} ${CENTRE} ${CENTRE + RADIUS}`;
}

/** Two decimals: the same text on the server and in the browser. */
function round(value: number): number {
  return Number(value.toFixed(2));
}
