type RosetteProps = {
  readonly cx: number;
  readonly cy: number;
  /** Half the long and half the short axis of the ellipse that is turned. */
  readonly rx: number;
  readonly ry: number;
  /** How many ellipses, spread over half a turn. */
  readonly lines: number;
};

/** Rose-engine lines, as on a watch dial: one ellipse turned around its centre. For drawings of the engraving's grammar. */
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
