// The typed amount, parsed as an order, and the cost of that order at the live price. The preview uses the server's own
// rules (worker/domain): it can differ only by the price.

import type { Rate } from '../../i18n/display.ts';
import type { Currency } from '../../i18n/format.ts';
import { moneyInput, readMoney, type ReadMoney } from '../../i18n/money-input.ts';
import { decimalInputText, type FieldUnit, parseDecimal } from '../../i18n/parse-decimal.ts';
import type { Locale } from '../../i18n/locale.ts';
import type { TicketOrder } from '../../../worker/domain/ticket-path.ts';
import {
  breakEvenPriceCents,
  type Cost,
  effectiveFeePercent,
  largestBuyE4,
  sellCost,
} from '../../../worker/domain/fees.ts';
import { ORDER_MAX_OUNCES_E4 } from '../../../worker/domain/limits.ts';
import { gramsOfOunces, LEAST_GRAMS_E4, ouncesOfGrams } from '../../../worker/domain/grams.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { WeightUnit } from '../../../worker/domain/settings-rules.ts';
import { mulDiv } from '../../../worker/domain/money.ts';
import {
  isAskable,
  type Position,
  type Order,
  type OrderSize,
  placeOrder,
  type SizeRefusal,
} from '../../../worker/domain/quotes.ts';
import { basisRemovedCents, freeOuncesE4, type Side } from '../../../worker/domain/trades.ts';

export type Unit = 'weight' | 'money';
const WEIGHT_SCALE = 4;
export const SHARES = [25, 50, 75] as const;
export type Share = (typeof SHARES)[number];

/** What the field takes: of money, and of weight. */
export type FieldUnits = { readonly currency: Currency; readonly weight: WeightUnit };
const LEDGER_UNITS: FieldUnits = { currency: 'USD', weight: 'oz' };

export type Draft = {
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly by: Unit;
  readonly units: FieldUnits;
  readonly text: string;
  /** The whole balance or holding: the server computes the largest order at its own price (P4). */
  readonly max: boolean;
};

export function emptyDraft(side: Side, metal: TradedMetal, units: FieldUnits = LEDGER_UNITS): Draft {
  return { side, metal, by: 'weight', units, text: '', max: false };
}

/** What the field counts now. */
export function fieldUnit({ by, units }: Pick<Draft, 'by' | 'units'>): FieldUnit {
  return by === 'weight' ? units.weight : units.currency;
}

/** The field as its other unit: a change of how much is asked for, or of what it is counted in. */
export function asFieldUnit({ units }: Draft, unit: FieldUnit): Pick<Draft, 'by' | 'units'> {
  return unit === 'USD' || unit === 'BRL'
    ? { by: 'money', units: { ...units, currency: unit } }
    : { by: 'weight', units: { ...units, weight: unit } };
}

/** Ounces or US cents, by what the field asks for, as its text: read again, it is the same amount. */
export function fieldText(
  { by, units }: Pick<Draft, 'by' | 'units'>,
  amount: number,
  locale: Locale,
  rate: Rate | null,
): string {
  if (by === 'money') return moneyInput(locale, amount, units.currency, rate).text;
  const shown = units.weight === 'g' ? gramsOfOunces(amount) : amount;
  return decimalInputText(locale, shown, WEIGHT_SCALE, WEIGHT_SCALE);
}

/** What a link has worked out is in the field as if it had been typed. */
export function openingDraft(
  { side, metal, size }: TicketOrder,
  locale: Locale,
  units: FieldUnits = LEDGER_UNITS,
  rate: Rate | null = null,
): Draft {
  // Without a rate reais cannot be read.
  const draft = emptyDraft(side, metal, rate === null ? { ...units, currency: 'USD' } : units);
  if (size === undefined) return draft;
  const { by } = size;
  const amount = size.by === 'weight' ? size.ouncesE4 : size.totalCents;
  return { ...draft, by, text: fieldText({ ...draft, by }, amount, locale, rate) };
}

/** With the cost basis of the metal, for the gain of a sale. */
export type CostedPosition = Position & { readonly costBasisCents: number };

export type ReadSize =
  | { readonly ok: true; readonly size: OrderSize }
  /** `grams`: less than the least weight that is ordered in grams. */
  | {
      readonly ok: false;
      readonly reason: Extract<ReadMoney, { ok: false }>['reason'] | 'grams';
    };

export function readSize(draft: Draft, locale: Locale, rate: Rate | null = null): ReadSize {
  if (draft.max) return { ok: true, size: { by: 'max' } };
  const { by, units, text } = draft;
  if (by === 'money') {
    const read = readMoney(locale, { text, currency: units.currency }, rate);
    return read.ok ? { ok: true, size: { by, totalCents: read.cents } } : read;
  }
  const parsed = parseDecimal(locale, text, WEIGHT_SCALE, units.weight);
  if (!parsed.ok) return parsed;
  if (units.weight === 'oz') return { ok: true, size: { by, ouncesE4: parsed.units } };
  if (parsed.units > 0 && parsed.units < LEAST_GRAMS_E4) return { ok: false, reason: 'grams' };
  const ouncesE4 = ouncesOfGrams(parsed.units);
  return { ok: true, size: { by, ouncesE4 } };
}

