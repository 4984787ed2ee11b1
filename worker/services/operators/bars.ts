// The vault for operators: what is in it and what of it is free, and the register of its bars.

import {
  type Bar,
  BARS_PAGE,
  type BarsOverview,
  type BarsPage,
  type BarsQuery,
} from '../../contract/operators/bars.ts';
import { type BarRow, listBars, sumBars } from '../../db/bars.ts';
import { readStock } from '../../db/stock.ts';
import { fineE4Of } from '../../domain/bars.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';

/** What customers hold follows from the bars and the stock; the nightly check compares it with their holdings. */
export async function barsOverview({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<BarsOverview> {
  const [stock, sums] = await Promise.all([readStock(db), sumBars(db)]);
  return {
    asOf: iso(now()),
    metals: stock.map(({ metal, freeE4, uncoveredE4 }) => {
      const { bars = 0, samples = 0, fineE3 = 0 } = sums.find((sum) => sum.metal === metal) ?? {};
      const barsE4 = fineE4Of(fineE3);
      const customersE4 = barsE4 - freeE4 + uncoveredE4;
      return { metal, bars, samples, barsE4, customersE4, freeE4, uncoveredE4 };
    }),
  };
}

export async function pageOfBars({ db }: Pick<Deps, 'db'>, query: BarsQuery): Promise<BarsPage> {
  const { where, metal = null, find, cursor: after } = query;
  const rows = await listBars(db, { where, metal, find, after, limit: BARS_PAGE + 1 });
  const { items, nextCursor } = pageOf(rows, BARS_PAGE, (row) => [row.inAt, row.id], viewBar);
  return { bars: items, nextCursor };
}

function viewBar({ inAt, outAt, sample, ...bar }: BarRow): Bar {
  return {
    ...bar,
    sample: sample === 1,
    inAt: iso(inAt),
    outAt: outAt === null ? null : iso(outAt),
  };
}
