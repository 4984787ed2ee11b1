// GET /api/stats: counts taken from the ledger and from stored samples, with the time they were taken.

import * as v from 'valibot';

export const PublicStats = v.object({
  asOf: v.string(),
  customers: v.number(),
  /** Held by all customers, bonus ounces included. */
  ouncesE4: v.object({ gold: v.number(), silver: v.number() }),
  /** Completed purchases and sales. */
  trades: v.number(),
  feed: v.object({
    /** Share of the minutes of open market in which a price arrived; null before the first sample. */
    uptimePercent: v.nullable(v.number()),
    /** Days looked back at most. */
    days: v.number(),
    since: v.nullable(v.string()),
  }),
});
export type PublicStats = v.InferOutput<typeof PublicStats>;
