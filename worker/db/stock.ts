// What the vault has to sell: one row per metal, which a trigger moves with the entries of the same batch (0040_stock.sql, D75).

import type { TradedMetal } from '../domain/metals.ts';

/** The house's accounts whose metal together is the stock. */
export const OWN_METAL_ACCOUNTS = ['house:metal-inventory', 'house:promotion-expense'] as const;

export async function readFreeE4(db: D1Database, metal: TradedMetal): Promise<number> {
  const free = await db
    .prepare('SELECT free_e4 FROM stock WHERE metal = ?')
    .bind(metal)
    .first<number>('free_e4');
  if (free === null) throw new Error('each metal has its stock');
  return free;
}

export type StockRow = {
  readonly metal: TradedMetal;
  readonly freeE4: number;
  /** What customers hold beyond the bars. */
  readonly uncoveredE4: number;
};

/** Gold, then silver. */
export async function readStock(db: D1Database): Promise<StockRow[]> {
  const { results } = await db
    .prepare('SELECT metal, free_e4 AS freeE4, uncovered_e4 AS uncoveredE4 FROM stock ORDER BY metal')
    .all<StockRow>();
  return results;
}
