// The local seed: price history, the demo accounts, sample bars, a past for the demo customer, a crowd for the operators' lists,
// withdrawals that are under way, a tariff of storage, the closes of all days that are over, and the simulated bulletins of the dollar.
// Never in production.

import { seedAccounts, SEEDED_OPERATORS } from './seed-accounts.ts';
import { seedCrowd } from './seed-crowd.ts';
import { ledgerPast } from './seed-ledger.ts';
import { seedCharges, seedTariff } from './seed-storage.ts';
import { NodeD1 } from './node-d1.ts';
import { crowd } from './seed-people.ts';
import { storageAlongside } from '../services/charge-storage.ts';
import { payoutsUnderWay } from './seed-payouts.ts';
import { seedStock } from './seed-stock.ts';
import { closeDays } from '../services/close-days.ts';
import { type FillCount, fillSimulatedHistory } from '../services/candles-simulated.ts';
import { fillPtax } from '../services/ptax.ts';

/** Adds what is missing. Safe to run at every start: existing rows stay as they are. */
export async function seed(db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT !== 'local') return;
  const now = Date.now();
  if (env.PRICE_PROVIDERS.split(',').includes('simulated')) await seedPrices(db, now);
  await seedAccounts(db, env, now);
  await wholly(db, async () => {
    const people = crowd(now);
    await seedStock(db, env, now, people);
    const others = [...(await ledgerPast(db, env, now)), ...(await payoutsUnderWay(db, env, now, people))];
    await seedCrowd(db, env, now, people, others);
  });
  const hasNewTariff = await seedTariff(db, now);
  await seedCloses(db, env);
  await fillPtax({ db, env }, now);
  if (hasNewTariff) await wholly(db, () => seedCharges(db));
}

/** As the minute cron does, but all of them at once. */
async function seedCloses(db: D1Database, env: Env): Promise<void> {
  await closeDays({ db, env, now: () => Date.now() }, { atMost: Infinity, alongside: storageAlongside });
}

/** In one transaction, where the database is a file of this machine. */
async function wholly(db: D1Database, work: () => Promise<unknown>): Promise<void> {
  if (db instanceof NodeD1) await db.atomically(work);
  else await work();
}

/** `npm start -- --empty`: the operators and a few bars alone, so that a deployment's first day can be tried. */
export async function seedOperators(db: D1Database, env: Env): Promise<void> {
  if (env.ENVIRONMENT !== 'local') return;
  const now = Date.now();
  await seedAccounts(db, env, now, SEEDED_OPERATORS);
  await seedStock(db, env, now, []);
  await seedCloses(db, env);
}

/**
 * Seeds the stored history of the simulated market or brings it up to date. The first run writes some 35,000 candles,
 * later ones only those since the last start.
 */
export async function seedPrices(db: D1Database, now: number): Promise<FillCount> {
  return fillSimulatedHistory(db, now);
}
