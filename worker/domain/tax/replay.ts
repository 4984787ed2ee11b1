// One pass over a customer's movements in the order of their commits: what each brought or took, in reais, by both methods.
//
// A dollar is converted at the bulletin of its day, in Brasília: cost at the rate of sale, proceeds at the rate of purchase (IN SRF
// 118/2000, art. 2).

import { afterNetPurchase, type BonusClock, freesAt } from '../bonus.ts';
import { brasiliaDay, type Day } from '../brasilia.ts';
import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../limits.ts';
import { TRADED_METALS, type TradedMetal } from '../metals.ts';
import { mulDiv } from '../money.ts';
import type {
  Acquisition,
  Facts,
  MetalPosition,
  Rate,
  Row,
  TaxMethod,
  TaxMovement,
  TaxType,
  Undone,
} from './facts.ts';
import { fifoPool } from './fifo-pool.ts';
import { averagePool, type Cost, type Lot, type Pool, type Taken } from './pools.ts';
import type { Bulletin, Bulletins } from './ptax.ts';

/** Cents of a dollar in centavos, to the nearest and a half up. */
export function centavosOf(usdCents: number, rate: Rate | null): Cost {
  return rate === null ? null : mulDiv(usdCents, rate.e4, 10_000, 'half-up');
}

const rateOf = (bulletin: Bulletin | null, side: 'buyE4' | 'sellE4'): Rate | null =>
  bulletin === null ? null : { day: bulletin.day, e4: bulletin[side], publishedAt: bulletin.publishedAt };

type Methods = Readonly<Record<TaxMethod, Pool>>;

