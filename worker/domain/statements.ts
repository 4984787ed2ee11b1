// The statement of a month: what an account had at the beginning, each movement in the order of commits, and what it had at the end
// (D78). It is made of entries and closes alone: no clock, no language and no status that may change, so that it can be made again at
// any time and is the same. Days and months are UTC.

import { type DayClose, dayOf } from './day-closes.ts';
import { firstDayOf, monthAfter, monthOf, startOfDay } from './days.ts';
import type { DepositMethod, PaymentMethod } from './fees.ts';
import { TRADED_METALS, type TradedMetal } from './metals.ts';
import { valueCents } from './ounces.ts';
import type { ReversibleType } from './reversals.ts';
import type { AttemptLimit } from './session-rules.ts';
import type { SignedRecord } from './signed-records.ts';
import { HOUR_MS, iso } from './time.ts';
import type { TransactionType } from './transactions.ts';

/**
 * How a statement is worded and laid out. A signed file is made anew each time it is asked for and has to be the same bytes for ever, so
 * a change of its words or of its form is a new template beside the old one, for months that nobody has a statement of yet.
 */
export const STATEMENT_TEMPLATE = 1;

/** Beyond so many movements, some 500 pages, a month has no PDF and no JSON: nobody could open them. A CSV has any number. */
export const STATEMENT_MOVEMENTS_MAX = 5_000;
/** Of the page, and of one answer of the API. */
export const STATEMENT_PAGE = 200;
/** Files of one customer. */
export const STATEMENT_FILES_LIMIT: AttemptLimit = { max: 60, windowMs: HOUR_MS };

export const STATEMENT_FORMATS = ['pdf', 'csv', 'json'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];
/** Of which there is one in each language. */
export type WordedFormat = Exclude<StatementFormat, 'json'>;

/** What an account has: cents, ten-thousandths of a troy ounce, and what the open holdings cost. */
export type StatementBalance = {
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
  readonly goldBasisCents: number;
  readonly silverBasisCents: number;
};

export const NOTHING: StatementBalance = {
  cashCents: 0,
  goldE4: 0,
  silverE4: 0,
  goldBasisCents: 0,
  silverBasisCents: 0,
};

/** A price per troy ounce, and when it was observed. */
export type StatementMark = { readonly priceCents: number; readonly at: string };

/** An end of the month: what there was and what it was worth. */
export type StatementEnd = StatementBalance & {
  /** The close of the day that ends there; null at the beginning of an account, and in a preview. */
  readonly close: { readonly day: string; readonly hash: string } | null;
  /** Which stored prices the marks are of. */
  readonly priceKind: 'spot' | 'simulated' | null;
  /** Null: no price was known. */
  readonly gold: StatementMark | null;
  readonly silver: StatementMark | null;
  /** Cash and metal; null where metal is there whose price is not known. */
  readonly valueCents: number | null;
};

export type StatementMovement = {
  /** The place in the order of commits. */
  readonly seq: number;
  readonly at: string;
  readonly operation: string;
  /** Of its receipt. */
  readonly transaction: string;
  readonly type: TransactionType;
  /** Of a reversal: the transaction that it undoes, and its type. */
  readonly reverses: string | null;
  readonly reversedType: ReversibleType | null;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly priceCents: number | null;
  readonly subtotalCents: number;
  readonly feeCents: number;
  readonly totalCents: number;
  readonly realisedGainCents: number | null;
  readonly method: PaymentMethod | null;
  /** 'sandbox' moved no real money. */
  readonly gateway: string | null;
  /** What our team wrote to the customer. */
  readonly note: string | null;
  /** SHA-256 of what the price was made from (`quote_basis` of the complete copy). */
  readonly priceBasisSha256: string | null;
  /** What it added; below zero where something left. */
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
  readonly after: StatementBalance;
};

/** A deposit begun in the month and not credited by its end: on its way, or failed. */
export type UncreditedDeposit = {
  readonly transaction: string;
  readonly at: string;
  readonly method: DepositMethod;
  readonly amountCents: number;
};

