// The world of a run: the migrated database with a full vault, and customers who are long with the house. It is made once in a process, by
// the run's clock; each run gets a copy.

import { openIdentity } from '../../worker/auth/identity-sealing.ts';
import { DAY_MS, HOUR_MS } from '../../worker/domain/time.ts';
import { SETTINGS } from '../bench/settings.ts';
import { makeWorld, type World } from '../bench/world.ts';
import { createCustomer } from '../support/customers.ts';
import { deposit } from '../support/node-books.ts';
import { addPayoutAccount } from '../support/withdrawals.ts';
import type { Known } from './clients.ts';
import { WORLD_SECRETS } from './runtime.ts';
import { stepClock } from './shifted-clock.js';

const OLD_MS = 90 * DAY_MS;
const CASH_CENTS = 2_000_000;

/** Monday afternoon in London, morning in New York: the metals' market and the exchange are open. */
const START = { weekday: 1, hour: 14 } as const;

/** How far from the machine's clock a run's clock begins: at the last such moment. */
export function startOffset(now: number): number {
  const at = new Date(now);
  const days = (at.getUTCDay() - START.weekday + 7) % 7;
  const start = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - days, START.hour);
  return (start > now ? start - 7 * DAY_MS : start) - now;
}

export async function makeFaultsWorld(
  folder: string,
  offsetMs: number,
  customers: number,
  past?: (db: D1Database) => Promise<void>,
): Promise<{ readonly world: World; readonly known: readonly Known[] }> {
  stepClock(offsetMs);
  try {
    const createAll = async (db: D1Database) => {
      const known: Known[] = [];
      for (let n = 0; n < customers; n += 1) known.push(await createKnown(db));
      return known;
    };
    const { world, made } = await makeWorld(folder, createAll, past);
    return { world, known: made };
  } finally {
    stepClock(0);
  }
}

/** What the making of a world needs of the product's settings. */
export const worldEnv = (db: D1Database): Env =>
  ({ ...SETTINGS, ...WORLD_SECRETS, DB: db }) as unknown as Env;

async function createKnown(db: D1Database): Promise<Known> {
  const env = worldEnv(db);
  const { userId, email, cookie } = await createCustomer(env, { steppedUp: true });
  const old = Date.now() - OLD_MS;
  await db.batch([
    db.prepare('UPDATE users SET created_at = ?2 WHERE id = ?1').bind(userId, old),
    db.prepare('UPDATE accounts SET created_at = ?2 WHERE id = ?1').bind(userId, old),
  ]);
  await deposit(db, { accountId: userId, amount: CASH_CENTS, at: Date.now() - HOUR_MS });
  const payoutAccountId = await addPayoutAccount(env, { userId });
  const sealed = await db
    .prepare('SELECT sealed FROM identities WHERE user_id = ?')
    .bind(userId)
    .first<string>('sealed');
  const identity = await openIdentity(WORLD_SECRETS.PASSWORD_PEPPER, userId, sealed ?? '');
  if (identity === null) throw new Error('an identity of the world opens');
  return { userId, email, cookie, cpf: identity.number, payoutAccountId };
}
