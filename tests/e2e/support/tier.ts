// Two tiers of browser tests. The short one runs in `npm test`. The deep one (`npm run test:deep`, ONCA_DEEP=1) also runs
// the tests tagged `@deep`, and its loops take every theme, width and language.

export const DEEP = process.env['ONCA_DEEP'] === '1';

/** All of `everything` in the deep tier, `representative` in the short one. */
export function inTier<T>(everything: readonly T[], representative: readonly T[]): readonly T[] {
  return DEEP ? everything : representative;
}

/** Details of a test that `npm run test:firefox` runs as well. */
export const inFirefoxToo = { tag: '@firefox' } as const;

/** Details of a test that repeats another one, in the other language for instance: the deep tier alone runs it. */
export function deepIf(isRepetition: boolean): { tag?: string } {
  return isRepetition ? { tag: '@deep' } : {};
}
