// First in, first out: what came first goes first, at its own cost.

import type { Day } from '../brasilia.ts';
import {
  type Lot,
  minus,
  plus,
  type Pool,
  type PoolState,
  shareOf,
  sumOf,
  type Taken,
  tooLittle,
} from './pools.ts';

const ouncesOf = (lots: readonly Lot[]): number => lots.reduce((sum, { ouncesE4 }) => sum + ouncesE4, 0);
const takenOf = (lots: readonly Lot[]): Taken => ({ cost: sumOf(lots.map(({ cost }) => cost)), lots });

export const fifoPool = (): Pool => new FifoPool();

class FifoPool implements Pool {
  /** In the order in which they came; those before `#first` are empty. */
  #lots: Lot[] = [];
  #first = 0;
  #held: Lot[] = [];
  /** Where a transaction stands among all, for ever: what comes back finds its own place. */
  readonly #places = new Map<string, number>();

  state(): PoolState {
    const free = this.#lots.slice(this.#first);
    const costs = [...free, ...this.#held].map(({ ouncesE4, cost }) => (ouncesE4 === 0 ? 0 : cost));
    return { ouncesE4: ouncesOf(free), heldE4: ouncesOf(this.#held), cost: sumOf(costs) };
  }

  add(lot: Lot): void {
    this.#places.set(lot.id, this.#places.size);
    this.#lots.push(lot);
  }

  hold(lot: Lot): void {
    this.#held.push(lot);
  }

  /** A gift that was never free comes with the day on which it is; what had been free has its place already. */
  free(day: Day): void {
    const freed = this.#held;
    this.#held = [];
    for (const lot of freed) {
      if (this.#places.has(lot.id)) this.#insert([lot]);
      else this.add({ ...lot, day });
    }
  }

  holdAgain(lotId: string, ouncesE4: number): void {
    this.#held.push(...this.#takeOf(lotId, ouncesE4));
  }

  take(ouncesE4: number): Taken {
    return takenOf(this.#takeOldest(ouncesE4));
  }

  putBack(_: number, { lots }: Taken): void {
    this.#insert(lots);
  }

  takeOwn(lot: Lot, from: 'free' | 'held first'): Taken {
    if (from === 'held first') this.free(lot.day);
    return takenOf(this.#takeOf(lot.id, lot.ouncesE4));
  }

  /** What came back stands where it stood. */
  #insert(back: readonly Lot[]): void {
    const merged = new Map<string, Lot>();
    for (const lot of [...this.#lots.slice(this.#first), ...back]) {
      if (lot.ouncesE4 === 0) continue;
      const there = merged.get(lot.id);
      merged.set(
        lot.id,
        there === undefined
          ? lot
          : { ...there, ouncesE4: there.ouncesE4 + lot.ouncesE4, cost: plus(there.cost, lot.cost) },
      );
    }
    const placeOf = ({ id }: Lot) => this.#places.get(id) ?? 0;
    this.#lots = [...merged.values()].toSorted((a, b) => placeOf(a) - placeOf(b));
    this.#first = 0;
  }

  #takeAt(at: number, wanted: number): Lot {
    const lot = this.#lots[at] ?? tooLittle();
    const ouncesE4 = Math.min(wanted, lot.ouncesE4);
    const part = { ...lot, ouncesE4, cost: shareOf(lot.cost, ouncesE4, lot.ouncesE4) };
    this.#lots[at] = { ...lot, ouncesE4: lot.ouncesE4 - ouncesE4, cost: minus(lot.cost, part.cost) };
    return part;
  }

  #takeOldest(wanted: number): Lot[] {
    const parts: Lot[] = [];
    for (let left = wanted; left > 0; left -= parts.at(-1)?.ouncesE4 ?? 0) {
      while (this.#lots[this.#first]?.ouncesE4 === 0) this.#first += 1;
      parts.push(this.#takeAt(this.#first, left));
    }
    return parts;
  }

  /** Those of one transaction, then the oldest. */
  #takeOf(id: string, wanted: number): Lot[] {
    const at = this.#lots.findIndex(
      (lot, index) => index >= this.#first && lot.id === id && lot.ouncesE4 > 0,
    );
    const own = at === -1 ? [] : [this.#takeAt(at, wanted)];
    return [...own, ...this.#takeOldest(wanted - ouncesOf(own))];
  }
}
