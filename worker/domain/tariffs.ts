// Tariffs as operators make them: proposed by one, announced by another.

export const TARIFF_STATES = ['open', 'announced', 'rejected', 'withdrawn'] as const;
export type TariffState = (typeof TARIFF_STATES)[number];

/** The list has no pages. */
export const TARIFFS_SHOWN = 50;
/** Letters of an announcement that one run of the cron writes. */
export const TARIFF_LETTERS_AT_ONCE = 300;
