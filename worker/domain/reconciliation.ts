// Which movements of the bank are which of ours. A line is one of ours by the name of its payment; where no name says so, by amount
// and day. The result does not depend on the order of either list, and everything is in one place of it.

import { addDays, type Day, daysBetween } from './brasilia.ts';

/** The bank books a movement up to this many days before or after we do. */
export const MATCH_DAYS = 3;

/** Of movements. */
export const LINE_BREAKS = ['amount-differs', 'ours-alone', 'theirs-alone'] as const;
/** And of a closing balance that does not follow from the one before it and the movements since. */
export const BREAK_KINDS = [...LINE_BREAKS, 'balance-differs'] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];
export const BREAK_STATES = ['open', 'resolved', 'closed', 'set-aside'] as const;
export type BreakState = (typeof BREAK_STATES)[number];

export type TheirMovement = {
  /** Of the line: no two have the same. */
  readonly key: string;
  readonly day: Day;
  readonly cents: number;
  readonly paymentIds: readonly string[];
};
export type OurMovement = {
  readonly operationId: string;
  readonly day: Day;
  readonly cents: number;
  /** Every name under which the bank may know it. */
  readonly names: readonly string[];
};

export type Match<T, O> = {
  readonly their: T;
  readonly our: O;
  readonly how: 'reference' | 'amount-and-day';
};
export type Reconciled<T, O> = {
  readonly matched: readonly Match<T, O>[];
  /** The same payment with two amounts. */
  readonly differing: readonly { readonly their: T; readonly our: O }[];
  readonly theirsAlone: readonly T[];
  readonly oursAlone: readonly O[];
};

export function reconcile<T extends TheirMovement, O extends OurMovement>(
  theirs: readonly T[],
  ours: readonly O[],
): Reconciled<T, O> {
  const left = { theirs: new Map<string, T>(), ours: new Map<string, O>() };
  for (const their of theirs.toSorted(byText(({ key }) => key))) left.theirs.set(their.key, their);
  for (const our of ours.toSorted(byText(({ operationId }) => operationId)))
    left.ours.set(our.operationId, our);
  const take = (pairs: readonly Pair<T, O>[]) =>
    pairs.filter(({ their, our }) => {
      if (!left.theirs.has(their.key) || !left.ours.has(our.operationId)) return false;
      left.theirs.delete(their.key);
      left.ours.delete(our.operationId);
      return true;
    });
  const named = namedPairs(left.theirs.values(), left.ours.values());
  // What agrees in all goes first: a bank that names two payments alike takes no partner from the right one.
  const byName = take(named.filter(({ their, our }) => their.cents === our.cents));
  const differing = take(named);
  const byDay = take(equalPairs(left.theirs.values(), left.ours.values()));
  return {
    matched: [
      ...byName.map(({ their, our }) => ({ their, our, how: 'reference' as const })),
      ...byDay.map(({ their, our }) => ({ their, our, how: 'amount-and-day' as const })),
    ],
    differing,
    theirsAlone: [...left.theirs.values()],
    oursAlone: [...left.ours.values()],
  };
}

type Pair<T, O> = { readonly their: T; readonly our: O };

/** As the bank writes it, which may be in capitals. */
const plainName = (name: string): string => name.toUpperCase();

/** Those that share a name, the nearest in days first. */
function namedPairs<T extends TheirMovement, O extends OurMovement>(
  theirs: Iterable<T>,
  ours: Iterable<O>,
): Pair<T, O>[] {
  const named = new Map<string, O[]>();
  for (const our of ours) {
    for (const name of new Set(our.names.map(plainName))) named.set(name, [...(named.get(name) ?? []), our]);
  }
  const pairs: Pair<T, O>[] = [];
  for (const their of theirs) {
    const found = new Set(their.paymentIds.flatMap((id) => named.get(plainName(id)) ?? []));
    for (const our of found) pairs.push({ their, our });
  }
  return nearestFirst(pairs);
}

/** Those of one amount within the days of a match: of one day first, then of days that are further and further apart. */
function equalPairs<T extends TheirMovement, O extends OurMovement>(
  theirs: Iterable<T>,
  ours: Iterable<O>,
): Pair<T, O>[] {
  const waiting = new Map<string, O[]>();
  const keyOf = (cents: number, day: Day) => `${cents} ${day}`;
  // The last one of each list is taken first.
  for (const our of [...ours].toReversed()) {
    const key = keyOf(our.cents, our.day);
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [our]);
    else list.push(our);
  }
  const open = new Set(theirs);
  const pairs: Pair<T, O>[] = [];
  for (let apart = 0; apart <= MATCH_DAYS; apart += 1) {
    for (const their of open) {
      const our = [addDays(their.day, -apart), addDays(their.day, apart)]
        .map((day) => waiting.get(keyOf(their.cents, day)))
        .find((list) => (list?.length ?? 0) > 0)
        ?.pop();
      if (our === undefined) continue;
      open.delete(their);
      pairs.push({ their, our });
    }
  }
  return pairs;
}

const distance = (their: TheirMovement, our: OurMovement): number =>
  Math.abs(daysBetween(their.day, our.day));

function nearestFirst<T extends TheirMovement, O extends OurMovement>(
  pairs: readonly Pair<T, O>[],
): Pair<T, O>[] {
  return pairs.toSorted(
    (a, b) =>
      distance(a.their, a.our) - distance(b.their, b.our) ||
      compareText(a.their.key, b.their.key) ||
      compareText(a.our.operationId, b.our.operationId),
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byText =
  <X>(of: (value: X) => string) =>
  (a: X, b: X): number =>
    compareText(of(a), of(b));
