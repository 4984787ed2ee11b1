// What metal of one kind cost in reais, by the two ways of finding the cost of what is sold: the weighted average, and first in,
// first out (fifo-pool.ts). Whole centavos, ten-thousandths of a troy ounce. A cost that is pending (a rate is missing) is null, and so is
// every cost that it is a part of: never zero.
//
// Either way, what has been taken out and what is left come to what was put in, to the centavo: a part is rounded to the
// nearest, and the last part takes what is left.

import { mulDiv } from '../money.ts';
import type { Day } from '../brasilia.ts';

/** Centavos of a real; null while a rate is missing. */
export type Cost = number | null;

/** Metal that came at once: a purchase, or what is left of it. */
export type Lot = {
  /** The transaction it came with. */
  readonly id: string;
  readonly day: Day;
  readonly ouncesE4: number;
  readonly cost: Cost;
};

export type Taken = {
  readonly cost: Cost;
  /** First in, first out: the parts of purchases, oldest first. By the average none: it is of all of them. */
  readonly lots: readonly Lot[];
};

export type PoolState = {
  /** What may be sold. */
  readonly ouncesE4: number;
  /** The welcome bonus while it may not be sold. */
  readonly heldE4: number;
  readonly cost: Cost;
};

export type Pool = {
  readonly state: () => PoolState;
  readonly add: (lot: Lot) => void;
  /** Metal that may not be sold yet: it is part of nothing until it is free. */
  readonly hold: (lot: Lot) => void;
  /** What is held joins the rest, at the cost it came with. */
  readonly free: (day: Day) => void;
  /** The opposite: what is left of a gift is not the customer's to sell any more. Its own ounces first; they take no cost along. */
  readonly holdAgain: (lotId: string, ouncesE4: number) => void;
  /** Metal that goes. Throws RangeError where there is not so much. */
  readonly take: (ouncesE4: number) => Taken;
  /** A sale that is undone: exactly what it took. */
  readonly putBack: (ouncesE4: number, taken: Taken) => void;
  /**
   * A purchase or a gift that is undone: its own cost as far as it is still there, and all of the cost where no ounce stays. What is
   * held goes first where it is the gift itself.
   */
  readonly takeOwn: (lot: Lot, from: 'free' | 'held first') => Taken;
};

export const plus = (a: Cost, b: Cost): Cost => (a === null || b === null ? null : a + b);
export const minus = (a: Cost, b: Cost): Cost => (a === null || b === null ? null : a - b);

export const sumOf = (costs: readonly Cost[]): Cost => costs.reduce(plus, 0);

/** The part of a cost that goes with a part of the metal; the whole cost with all of it. */
export function shareOf(cost: Cost, part: number, whole: number): Cost {
  if (part === whole) return cost;
  return cost === null ? null : mulDiv(cost, part, whole, 'half-up');
}

export function tooLittle(): never {
  throw new RangeError('more metal left than was there');
}

/** The weighted average: each ounce costs the same, and a new purchase changes what. */
export function averagePool(): Pool {
  let [ounces, held, cost] = [0, 0, 0 as Cost];
  const leave = (ouncesE4: number, part: Cost): Taken => {
    ounces -= ouncesE4;
    // A cost that was not known is gone with the last ounce.
    cost = ounces + held === 0 ? 0 : minus(cost, part);
    return { cost: part, lots: [] };
  };
  return {
    state: () => ({ ouncesE4: ounces, heldE4: held, cost }),
    add(lot) {
      ounces += lot.ouncesE4;
      cost = plus(cost, lot.cost);
    },
    hold(lot) {
      held += lot.ouncesE4;
      cost = plus(cost, lot.cost);
    },
    free() {
      [ounces, held] = [ounces + held, 0];
    },
    holdAgain(_, ouncesE4) {
      if (ouncesE4 > ounces) tooLittle();
      [ounces, held] = [ounces - ouncesE4, held + ouncesE4];
    },
    take(ouncesE4) {
      if (ouncesE4 > ounces) tooLittle();
      return leave(ouncesE4, shareOf(cost, ouncesE4, ounces));
    },
    putBack(ouncesE4, taken) {
      ounces += ouncesE4;
      cost = plus(cost, taken.cost);
    },
    takeOwn(lot, from) {
      if (from === 'held first') {
        const fromHeld = Math.min(held, lot.ouncesE4);
        [ounces, held] = [ounces + fromHeld, held - fromHeld];
      }
      if (lot.ouncesE4 > ounces) tooLittle();
      const isAll = lot.ouncesE4 === ounces && held === 0;
      const own = lot.cost === null || cost === null ? null : Math.min(lot.cost, cost);
      return leave(lot.ouncesE4, isAll ? cost : own);
    },
  };
}
