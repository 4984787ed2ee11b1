// PTAX, the Banco Central's bulletin of the dollar: which one holds for a day, and which is not believed.
// Rates are ten-thousandths of a real per dollar; days are those of Brasília.

import { addDays, type Day } from '../brasilia.ts';
import { isBusinessDay } from '../business-days.ts';
import { isJump, SERIES_RULES, USD_BRL } from '../price-rules.ts';

export type Bulletin = {
  readonly day: Day;
  readonly buyE4: number;
  readonly sellE4: number;
  readonly publishedAt: number;
};

/** A day as it is stored: its bulletin, or that it had none. */
export type PtaxDay = {
  readonly day: Day;
  readonly bulletin: Bulletin | null;
  /** A second reading on a later day said the same, or an operator decided. */
  readonly isCertain: boolean;
  /** It waits for an operator and counts for nothing. */
  readonly isHeld: boolean;
};

/** Carnival with its weekend is the longest row of days without a bulletin; more than this is a fault, not a feast. */
export const DAYS_WITHOUT_BULLETIN = 7;

/** Why a bulletin waits for an operator; null where it is sound. `before` is the one before it, if there is one. */
export function doubtAbout(bulletin: Bulletin, before: Bulletin | null): 'implausible' | null {
  const { buyE4, sellE4 } = bulletin;
  const { floor, ceiling } = SERIES_RULES[USD_BRL];
  const isSound = buyE4 >= floor && sellE4 <= ceiling && buyE4 <= sellE4;
  return isSound && (before === null || !isJump(before.sellE4, sellE4)) ? null : 'implausible';
}

/** The bulletin of a day; null while it is not known. */
export type Bulletins = (day: Day) => Bulletin | null;

/**
 * A day without a bulletin has the last one before. That it had none is known once the day was over and was asked for; of a
 * working day once a second reading has said so too, because an empty answer may also be a fault.
 */
export function bulletinsOf(days: readonly PtaxDay[]): Bulletins {
  const known = new Map<Day, Bulletin | null>();
  let last: { readonly bulletin: Bulletin; readonly onDay: Day; readonly age: number } | null = null;
  for (const stored of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const { day, bulletin } = stored;
    const follows = last !== null && addDays(last.onDay, 1) === day;
    if (stored.isHeld) last = null;
    else if (bulletin !== null) last = { bulletin, onDay: day, age: 0 };
    else if (last === null || !follows || !hasSurelyNone(stored)) last = null;
    else if (last.age >= DAYS_WITHOUT_BULLETIN) last = null;
    else last = { bulletin: last.bulletin, onDay: day, age: last.age + 1 };
    known.set(day, last?.bulletin ?? null);
  }
  return (day) => known.get(day) ?? null;
}

function hasSurelyNone({ day, isCertain }: PtaxDay): boolean {
  return isCertain || !isBusinessDay(Date.parse(`${day}T00:00:00Z`));
}
