// The local seed: price history, the demo accounts, a past for the demo customer, and a crowd for the operators' lists.
// Never in production.

import { seedAccounts, SEEDED_OPERATORS } from './seed-accounts.ts';
import { seedCrowd } from './seed-crowd.ts';
import { seedLedger } from './seed-ledger.ts';
import { type FillCount, fillSimulatedHistory } from '../services/candles-simulated.ts';

/** Adds what is missing. Safe to run at every start: existing rows stay as they are. */
export async function seed(db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT !== 'local') return;
  const now = Date.now();
  if (env.PRICE_PROVIDERS.split(',').includes('simulated')) await seedPrices(db, now);
  await seedAccounts(db, env, now);
  await seedLedger(db, env, now);
  await seedCrowd(db, env, now);
}

/** `npm start -- --empty`: the operators alone, so that a deployment's first day can be tried. */
export async function seedOperators(db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT !== 'local') return;
  await seedAccounts(db, env, Date.now(), SEEDED_OPERATORS);
}

/**
 * Seeds the stored history of the simulated market or brings it up to date. The first run writes some 35,000 candles,
 * later ones only those since the last start.
 */
export async function seedPrices(db: D1Database, now: number): Promise<FillCount> {
  return fillSimulatedHistory(db, now);
}