/** A day of storage that counted, by the tariff. */
export type StorageDay = { readonly day: string; readonly valueCents: number; readonly excessCents: number };

export type StatementBody = {
  readonly template: number;
  readonly account: string;
  /** `2026-10`. */
  readonly month: string;
  /** The entries of the operations after `seqFrom` up to `seqTo`. */
  readonly seqFrom: number;
  readonly seqTo: number;
  readonly opening: StatementEnd;
  readonly closing: StatementEnd;
  readonly movements: readonly StatementMovement[];
  /** Fees of trades and deposits, less those given back; what sales made over the cost of what was sold. */
  readonly feesCents: number;
  readonly realisedGainCents: number;
  readonly uncredited: readonly UncreditedDeposit[];
  readonly storageDays: readonly StorageDay[];
};

export type StatementContent = StatementBody & {
  /** The end of the month, or the key's first moment where that is later: no clock is asked. */
  readonly issuedAt: string;
  /** SHA-256 of the statement of the month before; null of an account's first. */
  readonly previous: string | null;
};

/** What is read of a movement; the rest follows from its place. */
export type MovementFacts = Omit<StatementMovement, 'after' | 'realisedGainCents'> & {
  readonly basisRemovedCents: number | null;
};

/** What a close says of prices. */
export type ClosePrices = Pick<
  DayClose,
  'day' | 'hash' | 'priceKind' | 'goldCents' | 'goldAt' | 'silverCents' | 'silverAt'
>;

export type StatementFacts = {
  readonly template: number;
  readonly account: string;
  readonly month: string;
  readonly seqFrom: number;
  readonly seqTo: number;
  readonly opening: StatementBalance;
  /** Added up from the entries by itself, so that a movement that is missing is found. */
  readonly closing: StatementBalance;
  readonly openingClose: ClosePrices | null;
  readonly closingClose: ClosePrices | null;
  readonly movements: readonly MovementFacts[];
  readonly uncredited: readonly UncreditedDeposit[];
  readonly storageDays: readonly StorageDay[];
};

/** Throws where the movements do not lead from the opening to the closing balance: no such statement is ever made. */
export function statementOf(facts: StatementFacts, { isPreview = false } = {}): StatementBody {
  const movements: StatementMovement[] = [];
  let balance = facts.opening;
  for (const { basisRemovedCents, ...movement } of facts.movements) {
    balance = balanceAfter(balance, movement, basisRemovedCents ?? 0);
    movements.push({
      ...movement,
      realisedGainCents: realisedGain(movement, basisRemovedCents),
      after: balance,
    });
  }
  const off = BALANCES.filter((name) => balance[name] !== facts.closing[name]);
  if (off.length > 0) {
    throw new Error(`the statement ${facts.month} of ${facts.account} does not add up: ${off.join(', ')}`);
  }
  return {
    template: facts.template,
    account: facts.account,
    month: facts.month,
    seqFrom: facts.seqFrom,
    seqTo: facts.seqTo,
    opening: endOf(facts.opening, facts.openingClose, false),
    closing: endOf(facts.closing, facts.closingClose, isPreview),
    movements,
    feesCents: sumOf(movements, feePaidCents),
    realisedGainCents: sumOf(movements, (movement) => movement.realisedGainCents ?? 0),
    uncredited: facts.uncredited,
    storageDays: facts.storageDays,
  };
}

/**
 * What the customer paid in fees by it; below zero where a reversal gave the fee back. What a wire costs is a part of the withdrawal's own
 * line: the template's words for the sum do not name it.
 */
export function feePaidCents({
  type,
  reversedType,
  feeCents,
}: Pick<StatementMovement, 'type' | 'reversedType' | 'feeCents'>): number {
  if (type === 'withdrawal' || type === 'withdrawal-return') return 0;
  return reversedType === null ? feeCents : 0 - feeCents;
}

const BALANCES = Object.keys(NOTHING) as readonly (keyof StatementBalance)[];

const sumOf = <T>(list: readonly T[], value: (one: T) => number): number =>
  list.reduce((sum, one) => sum + value(one), 0);

