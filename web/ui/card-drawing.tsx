// Drawings of the cards that operators may give an image (worker/domain/card-catalogue.ts): shown until a card has an
// image, and when the image cannot be shown. Drawn in hairlines like the other drawings; decorative.

import type { ReactNode } from 'react';

const CARD_DRAWINGS = {
  /** Eighteen carats: three quarters of the circle. */
  purity: (
    <>
      <circle className="hair" cx="48" cy="48" r="40" />
      <path className="hair" d="M48 8v40H8" />
      <path className="stroke" d="M48 8A40 40 0 1 1 8 48" />
      <circle className="spot" cx="48" cy="48" r="3" />
    </>
  ),
  /** Separate bars, one of them marked as owned. */
  storage: (
    <>
      <path
        className="hair"
        d="M8 84h34l-5-18H13ZM48 84h34l-5-18H53ZM68 62h34l-5-18H73Z"
        transform="translate(-2)"
      />
      <path className="stroke" d="M26 62h34l-5-18H31ZM46 40h34l-5-18H51Z" />
      <circle className="spot" cx="63" cy="31" r="3" />
    </>
  ),
  /** A bar with its number and its refiner's mark. */
  certification: (
    <>
      <path className="hair" d="M8 78h96L92 26H20Z" />
      <path className="hair" d="M24 64h24M24 54h16M62 64h26" />
      <circle className="stroke" cx="72" cy="42" r="10" />
      <circle className="spot" cx="72" cy="42" r="3.5" />
    </>
  ),
  /** 999 parts of a thousand: the ring closes but for a third of a degree. */
  quality: (
    <>
      <circle className="hair" cx="48" cy="48" r="30" />
      <circle className="hair" cx="48" cy="48" r="20" />
      <path className="stroke" d="M48 8A40 40 0 1 1 47.75 8" />
      <circle className="spot" cx="48" cy="48" r="9" />
    </>
  ),
  /** A round door with its wheel. */
  vault: (
    <>
      <path className="hair" d="M8 8h88v80H8Z" />
      <circle className="hair" cx="52" cy="48" r="32" />
      <path className="hair" d="M96 26h8v14h-8M96 58h8v14h-8" />
      <path className="stroke" d="M52 28v40M34.7 38l34.6 20M34.7 58l34.6-20" />
      <circle className="stroke" cx="52" cy="48" r="12" />
      <circle className="spot" cx="52" cy="48" r="4" />
    </>
  ),
  /** A document with a check mark. */
  authenticity: (
    <>
      <path className="hair" d="M8 8h62v80H8Z" />
      <path className="hair" d="M20 24h38M20 36h26M20 48h32M20 60h18" />
      <circle className="hair" cx="84" cy="64" r="22" />
      <path className="stroke" d="M73 65l8 8 15-18" />
      <circle className="spot" cx="20" cy="76" r="3" />
    </>
  ),
  /** The price paid, and the small rise to break-even. */
  mission: (
    <>
      <path className="hair" d="M8 80h96M8 12v68" />
      <path className="hair" d="M8 40h96" strokeDasharray="2 5" />
      <path className="stroke" d="M8 62c16 4 22-8 36-6s16 4 28-8 16-10 32-24" />
      <circle className="spot" cx="8" cy="62" r="4" />
      <circle className="spot" cx="77" cy="43" r="3" />
    </>
  ),
  /** Several people, one of them marked. */
  team: (
    <>
      <circle className="hair" cx="26" cy="38" r="12" />
      <path className="hair" d="M6 84c0-16 8-24 20-24 5 0 9 1 12 4" />
      <circle className="hair" cx="86" cy="38" r="12" />
      <path className="hair" d="M106 84c0-16-8-24-20-24-5 0-9 1-12 4" />
      <circle className="stroke" cx="56" cy="30" r="15" />
      <path className="stroke" d="M30 86c0-20 10-32 26-32s26 12 26 32" />
      <circle className="spot" cx="56" cy="30" r="3" />
    </>
  ),
  /** A balance at rest. */
  values: (
    <>
      <path className="hair" d="M56 20v62M38 84h36M22 26 8 56M22 26l14 30M90 26 76 56M90 26l14 30" />
      <path className="hair" d="M8 56a14 12 0 0 0 28 0ZM76 56a14 12 0 0 0 28 0Z" />
      <path className="stroke" d="M20 26h72" />
      <circle className="spot" cx="56" cy="18" r="4" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type CardDrawingName = keyof typeof CARD_DRAWINGS;

export function CardDrawing({ name }: { readonly name: CardDrawingName }) {
  return (
    <svg className="drawing" viewBox="4 4 108 88" preserveAspectRatio="xMinYMid meet" aria-hidden="true">
      {CARD_DRAWINGS[name]}
    </svg>
  );
}