/** The typed grams, for what the ledger's steps add to them; null where no grams were typed. */
export function typedGramsE4({ by, units, text, max }: Draft, locale: Locale): number | null {
  if (max || by !== 'weight' || units.weight !== 'g') return null;
  const parsed = parseDecimal(locale, text, WEIGHT_SCALE, 'g');
  return parsed.ok && parsed.units > 0 ? parsed.units : null;
}

/** C5: the button is disabled while the amount is zero or empty. */
export function isPositive(size: OrderSize): boolean {
  if (size.by === 'max') return true;
  return (size.by === 'weight' ? size.ouncesE4 : size.totalCents) > 0;
}

export type Preview = {
  readonly order: Order | null;
  readonly refusal: SizeRefusal | null;
  readonly feePercent: number | null;
  readonly cashAfterCents: number | null;
  readonly ouncesAfterE4: number | null;
  /** For a buy: the price at which a sale returns the money. */
  readonly breakEvenCents: number | null;
  /** For a sale: the proceeds less the cost basis of the sold ounces. */
  readonly gainCents: number | null;
};

const NO_PREVIEW: Omit<Preview, 'refusal'> = {
  order: null,
  feePercent: null,
  cashAfterCents: null,
  ouncesAfterE4: null,
  breakEvenCents: null,
  gainCents: null,
};

/** The cost is shown even if the position does not cover it, so that the user sees the difference. */
export function previewOrder(
  side: Side,
  size: OrderSize,
  priceCents: number,
  position: CostedPosition,
): Preview {
  const placed = placeOrder(side, size, priceCents, position);
  const shown = placed.ok ? placed : placeOrder(side, size, priceCents, boundless(side));
  const refusal = placed.ok ? null : placed.error;
  if (!shown.ok || size.by === 'max') {
    return placed.ok ? described(side, placed.value, position, null) : { ...NO_PREVIEW, refusal };
  }
  return described(side, shown.value, position, refusal);
}

function boundless(side: Side): Position {
  return side === 'buy'
    ? { cashCents: Number.MAX_SAFE_INTEGER, ouncesE4: 0, heldOuncesE4: 0 }
    : { cashCents: 0, ouncesE4: ORDER_MAX_OUNCES_E4, heldOuncesE4: 0 };
}

function described(side: Side, order: Order, position: CostedPosition, refusal: SizeRefusal | null): Preview {
  return { order, refusal, feePercent: effectiveFeePercent(order), ...positionAfter(side, order, position) };
}

type Consequences = Pick<Preview, 'cashAfterCents' | 'ouncesAfterE4' | 'breakEvenCents' | 'gainCents'>;

/** The position after an order or quote; null where the current one does not cover it. */
export function positionAfter(
  side: Side,
  order: Cost & { readonly ouncesE4: number },
  position: CostedPosition,
): Consequences {
  const buying = side === 'buy';
  const cash = position.cashCents + (buying ? -order.totalCents : order.totalCents);
  const ounces = position.ouncesE4 + (buying ? order.ouncesE4 : -order.ouncesE4);
  const covered = cash >= 0 && ounces >= 0;
  const free = freeOuncesE4(position);
  return {
    cashAfterCents: covered ? cash : null,
    ouncesAfterE4: covered ? ounces : null,
    breakEvenCents:
      buying && order.ouncesE4 > 0 ? breakEvenPriceCents(order.ouncesE4, order.totalCents) : null,
    gainCents:
      buying || free === 0 || order.ouncesE4 > free
        ? null
        : order.totalCents - basisRemovedCents(position.costBasisCents, free, order.ouncesE4),
  };
}

/** The largest order now: the ounces that the cash buys and the vault has, or those that are free to sell. */
export function limitE4(
  side: Side,
  priceCents: number | null,
  position: CostedPosition,
  freeStockE4: number | null = null,
): number | null {
  if (side === 'sell') return freeOuncesE4(position);
  if (priceCents === null) return null;
  return Math.min(largestBuyE4(position.cashCents, priceCents), freeStockE4 ?? Number.MAX_SAFE_INTEGER);
}

/** The amount of a share button, in the field's unit; null without a price. */
export function shareUnits(
  draft: Pick<Draft, 'side' | 'by'>,
  share: Share,
  priceCents: number | null,
  position: CostedPosition,
  freeStockE4: number | null = null,
): number | null {
  const part = (whole: number) => mulDiv(whole, share, 100, 'down');
  if (draft.by === 'money' && draft.side === 'buy') return part(position.cashCents);
  const limit = limitE4(draft.side, priceCents, position, freeStockE4);
  if (limit === null) return null;
  if (draft.by === 'weight') return part(limit);
  return priceCents === null ? null : sellCost(part(limit), priceCents).totalCents;
}

/** The body of POST /api/quotes; null for an amount that the server would not quote. */
export function quoteRequest(draft: Draft, size: OrderSize) {
  if (!isAskable(size)) return null;
  const { side, metal } = draft;
  if (size.by === 'max') return { side, metal, max: true as const };
  return size.by === 'weight'
    ? { side, metal, ouncesE4: size.ouncesE4 }
    : { side, metal, totalCents: size.totalCents };
}
