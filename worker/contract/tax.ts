// /api/tax: the tax workbook. Dollars in US cents, reais in centavos, metal in ten-thousandths of a troy ounce, rates in ten-thousandths
// of a real per dollar; days are those of Brasília. Null reais are pending: their bulletin is not known yet.

import * as v from 'valibot';
import { LANGUAGES } from '../domain/settings-rules.ts';
import { TRADED_METALS } from '../domain/metals.ts';
import { TAX_REGIMES } from '../domain/tax/regimes.ts';
import { TAX_METHODS, type TaxMethod, type YearFacts } from '../domain/tax/workbook.ts';
import { Cents, IsoTime, OuncesE4 } from './money.ts';

export const TAX_FORMATS = ['pdf', 'csv', 'json'] as const;
export type TaxFormat = (typeof TAX_FORMATS)[number];

export const TaxFileQuery = v.object({
  format: v.picklist(TAX_FORMATS),
  language: v.optional(v.picklist(LANGUAGES), 'pt-BR'),
});
export type TaxFileQuery = v.InferOutput<typeof TaxFileQuery>;

/** Null takes a choice back; what is left out stays. */
export const TaxChoiceChange = v.pipe(
  v.strictObject({
    method: v.optional(v.nullable(v.picklist(TAX_METHODS))),
    regime: v.optional(v.nullable(v.picklist(TAX_REGIMES))),
  }),
  v.check((chosen) => chosen.method !== undefined || chosen.regime !== undefined),
);
export type TaxChoiceChange = v.InferOutput<typeof TaxChoiceChange>;

const list = <const S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
const whole = v.pipe(v.number(), v.safeInteger());
const Day = v.pipe(v.string(), v.isoDate());
const Month = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/u));
const metal = v.picklist(TRADED_METALS);
const method = v.nullable(v.picklist(TAX_METHODS));
const regime = v.nullable(v.picklist(TAX_REGIMES));

/** Centavos; null while a bulletin is missing. */
const Cost = v.nullable(whole);
const ByMethod = v.object({ average: Cost, fifo: Cost });
/** The bulletin of a figure: its own day, which may be before that of the movement. */
const Rate = v.nullable(v.object({ day: Day, e4: whole, publishedAt: whole }));
/** The reversal that undid it. */
const Undone = v.nullable(v.object({ id: v.string(), day: Day }));

const row = { id: v.string(), day: Day, metal, ouncesE4: OuncesE4, usdCents: Cents };

const Acquisition = v.object({
  ...row,
  type: v.picklist(['buy', 'bonus', 'gift-received']),
  rate: Rate,
  cost: Cost,
  undone: Undone,
});

const Lot = v.object({ id: v.string(), day: Day, ouncesE4: OuncesE4, cost: Cost });
const Disposal = v.object({
  ...row,
  rate: Rate,
  proceeds: Cost,
  average: v.object({ poolOuncesE4: OuncesE4, poolCost: Cost, cost: Cost, gain: Cost }),
  fifo: v.object({ lots: list(Lot), cost: Cost, gain: Cost }),
  undone: Undone,
});
export type Disposal = v.InferOutput<typeof Disposal>;

const Undoing = v.object({
  ...row,
  type: v.picklist(['buy', 'sell', 'bonus', 'gift-received']),
  of: v.object({ id: v.string(), day: Day }),
  cost: ByMethod,
  correction: ByMethod,
});

const Apart = v.object({ ...row, type: v.picklist(['delivery', 'gift-sent']), cost: ByMethod });
const FeeRow = v.object({ id: v.string(), day: Day, usdCents: Cents, rate: Rate, centavos: Cost });

const Position = v.object({ metal, ouncesE4: OuncesE4, heldE4: OuncesE4, cost: ByMethod });
const Flow = v.object({
  opening: Cost,
  acquired: Cost,
  disposed: Cost,
  returned: Cost,
  undone: Cost,
  apart: Cost,
  closing: Cost,
});

const facts = {
  months: list(
    v.object({
      month: Month,
      metals: list(
        v.object({
          metal,
          disposals: whole,
          ouncesE4: OuncesE4,
          proceeds: Cost,
          gain: ByMethod,
          undone: v.object({ disposals: whole, proceeds: Cost }),
        }),
      ),
    }),
  ),
  undoings: list(Undoing),
  apart: list(Apart),
  storageFees: list(FeeRow),
  positions: v.object({ opening: list(Position), closing: list(Position) }),
  flows: list(v.object({ metal, average: Flow, fifo: Flow })),
  /** How many rows of the year wait for a bulletin. */
  pending: whole,
};

export const TaxChoiceView = v.object({
  method,
  /** When the first file was made with it; it stays since. */
  methodFixedAt: v.nullable(IsoTime),
  regime,
});
export type TaxChoiceView = v.InferOutput<typeof TaxChoiceView>;

/** Where the rates come from, and the last day that was read. Null where no source is configured. */
const TaxRates = v.nullable(
  v.object({ kind: v.picklist(['spot', 'simulated']), source: v.string(), lastDay: v.nullable(Day) }),
);
export type TaxRates = v.InferOutput<typeof TaxRates>;

export const TaxYearList = v.object({
  years: list(
    v.object({
      year: whole,
      /** The year is over, and every day of it was read. */
      isComplete: v.boolean(),
      method,
    }),
  ),
  rates: TaxRates,
  /** What the operator has said about itself. */
  ownerRegime: regime,
});
export type TaxYearList = v.InferOutput<typeof TaxYearList>;

/** A year without its long lists, which come month by month. */
export const TaxYear = v.object({
  ...facts,
  year: whole,
  isOver: v.boolean(),
  asOf: IsoTime,
  rates: TaxRates,
  ownerRegime: regime,
  choice: TaxChoiceView,
  /** Of the year before: another one there means another cost at the beginning of this one. */
  methodBefore: method,
  /** How many purchases and sales each month has. */
  counts: list(v.object({ month: Month, acquisitions: whole, disposals: whole })),
});
export type TaxYear = v.InferOutput<typeof TaxYear>;

export const TaxMonth = v.object({
  month: Month,
  acquisitions: list(Acquisition),
  disposals: list(Disposal),
});
export type TaxMonth = v.InferOutput<typeof TaxMonth>;

/** What a signed workbook says: facts alone, by both methods. */
export type TaxContent = YearFacts & {
  readonly account: string;
  readonly issuedAt: string;
  /** The last operation that is counted, in the order of commits. */
  readonly seqTo: number;
  readonly year: number;
  readonly isOver: boolean;
  readonly method: TaxMethod | null;
  readonly rates: TaxRates;
  /** The rule by which dollars became reais. */
  readonly rule: string;
};
