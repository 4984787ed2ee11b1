// Drawings of the security page's rules, in the style of the engraving: hairlines, one accent stroke, a few spots.
// Decorative: the text beside each says the same.

import type { ReactNode } from 'react';
import { Rosette } from './rosette.tsx';

const DRAWINGS = {
  /** Two columns of entries over one sum. */
  ledger: (
    <>
      <path
        className="hair"
        d="M52 10v58M12 20h28M12 32h20M12 44h28M12 56h16M64 20h28M64 32h28M64 44h18M64 56h28"
      />
      <path className="stroke" d="M12 78h80" />
      <circle className="spot" cx="52" cy="78" r="4" />
    </>
  ),
  /** A letter and its seal. */
  seal: (
    <>
      <path className="hair" d="M8 10h58v46M8 10v74h46M20 26h34M20 38h26M20 50h18" />
      <Rosette cx={74} cy={66} rx={22} ry={14} lines={9} />
      <circle className="stroke" cx="74" cy="66" r="22" />
      <circle className="spot" cx="74" cy="66" r="3.5" />
    </>
  ),
  /** Two requests, one result. */
  once: (
    <>
      <path className="hair" d="M10 24h30c14 0 14 24 28 24M10 72h30c14 0 14-24 28-24" />
      <circle className="hair" cx="10" cy="24" r="4" />
      <circle className="hair" cx="10" cy="72" r="4" />
      <path className="stroke" d="M68 48h22M82 40l8 8-8 8" />
      <circle className="spot" cx="68" cy="48" r="4" />
    </>
  ),
  /** A falling line that stops at the floor. */
  floor: (
    <>
      <path className="hair" d="M10 16c12 0 12 20 24 20s10 22 22 22 10 18 18 18" />
      <path className="stroke" d="M10 80h90" />
      <path className="hair" d="M14 88l6-8M30 88l6-8M46 88l6-8M62 88l6-8M78 88l6-8" />
      <circle className="spot" cx="76" cy="76" r="4" />
    </>
  ),
  /** The hours of a day, one of them marked as the check's. */
  night: (
    <>
      <circle className="hair" cx="50" cy="48" r="38" />
      <g className="hair">
        {Array.from({ length: 24 }, (_, hour) => (
          <path key={hour} d="M50 10v5" transform={`rotate(${hour * 15} 50 48)`} />
        ))}
      </g>
      <path className="hair" d="M62 34a18 18 0 1 0 4 24 15 15 0 0 1-4-24Z" />
      <path className="stroke" d="M50 10v11" />
      <circle className="spot" cx="50" cy="10" r="4" />
    </>
  ),
  /** Several lines and their median. */
  sources: (
    <>
      <path className="hair" d="M8 30c14-10 22 8 36-2s22 6 36-4 12 2 20-2" />
      <path className="hair" d="M8 70c14-8 22 10 36 0s22 8 36-2 12 4 20 0" />
      <path className="stroke" d="M8 50c14-10 22 8 36-2s22 8 36-2 12 2 20-2" />
      <circle className="spot" cx="80" cy="46" r="4" />
      <path className="hair" d="M80 12v72" strokeDasharray="2 4" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type RuleDrawingName = keyof typeof DRAWINGS;

/** The messages name the drawing; an unknown name draws nothing. */
export function RuleDrawing({ name }: { readonly name: string }) {
  if (!Object.hasOwn(DRAWINGS, name)) return null;
  return (
    <svg className="drawing" viewBox="4 4 108 88" preserveAspectRatio="xMinYMid meet" aria-hidden="true">
      {DRAWINGS[name as RuleDrawingName]}
    </svg>
  );
}
