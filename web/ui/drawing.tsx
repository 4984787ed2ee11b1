// Small drawings in the style of the engraving: hairlines, one accent stroke, a few spots, to scale where they show a
// number. Decorative: the text beside each says the same.

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
  /** Twenty seconds, fourteen of them left. */
  ticks: (
    <>
      <path
        className="hair"
        d="M15.7 58.5L10 60.4M18 48L8 48M15.7 37.5L10 35.6M20.5 28L15.6 24.5M28 20.5L24.5 15.6M37.5 15.7L35.6 10"
      />
      <path
        className="stroke"
        d="M48 18L48 8M58.5 15.7L60.4 10M68 20.5L71.5 15.6M75.5 28L80.4 24.5M80.3 37.5L86 35.6M78 48L88 48M80.3 58.5L86 60.4M75.5 68L80.4 71.5M68 75.5L71.5 80.4M58.5 80.3L60.4 86M48 78L48 88M37.5 80.3L35.6 86M28 75.5L24.5 80.4M20.5 68L15.6 71.5"
      />
      <path className="stroke" d="M48 48L26.1 55.1" />
      <circle className="spot" cx="48" cy="48" r="3" />
    </>
  ),
  /** 0.5 % of a circle: a slice of 1.8 degrees. */
  fee: (
    <>
      <circle className="hair" cx="48" cy="48" r="40" />
      <path className="spot" d="M48 48 47.37 8A40 40 0 0 1 48.63 8Z" />
      <path className="stroke" d="M48 48V8" />
    </>
  ),
  /** The mark with an exit. */
  exit: (
    <>
      <path className="hair" d="M83.3 29.2A40 40 0 1 1 66.8 12.7" />
      <path className="stroke" d="M57 39 84 12M68 10.5h17.5V28" />
      <circle className="spot" cx="39" cy="56" r="8" />
      <circle className="spot" cx="45" cy="36" r="5.5" />
      <circle className="spot" cx="61" cy="55" r="5" />
    </>
  ),
  /** An account with two columns of equal sums. */
  books: (
    <>
      <path className="hair" d="M8 20h80M48 20v56M18 34h20M24 46h14M14 58h24M58 34h12M58 46h24M58 58h16" />
      <path className="stroke" d="M14 72h24M58 72h24M14 80h24M58 80h24" />
      <circle className="spot" cx="48" cy="12" r="3" />
    </>
  ),
  /** A name and a signature. */
  open: (
    <>
      <path className="hair" d="M8 18h88v60H8z" />
      <circle className="hair" cx="30" cy="42" r="11" />
      <path className="hair" d="M54 36h30M54 48h20" />
      <path className="stroke" d="M18 68c8-8 12-8 13-3s6 4 11-1 8-2 10 1 8 2 14-2" />
      <circle className="spot" cx="86" cy="66" r="3" />
    </>
  ),
  /** A watched price: the purchase price and the current one. */
  watch: (
    <>
      <path className="hair" d="M8 58h100" strokeDasharray="2 5" />
      <path className="stroke" d="M8 82c12-2 14-14 24-12s12 8 22 0 12-18 22-18 9 4 15-3 8-14 14-22" />
      <circle className="spot" cx="66" cy="58" r="3.5" />
      <circle className="hair" cx="105" cy="25" r="7" />
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