/** One pass over the movements, which stops where a position is asked for. */
export class Replay {
  readonly facts: Facts = { acquisitions: [], disposals: [], undoings: [], apart: [], storageFees: [] };
  readonly #movements: readonly TaxMovement[];
  readonly #bulletins: Bulletins;
  readonly #reversals: ReadonlyMap<string, TaxMovement>;
  readonly #pools: Readonly<Record<TradedMetal, Methods>> = {
    gold: { average: averagePool(), fifo: fifoPool() },
    silver: { average: averagePool(), fifo: fifoPool() },
  };
  /** What each movement brought or took, for its reversal. */
  readonly #lots = new Map<string, { readonly lot: Lot; readonly at: number }>();
  readonly #taken = new Map<
    string,
    { readonly day: Day; readonly at: number } & Readonly<Record<TaxMethod, Taken>>
  >();
  /** Of each movement's reversal: its day is known only when it is reached. */
  readonly #days = new Map<string, Day>();
  #clock: BonusClock = { netPurchasesCents: 0, bonusSince: null };
  #bonus: Lot | null = null;
  #freed: { readonly at: number; readonly netCents: number } | null = null;
  #next = 0;

  constructor(movements: readonly TaxMovement[], bulletins: Bulletins) {
    this.#movements = movements;
    this.#bulletins = bulletins;
    this.#reversals = new Map(
      movements.flatMap((one) => (one.reverses === null ? [] : [[one.reverses, one] as const])),
    );
    // The order of commits is the order of everything. Two clocks may differ by moments around midnight: a later movement has no
    // earlier day.
    let day = '';
    for (const { id, at } of movements) {
      const own = brasiliaDay(at);
      if (own > day) day = own;
      this.#days.set(id, day);
    }
  }

  /** Everything before the first moment of `day`; then a bonus that has become free by `at`. */
  upTo(day: Day, at: number): void {
    for (;;) {
      const movement = this.#movements[this.#next];
      const own = movement === undefined ? undefined : this.#days.get(movement.id);
      if (movement === undefined || own === undefined || own >= day) break;
      this.#next += 1;
      this.#freeDue(movement.at);
      this.#apply(movement, own);
    }
    this.#freeDue(at);
  }

  positions(): MetalPosition[] {
    return TRADED_METALS.map((metal) => {
      const { average, fifo } = this.#pools[metal];
      const { ouncesE4, heldE4, cost } = average.state();
      return { metal, ouncesE4, heldE4, cost: { average: cost, fifo: fifo.state().cost } };
    });
  }

  #each(metal: TradedMetal, what: (pool: Pool) => void): void {
    what(this.#pools[metal].average);
    what(this.#pools[metal].fifo);
  }

  #both<T>(metal: TradedMetal, what: (pool: Pool) => T): Record<TaxMethod, T> {
    const { average, fifo } = this.#pools[metal];
    return { average: what(average), fifo: what(fifo) };
  }

  /** The welcome bonus joins what may be sold on the day on which it is free (P55). */
  #freeDue(at: number): void {
    const due = freesAt(this.#clock);
    if (due === null || due > at) return;
    this.#freeBonus(due);
  }

  #freeBonus(at: number): void {
    if (this.#pools.silver.average.state().heldE4 === 0) return;
    const day = brasiliaDay(at);
    this.#each('silver', (pool) => pool.free(day));
    this.#freed = { at, netCents: this.#clock.netPurchasesCents };
  }

  #undone(id: string): Undone | null {
    const reversal = this.#reversals.get(id);
    return reversal === undefined ? null : { id: reversal.id, day: this.#days.get(reversal.id) ?? '' };
  }

  #apply(movement: TaxMovement, day: Day): void {
    const { id, at, type, metal, ouncesE4, totalCents } = movement;
    if (type === 'storage-fee') {
      const rate = rateOf(this.#bulletins(day), 'sellE4');
      const centavos = centavosOf(totalCents, rate);
      this.facts.storageFees.push({ id, day, usdCents: totalCents, rate, centavos });
      return;
    }
    if (metal === null || ouncesE4 === null) throw new Error(`${id} moves metal and names none`);
    const row = { id, day, metal, ouncesE4, usdCents: totalCents };
    if (movement.reverses !== null) this.#undo(row, movement.reverses, type, at);
    else if (type === 'sell') this.#dispose(row, at);
    else if (type === 'delivery' || type === 'gift-sent') {
      const taken = this.#both(metal, (pool) => pool.take(ouncesE4));
      const cost = { average: taken.average.cost, fifo: taken.fifo.cost };
      this.facts.apart.push({ ...row, type, cost });
    } else this.#acquire(row, type, at);
  }

  #acquire(row: Row, type: Acquisition['type'], at: number): void {
    // The house's gift cost nothing, at any rate.
    const rate = type === 'bonus' ? null : rateOf(this.#bulletins(row.day), 'sellE4');
    const cost = type === 'bonus' ? 0 : centavosOf(row.usdCents, rate);
    const lot = { id: row.id, day: row.day, ouncesE4: row.ouncesE4, cost };
    this.#lots.set(row.id, { lot, at });
    this.facts.acquisitions.push({ ...row, type, rate, cost, undone: this.#undone(row.id) });
    if (type === 'bonus') {
      const due = freesAt(this.#clock);
      const isFree = due !== null && due <= at;
      this.#bonus = lot;
      this.#freed = isFree ? { at, netCents: this.#clock.netPurchasesCents } : null;
      this.#each(row.metal, (pool) => (isFree ? pool.add(lot) : pool.hold(lot)));
      return;
    }
    this.#each(row.metal, (pool) => pool.add(lot));
    if (type === 'buy') this.#clock = afterNetPurchase(this.#clock, row.usdCents, at);
  }

  #dispose(row: Row, at: number): void {
    const before = this.#pools[row.metal].average.state();
    // A bonus that an earlier rule had freed: that it was sold says so.
    if (row.metal === 'silver' && before.ouncesE4 < row.ouncesE4) this.#freeBonus(at);
    const pool = this.#pools[row.metal].average.state();
    const taken = this.#both(row.metal, (one) => one.take(row.ouncesE4));
    this.#taken.set(row.id, { ...taken, day: row.day, at });
    const rate = rateOf(this.#bulletins(row.day), 'buyE4');
    const proceeds = centavosOf(row.usdCents, rate);
    const gainOver = ({ cost }: Taken) => (proceeds === null || cost === null ? null : proceeds - cost);
    this.facts.disposals.push({
      ...row,
      rate,
      proceeds,
      average: {
        poolOuncesE4: pool.ouncesE4,
        poolCost: pool.cost,
        cost: taken.average.cost,
        gain: gainOver(taken.average),
      },
      fifo: { lots: taken.fifo.lots, cost: taken.fifo.cost, gain: gainOver(taken.fifo) },
      undone: this.#undone(row.id),
    });
    this.#clock = afterNetPurchase(this.#clock, -row.usdCents, at);
  }

  #undo(row: Row, reverses: string, type: Exclude<TaxType, 'storage-fee'>, at: number): void {
    const of = { id: reverses, day: this.#days.get(reverses) ?? '' };
    const sale = this.#taken.get(reverses);
    const purchase = this.#lots.get(reverses);
    if (sale !== undefined && type === 'sell') {
      const { average, fifo } = this.#pools[row.metal];
      average.putBack(row.ouncesE4, sale.average);
      fifo.putBack(row.ouncesE4, sale.fifo);
      const cost = { average: sale.average.cost, fifo: sale.fifo.cost };
      this.facts.undoings.push({ ...row, type, of, cost, correction: { average: 0, fifo: 0 } });
      this.#recount(row.usdCents, sale.at, at);
      return;
    }
    if (purchase === undefined || type === 'sell' || type === 'delivery' || type === 'gift-sent') {
      throw new Error(`${row.id} undoes nothing that is known`);
    }
    const from = type === 'bonus' ? 'held first' : 'free';
    if (type === 'bonus') this.#bonus = null;
    const taken = this.#both(row.metal, (pool) => pool.takeOwn(purchase.lot, from));
    const cost = { average: taken.average.cost, fifo: taken.fifo.cost };
    const correctionOf = (left: Cost) =>
      purchase.lot.cost === null || left === null ? null : purchase.lot.cost - left;
    const correction = { average: correctionOf(cost.average), fifo: correctionOf(cost.fifo) };
    this.facts.undoings.push({ ...row, type, of, cost, correction });
    if (type === 'buy') this.#recount(-row.usdCents, purchase.at, at);
  }

  /** A reversal counts at its own moment; without what it undoes the bonus may not have been earned (P55). */
  #recount(netCents: number, ofAt: number, at: number): void {
    this.#clock = afterNetPurchase(this.#clock, netCents, at);
    if (this.#freed === null || ofAt >= this.#freed.at) return;
    const left = this.#freed.netCents + netCents;
    this.#freed = left >= BONUS_RELEASE_CENTS ? { ...this.#freed, netCents: left } : null;
    const bonus = this.#bonus;
    if (this.#freed !== null || bonus === null) return;
    const ouncesE4 = Math.min(BONUS_OUNCES_E4, this.#pools.silver.average.state().ouncesE4);
    this.#each('silver', (pool) => pool.holdAgain(bonus.id, ouncesE4));
  }
}
