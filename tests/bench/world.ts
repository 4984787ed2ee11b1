// The same world in either database: the real migrations, a full vault, funded customers with sessions, and signed quotes. It is made
// once, as the file that Miniflare's D1 opens; each server gets a copy.

import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { signQuote } from '../../worker/services/quote-token.ts';
import { placeOrder } from '../../worker/domain/quotes.ts';
import { createCustomer } from '../support/customers.ts';
import { asD1, deposit, migratedDatabase } from '../support/node-books.ts';
import { fillVault } from '../support/vault.ts';
import { type Call, jsonCall } from './load.ts';
import { withD1 } from './runtime.ts';
import { CASH_CENTS, SECRETS, TRADERS } from './settings.ts';

const PRICE_CENTS = 438_938;
/** Long enough for the longest run: a bench measures trades, not patience. */
const QUOTE_MS = 15 * 60_000;

export type Trader = { readonly userId: string; readonly cookie: string };

/** A folder with the state of Miniflare, in it one database. */
export type World = { readonly folder: string; readonly database: string };

/** `past`: what happened before the vault was filled, for books are kept in the order of time. */
export async function makeWorld<T>(
  folder: string,
  fill: (db: D1Database) => Promise<T>,
  past: (db: D1Database) => Promise<void> = async () => {},
): Promise<{ readonly world: World; readonly made: T }> {
  const database = await emptyDatabase(folder);
  const db = migratedDatabase(database);
  // A copy that is not finished is thrown away: nothing waits for the disk.
  db.exec('PRAGMA synchronous = OFF');
  // Each booking is a line of the log, which nobody reads of a world.
  const { log } = console;
  console.log = () => {};
  try {
    await past(asD1(db));
    await fillVault(asD1(db));
    return { world: { folder, database }, made: await fill(asD1(db)) };
  } finally {
    console.log = log;
    db.close();
  }
}

/** The file of the D1 in the state of Miniflare: where it is, only Miniflare knows. */
async function emptyDatabase(folder: string): Promise<string> {
  await withD1(folder, (db) => db.prepare('SELECT 1').run());
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (path) => path.includes('D1DatabaseObject') && /(?<!metadata)\.sqlite$/u.test(path),
  );
  if (file === undefined) throw new Error(`Miniflare left no database in ${folder}`);
  return join(folder, file);
}

export function copyWorld(world: World, folder: string): void {
  cpSync(world.folder, folder, { recursive: true });
}

/** Customers with cash, an identity and a session. Each deposit is a real one, so the ledger check finds nothing. */
export async function createTraders(db: D1Database, count: number = TRADERS): Promise<Trader[]> {
  const env = { DB: db, ...SECRETS } as unknown as Env;
  const traders: Trader[] = [];
  for (let index = 0; index < count; index += 1) {
    const { userId, cookie } = await createCustomer(env);
    await deposit(db, { accountId: userId, amount: CASH_CENTS, at: Date.now() });
    traders.push({ userId, cookie });
  }
  return traders;
}

/** `count` buys of small, differing weights, each with a quote and a key of its own. */
export async function tradeCalls(traders: readonly Trader[], count: number, origin: string): Promise<Call[]> {
  const now = Date.now();
  return Promise.all(
    Array.from({ length: count }, async (_value, index) => {
      const trader = nth(traders, index);
      const order = placeOrder('buy', { by: 'weight', ouncesE4: 10 + (index % 90) }, PRICE_CENTS, {
        cashCents: CASH_CENTS,
        ouncesE4: 0,
        heldOuncesE4: 0,
      });
      if (!order.ok) throw new Error(`A bench order was refused: ${order.error}`);
      const quote = await signQuote(SECRETS, {
        jti: crypto.randomUUID(),
        sub: trader.userId,
        side: 'buy',
        metal: 'gold',
        priceCents: PRICE_CENTS,
        ...order.value,
        issuedAt: now,
        expiresAt: now + QUOTE_MS,
        proven: true,
        registerMaxCents: CASH_CENTS,
        basis: { seq: 1, kind: 'simulated', asOf: new Date(now).toISOString(), observations: [] },
      });
      const headers = { 'Idempotency-Key': crypto.randomUUID(), Origin: origin, Cookie: trader.cookie };
      return jsonCall('/api/trades', { quote }, headers, 201);
    }),
  );
}

export function quoteCalls(traders: readonly Trader[], count: number, origin: string): Call[] {
  return Array.from({ length: count }, (_value, index) => {
    const headers = { Origin: origin, Cookie: nth(traders, index).cookie };
    const order = { side: 'buy', metal: 'gold', ouncesE4: 10 + (index % 90) };
    return jsonCall('/api/quotes', order, headers, 201);
  });
}

/** In turn, so that two calls of one customer are as far apart as can be. */
export function nth(traders: readonly Trader[], index: number): Trader {
  const trader = traders[index % traders.length];
  if (trader === undefined) throw new Error('A bench needs traders');
  return trader;
}
