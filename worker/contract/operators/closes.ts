// /api/admin/closes: the closes of the days, and their recomputation.

import * as v from 'valibot';
import { DAY_CURSOR } from '../../domain/cursors.ts';
import { CLOSE_CHECK_DAYS_MAX, dayOf, daysIn } from '../../domain/day-closes.ts';
import { Cents, IsoTime, OuncesE4 } from '../money.ts';
import { cursor, nextCursor } from '../page.ts';

/** Below zero before the first bar is booked. */
const SignedE4 = v.pipe(v.number(), v.safeInteger());

/** The last accepted price before midnight and its time; null: unknown. */
const mark = v.nullable(v.object({ value: v.pipe(v.number(), v.safeInteger()), at: IsoTime }));

const DayCloseSummary = v.object({
  day: v.string(),
  priceKind: v.picklist(['spot', 'simulated']),
  /** True: another kind of prices, or the first close, began a chain here. */
  beginsChain: v.boolean(),
  seqTo: v.number(),
  /** In cents per ounce; the rate in ten-thousandths of a real. */
  marks: v.object({ gold: mark, silver: mark, usdBrl: mark }),
  customers: v.number(),
  cashCents: Cents,
  goldE4: OuncesE4,
  silverE4: OuncesE4,
  stockGoldE4: SignedE4,
  stockSilverE4: SignedE4,
  hash: v.string(),
  kid: v.string(),
  closedAt: IsoTime,
});
export type DayCloseSummary = v.InferOutput<typeof DayCloseSummary>;

export const DayClosesQuery = v.object({ cursor: cursor(DAY_CURSOR) });
export type DayClosesQuery = v.InferOutput<typeof DayClosesQuery>;

/** Newest first. `due`: the last day that is over long enough to be closed. */
export const DayClosesPage = v.object({ due: v.string(), closes: v.array(DayCloseSummary), nextCursor });
export type DayClosesPage = v.InferOutput<typeof DayClosesPage>;

const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/u, 'day: A day is written YYYY-MM-DD.'),
  v.check((text) => {
    const at = Date.parse(`${text}T00:00:00.000Z`);
    return Number.isFinite(at) && dayOf(at) === text;
  }, 'day: There is no such day.'),
);

/** Both days included. */
export const CloseCheckRequest = v.pipe(
  v.object({ from: day, to: day }),
  v.check((span) => daysIn(span) >= 1, 'to: The last day is not before the first.'),
  v.check((span) => daysIn(span) <= CLOSE_CHECK_DAYS_MAX, 'to: So many days are checked by the command.'),
);
export type CloseCheckRequest = v.InferOutput<typeof CloseCheckRequest>;

export const CloseCheckReport = v.object({
  checkedAt: IsoTime,
  /** Closes that were computed again. */
  days: v.number(),
  first: v.nullable(v.string()),
  last: v.nullable(v.object({ day: v.string(), hash: v.string() })),
  /** What is not as the entries and the chain say; empty: all is equal. */
  differences: v.array(
    v.object({
      day: v.string(),
      value: v.string(),
      stored: v.nullable(v.string()),
      expected: v.nullable(v.string()),
    }),
  ),
});
export type CloseCheckReport = v.InferOutput<typeof CloseCheckReport>;
