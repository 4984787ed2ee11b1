// The larger drawings of the learning cards, in the style of the engraving: hairlines, rose-engine lines, one accent
// stroke, a few spots; to scale where they show a number. Each has a text alternative (`label`).

import type { ReactNode } from 'react';
import { Rosette } from './rosette.tsx';

/** A troy ounce is 31.1 marks of this ruler, a common ounce 28.35. */
const GRAM = 7.6;
const RULER_LEFT = 40;
const TROY_OUNCE_X = 276.4;
const COMMON_OUNCE_X = 255.5;
/** Metres to units: a cube of 22 m beside a person of 1.75 m. */
const CUBE = 96;
const PERSON = (CUBE * 1.75) / 22;

/** A varying price, bought at equal intervals. */
const price = (x: number) => Number((88 - 24 * Math.sin(x / 25) - 11 * Math.sin(x / 10 + 2)).toFixed(1));
const PURCHASES = [52, 94, 136, 178, 220, 262].map((x) => [x, price(x)] as const);
const AVERAGE = Number((PURCHASES.reduce((sum, [, y]) => sum + y, 0) / PURCHASES.length).toFixed(1));

const PLATES = {
  basics: (
    <>
      <Rosette cx={160} cy={68} rx={54} ry={34} lines={24} />
      <circle className="blank" cx="160" cy="68" r="31" />
      <circle className="hair" cx="160" cy="68" r="56" />
      <circle className="hair" cx="160" cy="68" r="31" />
      <circle className="spot" cx="152" cy="76" r="8" />
      <circle className="spot" cx="170" cy="72" r="4.5" />
      <circle className="spot" cx="160" cy="56" r="3" />
      <path className="hair" d={`M${RULER_LEFT} 152H${TROY_OUNCE_X}`} />
      <path className="hair" d={marks()} />
      <path className="hair" d={`M${COMMON_OUNCE_X} 138v14`} strokeDasharray="2 2" />
      <path className="stroke" d={`M${RULER_LEFT} 138v14H${TROY_OUNCE_X}v-14`} />
    </>
  ),
  why: (
    <>
      <path className="hair" d="M28 152h264" />
      <g className="guilloche">
        {Array.from({ length: 15 }, (_, i) => (
          <path key={i} d={`M${112 + (i + 1) * 6} 56v96`} />
        ))}
        {Array.from({ length: 7 }, (_, i) => (
          <path key={i} d={`M${208 + (i + 1) * 5} ${56 - (i + 1) * 3}v96`} />
        ))}
      </g>
      <path className="hair" d={`M112 56h${CUBE}l40-24h-${CUBE}ZM208 152l40-24V32`} />
      <path className="stroke" d={`M112 56h${CUBE}v${CUBE}h-${CUBE}Z`} />
      <circle className="spot" cx="84" cy={152 - PERSON + 1} r="1.4" />
      <path className="stroke" d={`M84 152v-${(PERSON - 2).toFixed(2)}`} />
    </>
  ),
  how: (
    <>
      <path
        className="hair"
        d="M74 24h112v132H74ZM90 48h50M90 66h38M90 84h46M160 48h10M154 66h16M158 84h12"
      />
      <path className="stroke" d="M90 108h80" />
      <path className="hair" d="M90 126h34M152 126h18" />
      <circle className="blank" cx="214" cy="112" r="44" />
      <Rosette cx={214} cy={112} rx={30} ry={19} lines={12} />
      <circle className="hair" cx="214" cy="112" r="42" />
      <path className="stroke" d="M214 70a42 42 0 1 1-39.9 29" />
      <circle className="spot" cx="214" cy="112" r="4" />
    </>
  ),
  portfolio: (
    <>
      <circle className="hair" cx="160" cy="90" r="68" />
      <circle className="hair" cx="160" cy="90" r="24" />
      <g className="guilloche">
        {[30, 36, 42, 48, 54, 60].map((radius) => (
          <circle key={radius} cx="160" cy="90" r={radius} />
        ))}
      </g>
      <path className="blank" d="M160 66V22A68 68 0 0 1 200 35L174.1 70.6A24 24 0 0 0 160 66Z" />
      <g className="stroke">
        {[6, 12, 18, 24, 30].map((degrees) => (
          <path key={degrees} d="M160 66V22" transform={`rotate(${degrees} 160 90)`} />
        ))}
      </g>
      <path className="stroke" d="M160 66V22A68 68 0 0 1 200 35L174.1 70.6A24 24 0 0 0 160 66Z" />
      <circle className="spot" cx="160" cy="90" r="3" />
    </>
  ),
  versus: (
    <>
      <path className="hair" d="M36 150h248M36 30v120" />
      <g className="guilloche">
        {[0, 5, 10, 15].map((shift) => (
          <path key={shift} d={`M36 ${104 + shift}q31-76 62 0t62 0 62 0 62 0`} />
        ))}
        {[0, 4, 8].map((shift) => (
          <path key={shift} d={`M36 ${132 + shift}q31-8 62-4t62-8 62-6 62-8`} />
        ))}
      </g>
      <path className="stroke" d="M36 120q31-34 62-10t62-18 62-6 62-34" />
      <circle className="spot" cx="36" cy="120" r="4" />
      <circle className="spot" cx="284" cy="52" r="4" />
    </>
  ),
  timing: (
    <>
      <path className="hair" d="M36 150h248" />
      <g className="guilloche">
        {PURCHASES.map(([x, y]) => (
          <path key={x} d={`M${x} 150V${y}`} />
        ))}
      </g>
      <path className="hair" d={priceLine()} />
      <path className="stroke" d={`M36 ${AVERAGE}h248`} strokeDasharray="6 5" />
      {PURCHASES.map(([x, y]) => (
        <circle key={x} className="spot" cx={x} cy={y} r="4" />
      ))}
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PlateName = keyof typeof PLATES;

/** The messages name the drawing; an unknown name draws nothing. */
export function Plate({ name, label }: { readonly name: string; readonly label: string }) {
  if (!Object.hasOwn(PLATES, name)) return null;
  return (
    <figure className="plate">
      <svg viewBox="0 0 320 180" aria-hidden="true">
        {PLATES[name as PlateName]}
      </svg>
      <figcaption className="visually-hidden">{label}</figcaption>
    </figure>
  );
}

function marks(): string {
  return Array.from({ length: 32 }, (_, gram) => {
    const x = Number((RULER_LEFT + gram * GRAM).toFixed(1));
    return `M${x} 152v-${gram % 10 === 0 ? 9 : 5}`;
  }).join('');
}

function priceLine(): string {
  const points = Array.from({ length: 63 }, (_, i) => 36 + i * 4);
  return `M${points.map((x) => `${x} ${price(x)}`).join('L')}`;
}
