type RosetteProps = {
  readonly cx: number;
  readonly cy: number;
  /** Half the long and half the short axis of the ellipse that is turned. */
  readonly rx: number;
  readonly ry: number;
  /** How many ellipses, spread over half a turn. */
  readonly lines: number;
};

/** Rose-engine lines, as on a watch dial: one ellipse turned around its centre. */
export function Rosette({ cx, cy, rx, ry, lines }: RosetteProps) {
  return (
    <g className="guilloche">
      {Array.from({ length: lines }, (_, i) => (
        <ellipse
          key={i}
          cx={cx}
          cy={cy}
          rx={rx}
          ry={ry}
          transform={`rotate(${Number(((180 / lines) * i).toFixed(2))} ${cx} ${cy})`}
        />
      ))}
    </g>
  );
}

/** Initials inside a ring of rose-engine lines, in place of a portrait. Decorative: the name is beside it. */
export function Monogram({ initials, lines }: { readonly initials: string; readonly lines: number }) {
  return (
    <svg className="monogram" viewBox="0 0 128 128" aria-hidden="true">
      <Rosette cx={64} cy={64} rx={60} ry={46} lines={lines} />
      <circle className="monogram-field" cx="64" cy="64" r="43" />
      <circle className="hair" cx="64" cy="64" r="61" />
      <text x="64" y="65" textAnchor="middle" dominantBaseline="central">
        {initials}
      </text>
    </svg>
  );
}
