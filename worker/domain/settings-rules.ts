// What a customer may choose in the settings, and what a new account starts with (P18, P19).

export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const CURRENCIES = ['USD', 'BRL'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** What weights are shown in. The ledger counts troy ounces. */
export const WEIGHT_UNITS = ['oz', 'g'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

export const PLATFORMS = ['gold', 'crypto'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const THEMES = ['light', 'dark', 'auto'] as const;
export type Theme = (typeof THEMES)[number];

/** The display currency of a customer who has not chosen one. */
export function currencyFor(language: Language): Currency {
  return language === 'pt-BR' ? 'BRL' : 'USD';
}

/** The unit of weight of a customer who has not chosen one. */
export function weightUnitFor(language: Language): WeightUnit {
  return language === 'pt-BR' ? 'g' : 'oz';
}
