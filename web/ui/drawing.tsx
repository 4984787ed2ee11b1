// Small drawings in the engraving's grammar: hairline, one accent stroke, a few spots, to scale where they show
// a number. Decorative: the sentence beside each says the same.

import type { ReactNode } from 'react';

const DRAWINGS = {
  /** Money arriving in an account. */
  fund: (
    <>
      <path className="hair" d="M8 52v22a8 8 0 0 0 8 8h64a8 8 0 0 0 8-8V52" />
      <circle className="hair" cx="48" cy="30" r="21" />
      <path className="stroke" d="M48 18v48M36 55l12 12 12-12" />
    </>
  ),
  /** A full turn of twenty seconds, fourteen of them left. */
  hold: (
    <>
      <circle className="hair" cx="48" cy="48" r="40" />
      <path className="stroke" d="M48 8A40 40 0 1 1 9.96 60.36" />
      <path className="stroke" d="M48 48V22M48 48l15 9" />
      <circle className="spot" cx="48" cy="48" r="3" />
    </>
  ),
  /** 1 oz, 1/10, 1/100 and a quarter of that, areas to scale. */
  fractions: (
    <>
      <circle className="hair" cx="38" cy="54" r="30" />
      <circle className="hair" cx="80" cy="74.5" r="9.5" />
      <circle className="stroke" cx="97.5" cy="81" r="3" />
      <circle className="spot" cx="106" cy="82.5" r="1.5" />
    </>
  ),
  receipt: (
    <>
      <path
        className="hair"
        d="M8 8h60v79l-7.5-4.5-7.5 4.5-7.5-4.5-7.5 4.5-7.5-4.5-7.5 4.5-7.5-4.5-7.5 4.5V8Z"
      />
      <path className="hair" d="M19 24h20M19 36h14M19 48h18M50 24h7M45 36h12M48 48h9" />
      <path className="stroke" d="M19 64h38" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof DRAWINGS;

export function Drawing({ name }: { readonly name: DrawingName }) {
  return (
    <svg className="drawing" viewBox="4 4 108 88" preserveAspectRatio="xMinYMid meet" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}
