// The close of a day: what the books said at its end. Whoever has the entries computes it again (D76). Days are UTC.

import { canonicalJson } from './canonical-json.ts';
import type { Asset } from './operations.ts';
import { DAY_MS, iso, isoOrNull, MINUTE_MS } from './time.ts';

/** A day is closed from five past midnight on: by then the hub has stored its last minute. */
export const CLOSE_DELAY_MS = 5 * MINUTE_MS;
/** An older price is no mark of the day: its value is unknown. Longer than any weekend with holidays around it. */
export const MARK_MAX_AGE_MS = 5 * DAY_MS;

/** Which stored prices the marks are of. Another kind begins another chain. */
export type CloseKind = 'spot' | 'simulated';

/** What is hashed of a close: the row without its hash, its signature and the time of it. */
export type CloseFacts = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly priceKind: CloseKind;
  /** The last operation of the day in the order of commits; 0 before the first one. */
  readonly seqTo: number;
  /** Last accepted prices before midnight and their times (epoch ms); null: unknown. */
  readonly goldCents: number | null;
  readonly goldAt: number | null;
  readonly silverCents: number | null;
  readonly silverAt: number | null;
  readonly usdBrlE4: number | null;
  readonly usdBrlAt: number | null;
  /** Who has cash or metal, and what all customers have. */
  readonly customers: number;
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
  /** The house's own metal: below zero where customers have metal that no bar covers. */
  readonly stockGoldE4: number;
  readonly stockSilverE4: number;
  readonly entriesHash: string;
  readonly root: string | null;
  /** Null: the first of its chain. */
  readonly previousHash: string | null;
};

export type DayClose = CloseFacts & {
  readonly hash: string;
  readonly kid: string;
  readonly signature: string;
  readonly closedAt: number;
};

/** Both included. */
export type DaySpan = { readonly from: string; readonly to: string };
export const ALL_DAYS: DaySpan = { from: '0000-01-01', to: '9999-12-31' };

/** At once, on the page; all of them are computed again by `npm run close:verify`. */
export const CLOSE_CHECK_DAYS_MAX = 92;

/** How many days there are; below 1 where the last is before the first. */
export function daysIn({ from, to }: DaySpan): number {
  return (endOfDay(to) - endOfDay(from)) / DAY_MS + 1;
}

/** The first moment after a day. */
export function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) + DAY_MS;
}

export function dayOf(at: number): string {
  return iso(at).slice(0, 10);
}

export function dayAfter(day: string): string {
  return dayOf(endOfDay(day));
}

/** The last day that may be closed at `now`. */
export function lastClosableDay(now: number): string {
  return dayOf(now - CLOSE_DELAY_MS - DAY_MS);
}

/** An entry with the place of its operation in the order of commits. */
export type NumberedEntry = {
  readonly seq: number;
  readonly operationId: string;
  readonly line: number;
  readonly accountId: string;
  readonly asset: Asset;
  readonly amount: number;
};

/** What an entry adds to the hash of its day. */
export function entryLine(entry: NumberedEntry): string {
  const { seq, operationId, line, accountId, asset, amount } = entry;
  return `${canonicalJson([seq, operationId, line, accountId, asset, amount])}\n`;
}

/** What the hash of a close is of: it is the same whenever the day is closed, so that books which were restored close alike. */
export function factsText(facts: CloseFacts): string {
  return canonicalJson(shown(facts));
}

/** The content of the signed record. */
export function closeContent(close: CloseFacts & Pick<DayClose, 'hash' | 'closedAt'>) {
  return { ...shown(close), hash: close.hash, issuedAt: iso(close.closedAt) };
}

function shown(facts: CloseFacts) {
  return {
    day: facts.day,
    priceKind: facts.priceKind,
    seqTo: facts.seqTo,
    goldCents: facts.goldCents,
    goldAt: isoOrNull(facts.goldAt),
    silverCents: facts.silverCents,
    silverAt: isoOrNull(facts.silverAt),
    usdBrlE4: facts.usdBrlE4,
    usdBrlAt: isoOrNull(facts.usdBrlAt),
    customers: facts.customers,
    cashCents: facts.cashCents,
    goldE4: facts.goldE4,
    silverE4: facts.silverE4,
    stockGoldE4: facts.stockGoldE4,
    stockSilverE4: facts.stockSilverE4,
    entriesHash: facts.entriesHash,
    root: facts.root,
    previousHash: facts.previousHash,
  };
}
