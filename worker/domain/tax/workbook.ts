// The facts of a year for a Brazilian tax return, in reais: what came, what was sold, what it had cost and what is left. A pure
// function of the customer's movements in the order of their commits and of the stored bulletins; it computes no tax.
//
// A dollar is converted at the bulletin of its day, in Brasília: cost at the rate of sale, proceeds at the rate of purchase (IN SRF
// 118/2000, art. 2). What lacks its bulletin is pending: its reais are null, and so is every sum that it is a part of.

import { afterNetPurchase, type BonusClock, freesAt } from '../bonus.ts';
import { brasiliaDay, type Day, startOfDay } from '../brasilia.ts';
import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../limits.ts';
import { TRADED_METALS, type TradedMetal } from '../metals.ts';
import { mulDiv } from '../money.ts';
import { averagePool, type Cost, fifoPool, type Lot, type Pool, sumOf, type Taken } from './pools.ts';
import type { Bulletin, Bulletins } from './ptax.ts';

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

type Row = {
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

/** Cents of a dollar in centavos, to the nearest and a half up. */
export function centavosOf(usdCents: number, rate: Rate | null): Cost {
  return rate === null ? null : mulDiv(usdCents, rate.e4, 10_000, 'half-up');
}

const rateOf = (bulletin: Bulletin | null, side: 'buyE4' | 'sellE4'): Rate | null =>
  bulletin === null ? null : { day: bulletin.day, e4: bulletin[side], publishedAt: bulletin.publishedAt };

type Methods = Readonly<Record<TaxMethod, Pool>>;
type Facts = {
  readonly acquisitions: Acquisition[];
  readonly disposals: Disposal[];
  readonly undoings: Undoing[];
  readonly apart: Apart[];
  readonly storageFees: FeeRow[];
};

/** The facts of `year` as they stand at `now`. `movements` in the order of their commits. */
export function yearFacts(
  movements: readonly TaxMovement[],
  bulletins: Bulletins,
  year: number,
  now: number,
): YearFacts {
  const from = `${year}-01-01`;
  const to = `${year + 1}-01-01`;
  const replay = new Replay(movements, bulletins);
  replay.upTo(from, startOfDay(from));
  const opening = replay.positions();
  replay.upTo(to, Math.min(startOfDay(to), now));
  const closing = replay.positions();
  // What happened since may have undone something of this year.
  replay.upTo(null, now);
  const within = <T extends { readonly day: Day }>(rows: readonly T[]) =>
    rows.filter(({ day }) => day >= from && day < to);
  const { facts } = replay;
  const ofYear = {
    acquisitions: within(facts.acquisitions),
    disposals: within(facts.disposals),
    undoings: within(facts.undoings),
    apart: within(facts.apart),
    storageFees: within(facts.storageFees),
  };
  const lastMonth = Number(brasiliaDay(now).slice(0, 4)) === year ? Number(brasiliaDay(now).slice(5, 7)) : 12;
  return {
    ...ofYear,
    months: monthsOf(ofYear.disposals, year, lastMonth),
    positions: { opening, closing },
    flows: TRADED_METALS.map((metal) => ({
      metal,
      average: flowOf('average', metal, ofYear, opening, closing),
      fifo: flowOf('fifo', metal, ofYear, opening, closing),
    })),
    pending: pendingOf(ofYear),
  };
}

/** One pass over the movements, which stops where a position is asked for. */
class Replay {
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

  /** Everything before the first moment of `day`, or all of it; then a bonus that has become free by `at`. */
  upTo(day: Day | null, at: number): void {
    for (;;) {
      const movement = this.#movements[this.#next];
      const own = movement === undefined ? undefined : this.#days.get(movement.id);
      if (movement === undefined || own === undefined || (day !== null && own >= day)) break;
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

function monthsOf(disposals: readonly Disposal[], year: number, lastMonth: number): Month[] {
  return Array.from({ length: lastMonth }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    const ofMonth = disposals.filter(({ day }) => day.startsWith(month));
    return {
      month,
      metals: TRADED_METALS.map((metal) => {
        const all = ofMonth.filter((one) => one.metal === metal);
        const standing = all.filter(({ undone }) => undone === null);
        const undone = all.filter((one) => one.undone !== null);
        return {
          metal,
          disposals: standing.length,
          ouncesE4: standing.reduce((sum, { ouncesE4 }) => sum + ouncesE4, 0),
          proceeds: sumOf(standing.map(({ proceeds }) => proceeds)),
          gain: {
            average: sumOf(standing.map(({ average }) => average.gain)),
            fifo: sumOf(standing.map(({ fifo }) => fifo.gain)),
          },
          undone: {
            disposals: undone.length,
            proceeds: sumOf(undone.map(({ proceeds }) => proceeds)),
          },
        };
      }),
    };
  });
}

function flowOf(
  method: TaxMethod,
  metal: TradedMetal,
  facts: Facts,
  opening: readonly MetalPosition[],
  closing: readonly MetalPosition[],
): CostFlow {
  const of = <T extends { readonly metal: TradedMetal }>(rows: readonly T[], cost: (row: T) => Cost): Cost =>
    sumOf(rows.filter((row) => row.metal === metal).map(cost));
  const ofSales = facts.undoings.filter(({ type }) => type === 'sell');
  const ofPurchases = facts.undoings.filter(({ type }) => type !== 'sell');
  const costIn = (positions: readonly MetalPosition[]) => of(positions, (row) => row.cost[method]);
  return balanced({
    opening: costIn(opening),
    acquired: of(facts.acquisitions, (row) => row.cost),
    disposed: of(facts.disposals, (row) => row[method].cost),
    returned: of(ofSales, (row) => row.cost[method]),
    undone: of(ofPurchases, (row) => row.cost[method]),
    apart: of(facts.apart, (row) => row.cost[method]),
    closing: costIn(closing),
  });
}

/** Both ends are what the books say and the rest is added up from the rows: where they differ, no figure of the year is shown. */
function balanced(flow: CostFlow): CostFlow {
  const { opening, acquired, disposed, returned, undone, apart, closing } = flow;
  const came = sumOf([opening, acquired, returned]);
  const went = sumOf([disposed, undone, apart, closing]);
  if (came !== null && went !== null && came !== went) throw new Error('the costs of a year do not add up');
  return flow;
}

function pendingOf({ acquisitions, disposals, storageFees }: Facts): number {
  return (
    acquisitions.filter(({ cost }) => cost === null).length +
    disposals.filter((row) => row.proceeds === null || row.average.cost === null || row.fifo.cost === null)
      .length +
    storageFees.filter(({ centavos }) => centavos === null).length
  );
}
