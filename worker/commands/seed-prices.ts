// Seeds, or brings up to date, the stored history of the simulated market. Run by `npm start` at every start.

import { fillSimulatedHistory, type FillCount } from '../services/candles-simulated.ts';

/** Fast: the first time some 35,000 candles, later only those since the last start. */
export async function seedPrices(db: D1Database, now: number): Promise<FillCount> {
  return fillSimulatedHistory(db, now);
}
