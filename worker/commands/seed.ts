// The local seed: price history, the demo accounts, sample bars, a past for the demo customer, and a crowd for the operators' lists.
// Never in production.

import { seedAccounts, SEEDED_OPERATORS } from './seed-accounts.ts';
import { seedCrowd } from './seed-crowd.ts';
import { seedLedger } from './seed-ledger.ts';
import { crowd } from './seed-people.ts';
import { seedStock } from './seed-stock.ts';
import { type FillCount, fillSimulatedHistory } from '../services/candles-simulated.ts';

/** Adds what is missing. Safe to run at every start: existing rows stay as they are. */
export async function seed(db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT !== 'local') return;
  const now = Date.now();
  if (env.PRICE_PROVIDERS.split(',').includes('simulated')) await seedPrices(db, now);
  await seedAccounts(db, env, now);
  const people = crowd(now);
  await seedStock(db, env, now, people);
  await seedLedger(db, env, now);
  await seedCrowd(db, env, now, people);
}

/** `npm start -- --empty`: the operators and a few bars alone, so that a deployment's first day can be tried. */
export async function seedOperators(db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT !== 'local') return;
  const now = Date.now();
  await seedAccounts(db, env, now, SEEDED_OPERATORS);
  await seedStock(db, env, now, []);
}

/**
 * Seeds the stored history of the simulated market or brings it up to date. The first run writes some 35,000 candles,
 * later ones only those since the last start.
 */
export async function seedPrices(db: D1Database, now: number): Promise<FillCount> {
  return fillSimulatedHistory(db, now);
}