function balanceAfter(
  before: StatementBalance,
  movement: Omit<MovementFacts, 'basisRemovedCents'>,
  basisRemovedCents: number,
): StatementBalance {
  const basis = (metal: TradedMetal) =>
    movement.metal === metal ? (movement.type === 'buy' ? movement.totalCents : 0) - basisRemovedCents : 0;
  return {
    cashCents: before.cashCents + movement.cashCents,
    goldE4: before.goldE4 + movement.goldE4,
    silverE4: before.silverE4 + movement.silverE4,
    goldBasisCents: before.goldBasisCents + basis('gold'),
    silverBasisCents: before.silverBasisCents + basis('silver'),
  };
}

/** As the receipt says it: of a sale proceeds less basis, of a reversal what it adds to the realised gain. The total of a bonus is zero. */
function realisedGain(
  { type, reversedType, totalCents }: Pick<StatementMovement, 'type' | 'reversedType' | 'totalCents'>,
  basisRemovedCents: number | null,
): number | null {
  if (basisRemovedCents === null || (type !== 'sell' && type !== 'reversal')) return null;
  return (reversedType === 'sell' ? -totalCents : totalCents) - basisRemovedCents;
}

function endOf(balance: StatementBalance, close: ClosePrices | null, isPreview: boolean): StatementEnd {
  const gold = markOf(close?.goldCents, close?.goldAt);
  const silver = markOf(close?.silverCents, close?.silverAt);
  const marks = { gold, silver };
  const held = { gold: balance.goldE4, silver: balance.silverE4 };
  const worth = TRADED_METALS.map((metal) => {
    if (held[metal] === 0) return 0;
    const mark = marks[metal];
    return mark === null ? null : valueCents(held[metal], mark.priceCents);
  });
  return {
    ...balance,
    close: close === null || isPreview ? null : { day: close.day, hash: close.hash },
    priceKind: close?.priceKind ?? null,
    gold,
    silver,
    valueCents: worth.reduce<number | null>(
      (sum, one) => (sum === null || one === null ? null : sum + one),
      balance.cashCents,
    ),
  };
}

function markOf(priceCents: number | null | undefined, at: number | null | undefined): StatementMark | null {
  return typeof priceCents === 'number' && typeof at === 'number' ? { priceCents, at: iso(at) } : null;
}

/** A statement as it is signed. The content of a record is any object. */
export const signedContent = (content: StatementContent): SignedRecord['content'] & { issuedAt: string } => ({
  ...content,
});

/** `ONCA-2026-10-3f2a9c01`: the month and the beginning of the hash. */
export function statementNumber(month: string, sha256: string): string {
  return `ONCA-${month}-${sha256.slice(0, 8)}`;
}

/** The first moment after a month. */
export function endOfMonth(month: string): number {
  return startOfDay(firstDayOf(monthAfter(month)));
}

/** The close of a month's last day. */
export type MonthClose = ClosePrices & Pick<DayClose, 'seqTo'>;

/** A closed month of an account. */
export type StatementPeriod = {
  readonly month: string;
  readonly seqFrom: number;
  readonly openingClose: MonthClose | null;
  readonly closingClose: MonthClose;
};

/**
 * The closed months of an account, from its first one on: `closes` of the last days of months, ascending. The first statement begins
 * at the very beginning, so that no movement is in none: a clock that was behind may have stamped one before the account.
 */
export function periodsOf(closes: readonly MonthClose[], openedAt: number): readonly StatementPeriod[] {
  const since = monthOf(dayOf(openedAt));
  const own = closes.filter(({ day }) => monthOf(day) >= since);
  return own.map((closingClose, index) => {
    const openingClose = own[index - 1] ?? null;
    return {
      month: monthOf(closingClose.day),
      seqFrom: openingClose?.seqTo ?? 0,
      openingClose,
      closingClose,
    };
  });
}

/** The month that is under way for an account: the one after the last closed month, or its first one. */
export function openMonth(closes: readonly { readonly day: string }[], openedAt: number): string {
  const since = monthOf(dayOf(openedAt));
  const last = closes.at(-1);
  return last === undefined || monthOf(last.day) < since ? since : monthAfter(monthOf(last.day));
}
