// The four metals Onça prices and the two it trades (C1).

export const METALS = ['gold', 'silver', 'platinum', 'palladium'] as const;
export type Metal = (typeof METALS)[number];

export const TRADED_METALS = ['gold', 'silver'] as const;
export type TradedMetal = (typeof TRADED_METALS)[number];

/** ISO 4217 codes by which vendors name a troy ounce of each metal. */
export const METAL_CODES: Readonly<Record<Metal, 'XAU' | 'XAG' | 'XPT' | 'XPD'>> = {
  gold: 'XAU',
  silver: 'XAG',
  platinum: 'XPT',
  palladium: 'XPD',
};

export function isMetal(value: string): value is Metal {
  return (METALS as readonly string[]).includes(value);
}

export function isTradedMetal(value: string): value is TradedMetal {
  return (TRADED_METALS as readonly string[]).includes(value);
}
