import type { Stock } from '../contract/stock.ts';
import { readStock } from '../db/stock.ts';
import { iso } from '../domain/time.ts';
import type { Deps } from './deps.ts';

/** A hint before a quote is asked for: the batch of the trade decides. */
export async function stockForSale({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Stock> {
  const rows = await readStock(db);
  return {
    asOf: iso(now()),
    metals: rows.map(({ metal, freeE4 }) => ({ metal, freeOuncesE4: freeE4 })),
  };
}
