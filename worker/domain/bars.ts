// Bars of the vault: what a Good Delivery bar is (LBMA, Good Delivery Rules), and its fine weight. Weights are thousandths of a
// troy ounce (E3), fineness is in tenths of a part per thousand (E1): 9958 is 995.8. The schema has the same rules as CHECKs.

import type { TradedMetal } from './metals.ts';

export type BarFacts = {
  readonly metal: TradedMetal;
  readonly refiner: string;
  readonly serial: string;
  readonly grossE3: number;
  readonly assayE1: number;
};

export const REFINER_MIN_CHARACTERS = 2;
export const REFINER_MAX_CHARACTERS = 80;
export const SERIAL_MAX_CHARACTERS = 40;
export const ASSAY_MAX_E1 = 9_999;

type Bounds = { readonly minE3: number; readonly maxE3: number };

/** Of gold the fine weight is bounded, of silver the gross one; `stepE3` is the step in which a bar is weighed. */
export const GOOD_DELIVERY = {
  gold: { bounded: 'fine', minE3: 350_000, maxE3: 430_000, minAssayE1: 9_950, stepE3: 25 },
  silver: { bounded: 'gross', minE3: 750_000, maxE3: 1_100_000, minAssayE1: 9_990, stepE3: 100 },
} as const satisfies Readonly<
  Record<
    TradedMetal,
    Bounds & {
      readonly bounded: 'fine' | 'gross';
      readonly minAssayE1: number;
      readonly stepE3: number;
    }
  >
>;

/** Gross weight times fineness, to a thousandth of a troy ounce, halves up: 401.125 at 995.8 is 399.440. */
export function fineE3Of(grossE3: number, assayE1: number): number {
  return Math.floor((grossE3 * assayE1 + 5_000) / 10_000);
}

/** What the ledger counts of it. */
export const fineE4Of = (fineE3: number): number => fineE3 * 10;

export type BarRule = 'assay' | 'step' | 'weight';

/** The rule that the weights break; null: a Good Delivery bar. */
export function brokenBarRule({
  metal,
  grossE3,
  assayE1,
}: Pick<BarFacts, 'metal' | 'grossE3' | 'assayE1'>): BarRule | null {
  const { bounded, minE3, maxE3, minAssayE1, stepE3 } = GOOD_DELIVERY[metal];
  if (assayE1 < minAssayE1 || assayE1 > ASSAY_MAX_E1) return 'assay';
  const weightE3 = bounded === 'fine' ? fineE3Of(grossE3, assayE1) : grossE3;
  if (weightE3 < minE3 || weightE3 > maxE3) return 'weight';
  return grossE3 % stepE3 === 0 ? null : 'step';
}

/** Letters and digits of any language, and the marks that names have. No control characters, which can disguise what is written. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'&()/-]*$/u;
const SERIAL = /^[A-Z0-9][A-Z0-9 ./-]*$/u;

const oneSpaced = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ');

/** As it is stored, or null for what is no name of a refiner. */
export function readRefiner(text: string): string | null {
  const refiner = oneSpaced(text.normalize('NFC'));
  const fits = refiner.length >= REFINER_MIN_CHARACTERS && refiner.length <= REFINER_MAX_CHARACTERS;
  return fits && NAME.test(refiner) ? refiner : null;
}

/** In capitals, as the database has it; null for what is no serial number. */
export function readSerial(text: string): string | null {
  const serial = oneSpaced(text).toUpperCase();
  return serial.length <= SERIAL_MAX_CHARACTERS && SERIAL.test(serial) ? serial : null;
}

/** What tells a bar from all others in the vault. */
export function barKey({ metal, refiner, serial }: Pick<BarFacts, 'metal' | 'refiner' | 'serial'>): string {
  return `${metal}/${refiner.toLowerCase()}/${serial}`;
}
