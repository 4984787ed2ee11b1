// /api/tax: the tax workbook. Dollars in US cents, reais in centavos, metal in ten-thousandths of a troy ounce, rates in ten-thousandths
// of a real per dollar; days are those of Brasília. Null reais are pending: their bulletin is not known yet.

import * as v from 'valibot';
import { LANGUAGES } from '../domain/settings-rules.ts';
import { TAX_REGIMES, type TaxRegime } from '../domain/tax/regimes.ts';
import {
  type Acquisition,
  type Apart,
  type Disposal,
  type FeeRow,
  TAX_METHODS,
  type TaxMethod,
  type Undoing,
  type YearFacts,
} from '../domain/tax/workbook.ts';

export const TAX_FORMATS = ['pdf', 'csv', 'json'] as const;
export type TaxFormat = (typeof TAX_FORMATS)[number];

export const TaxFileQuery = v.object({
  format: v.picklist(TAX_FORMATS),
  language: v.optional(v.picklist(LANGUAGES), 'pt-BR'),
});
export type TaxFileQuery = v.InferOutput<typeof TaxFileQuery>;

/** Null takes a choice back; what is left out stays. */
export const TaxChoiceChange = v.strictObject({
  method: v.optional(v.nullable(v.picklist(TAX_METHODS))),
  regime: v.optional(v.nullable(v.picklist(TAX_REGIMES))),
});
export type TaxChoiceChange = v.InferOutput<typeof TaxChoiceChange>;

export type TaxChoiceView = {
  readonly method: TaxMethod | null;
  /** When the first file was made with it; it stays since. */
  readonly methodFixedAt: string | null;
  readonly regime: TaxRegime | null;
};

/** Where the rates come from, and the last day that was read. Null where no source is configured. */
export type TaxRates = {
  readonly kind: 'spot' | 'simulated';
  readonly source: string;
  readonly lastDay: string | null;
} | null;

export type TaxYearList = {
  readonly years: readonly {
    readonly year: number;
    /** The year is over, and every day of it was read. */
    readonly isComplete: boolean;
    readonly method: TaxMethod | null;
  }[];
  readonly rates: TaxRates;
  /** What the operator has said about itself. */
  readonly ownerRegime: TaxRegime | null;
};

/** A year without its long lists, which come month by month. */
export type TaxYear = Omit<YearFacts, 'acquisitions' | 'disposals'> & {
  readonly year: number;
  readonly isOver: boolean;
  readonly asOf: string;
  readonly rates: TaxRates;
  readonly ownerRegime: TaxRegime | null;
  readonly choice: TaxChoiceView;
  /** Of the year before: another one there means another cost at the beginning of this one. */
  readonly methodBefore: TaxMethod | null;
  /** How many purchases and sales each month has. */
  readonly counts: readonly {
    readonly month: string;
    readonly acquisitions: number;
    readonly disposals: number;
  }[];
};

export type TaxMonth = {
  readonly month: string;
  readonly acquisitions: readonly Acquisition[];
  readonly disposals: readonly Disposal[];
};

/** What a signed workbook says: facts alone, by both methods. */
export type TaxContent = {
  readonly account: string;
  readonly issuedAt: string;
  /** The last operation that is counted, in the order of commits. */
  readonly seqTo: number;
  readonly year: number;
  readonly isOver: boolean;
  readonly method: TaxMethod | null;
  readonly rates: TaxRates;
  readonly rule: string;
  readonly pending: number;
  readonly months: YearFacts['months'];
  readonly positions: YearFacts['positions'];
  readonly flows: YearFacts['flows'];
  readonly acquisitions: readonly Acquisition[];
  readonly disposals: readonly Disposal[];
  readonly undoings: readonly Undoing[];
  readonly apart: readonly Apart[];
  readonly storageFees: readonly FeeRow[];
};
