// Entries in the order of commits, added up day by day: what a close says of them, and the hash of their lines.

import { createHash } from 'node:crypto';
import type { BalancesAt } from '../db/balances-at.ts';
import { type CloseEntry, entriesBetween } from '../db/day-closes.ts';
import { OWN_METAL_ACCOUNTS } from '../db/stock.ts';
import { type CloseFacts, entryLine } from '../domain/day-closes.ts';

/** The sums of a close. */
export type BookSums = Pick<
  CloseFacts,
  'customers' | 'cashCents' | 'goldE4' | 'silverE4' | 'stockGoldE4' | 'stockSilverE4'
>;

export const NO_SUMS: BookSums = {
  customers: 0,
  cashCents: 0,
  goldE4: 0,
  silverE4: 0,
  stockGoldE4: 0,
  stockSilverE4: 0,
};

/** Operations are read so many at a time: few queries for quiet days, and a day of any size fits into memory. */
const OPERATIONS_AT_ONCE = 2_000;

type Balance = { usd: number; gold: number; silver: number };

export class EntryReplay {
  readonly #db: D1Database;
  readonly #balances: Map<string, Balance>;
  readonly #end: number;
  /** Entries that were read and belong to a later day. */
  #waiting: CloseEntry[] = [];
  #readUpTo: number;
  #moved: { -readonly [K in keyof BookSums]: number } = { ...NO_SUMS };

  /** `opening`: what the customers whom the operations move had before. Who is not among them had nothing. */
  constructor(
    db: D1Database,
    { after, upTo }: { readonly after: number; readonly upTo: number },
    opening: readonly BalancesAt[],
  ) {
    this.#db = db;
    this.#readUpTo = after;
    this.#end = upTo;
    this.#balances = new Map(
      opening.map(({ accountId, cashCents, goldE4, silverE4 }) => [
        accountId,
        { usd: cashCents, gold: goldE4, silver: silverE4 },
      ]),
    );
  }

  /** The sums after all operations up to `seqTo`, from those of the day before, and the hash of the entries in between. */
  async day(seqTo: number, before: BookSums): Promise<BookSums & Pick<CloseFacts, 'entriesHash'>> {
    const { customers, cashCents, goldE4, silverE4, stockGoldE4, stockSilverE4 } = before;
    this.#moved = { customers, cashCents, goldE4, silverE4, stockGoldE4, stockSilverE4 };
    const hash = createHash('sha256');
    for (;;) {
      const end = this.#waiting.findIndex(({ seq }) => seq > seqTo);
      const entries = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
      for (const entry of entries) {
        hash.update(entryLine(entry));
        this.#take(entry);
      }
      if (this.#readUpTo >= Math.min(seqTo, this.#end))
        return { ...this.#moved, entriesHash: hash.digest('hex') };
      const after = this.#readUpTo;
      this.#readUpTo = Math.min(this.#end, after + OPERATIONS_AT_ONCE);
      this.#waiting = await entriesBetween(this.#db, after, this.#readUpTo);
    }
  }

  #take(entry: CloseEntry): void {
    const { accountId, asset, amount } = entry;
    if (entry.ofCustomer === 1 && asset !== 'brl') this.#moveCustomer(accountId, asset, amount);
    if (!OWN_METAL_ACCOUNTS.some((own) => own === accountId)) return;
    if (asset === 'gold') this.#moved.stockGoldE4 += amount;
    if (asset === 'silver') this.#moved.stockSilverE4 += amount;
  }

  #moveCustomer(id: string, asset: keyof Balance, amount: number): void {
    const balance = this.#balances.get(id) ?? { usd: 0, gold: 0, silver: 0 };
    const had = hasSomething(balance);
    balance[asset] += amount;
    this.#balances.set(id, balance);
    this.#moved.customers += Number(hasSomething(balance)) - Number(had);
    this.#moved[SUM_OF[asset]] += amount;
  }
}

const SUM_OF = { usd: 'cashCents', gold: 'goldE4', silver: 'silverE4' } as const;

const hasSomething = ({ usd, gold, silver }: Balance): boolean => usd !== 0 || gold !== 0 || silver !== 0;
