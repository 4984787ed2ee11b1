// What the tax workbook is made of and what it says. Dollars in US cents, reais in centavos, metal in ten-thousandths of a troy ounce;
// days are those of Brasília.

import type { Day } from '../brasilia.ts';
import type { TradedMetal } from '../metals.ts';
import type { Cost, Lot } from './pools.ts';

export const TAX_METHODS = ['average', 'fifo'] as const;
export type TaxMethod = (typeof TAX_METHODS)[number];

/** What the workbook looks at; deposits are money in dollars and no metal. */
export const TAX_TYPES = [
  'buy',
  'sell',
  'bonus',
  'delivery',
  'gift-sent',
  'gift-received',
  'storage-fee',
] as const;
export type TaxType = (typeof TAX_TYPES)[number];

export type TaxMovement = {
  readonly id: string;
  readonly at: number;
  /** Of a reversal: the type of what it undoes. */
  readonly type: TaxType;
  /** The transaction that this one undoes. */
  readonly reverses: string | null;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  /** US cents, fee included: what was paid, or what was received. */
  readonly totalCents: number;
};

/** The bulletin that a figure was converted at. */
export type Rate = { readonly day: Day; readonly e4: number; readonly publishedAt: number };

export type Undone = { readonly id: string; readonly day: Day };

export type Row = {
  readonly id: string;
  readonly day: Day;
  readonly metal: TradedMetal;
  readonly ouncesE4: number;
  readonly usdCents: number;
};

export type Acquisition = Row & {
  readonly type: 'buy' | 'bonus' | 'gift-received';
  /** Null while it is pending, and of a gift of ours, which has no price. */
  readonly rate: Rate | null;
  readonly cost: Cost;
  /** The reversal that undid it later, if one did. */
  readonly undone: Undone | null;
};

export type AverageCost = {
  /** All that could be sold just before, and its cost. */
  readonly poolOuncesE4: number;
  readonly poolCost: Cost;
  readonly cost: Cost;
  readonly gain: Cost;
};
export type FifoCost = { readonly lots: readonly Lot[]; readonly cost: Cost; readonly gain: Cost };

export type Disposal = Row & {
  readonly rate: Rate | null;
  readonly proceeds: Cost;
  readonly average: AverageCost;
  readonly fifo: FifoCost;
  readonly undone: Undone | null;
};

/** What a reversal did to the cost: of a sale it came back; of a purchase it left, and sales in between had taken the rest. */
export type Undoing = Row & {
  readonly type: 'buy' | 'sell' | 'bonus' | 'gift-received';
  readonly of: Undone;
  readonly cost: Readonly<Record<TaxMethod, Cost>>;
  /** Of a purchase: its own cost less what was still there. By so much the cost of earlier sales was too high. */
  readonly correction: Readonly<Record<TaxMethod, Cost>>;
};

/** Metal that left without being sold, at what it had cost. */
export type Apart = Row & {
  readonly type: 'delivery' | 'gift-sent';
  readonly cost: Readonly<Record<TaxMethod, Cost>>;
};

export type FeeRow = {
  readonly id: string;
  readonly day: Day;
  readonly usdCents: number;
  readonly rate: Rate | null;
  readonly centavos: Cost;
};

export type MetalPosition = {
  readonly metal: TradedMetal;
  /** What may be sold. */
  readonly ouncesE4: number;
  /** The welcome bonus while it may not. */
  readonly heldE4: number;
  readonly cost: Readonly<Record<TaxMethod, Cost>>;
};

/** `opening + acquired + returned - disposed - undone - apart = closing`, to the centavo. */
export type CostFlow = {
  readonly opening: Cost;
  readonly acquired: Cost;
  readonly disposed: Cost;
  /** By reversals of sales. */
  readonly returned: Cost;
  /** By reversals of purchases. */
  readonly undone: Cost;
  readonly apart: Cost;
  readonly closing: Cost;
};

export type MonthOfMetal = {
  readonly metal: TradedMetal;
  /** Sales that stand. */
  readonly disposals: number;
  readonly ouncesE4: number;
  readonly proceeds: Cost;
  readonly gain: Readonly<Record<TaxMethod, Cost>>;
  /** Sales of the month that were undone since: they count nowhere. */
  readonly undone: { readonly disposals: number; readonly proceeds: Cost };
};
export type Month = { readonly month: string; readonly metals: readonly MonthOfMetal[] };

export type YearFacts = {
  readonly months: readonly Month[];
  readonly acquisitions: readonly Acquisition[];
  readonly disposals: readonly Disposal[];
  readonly undoings: readonly Undoing[];
  readonly apart: readonly Apart[];
  readonly storageFees: readonly FeeRow[];
  /** On 31 December of the year before, and of this one; of a year that goes on, as things stand. */
  readonly positions: {
    readonly opening: readonly MetalPosition[];
    readonly closing: readonly MetalPosition[];
  };
  readonly flows: readonly ({ readonly metal: TradedMetal } & Readonly<Record<TaxMethod, CostFlow>>)[];
  /** How many rows of the year wait for a bulletin. */
  readonly pending: number;
};

/** All that happened, whatever the year. */
export type Facts = {
  readonly acquisitions: Acquisition[];
  readonly disposals: Disposal[];
  readonly undoings: Undoing[];
  readonly apart: Apart[];
  readonly storageFees: FeeRow[];
};
