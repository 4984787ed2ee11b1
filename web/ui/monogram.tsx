import { Rosette } from './rosette.tsx';

/** Initials inside a ring of rose-engine lines, in place of a portrait. Decorative: the name stands beside it. */
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
