// The same world in either database: the real migrations, funded customers with sessions, and signed quotes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unstable_splitSqlQuery } from 'wrangler';
import { NEXT_SEQ } from '../../worker/ledger/statements.ts';
import { signQuote } from '../../worker/services/quote-token.ts';
import { placeOrder } from '../../worker/domain/quotes.ts';
import { createCustomer } from '../support/customers.ts';
import { fillVault } from '../support/vault.ts';
import type { Call } from './load.ts';
import { CASH_CENTS, SECRETS, TRADERS } from './settings.ts';

const PRICE_CENTS = 438_938;
/** Long enough for the longest run: a bench measures trades, not patience. */
const QUOTE_MS = 15 * 60_000;

export type Trader = { readonly userId: string; readonly cookie: string };

/** The statements of every migration, in order. */
export function migrationsOf(root: string): string[] {
  const folder = join(root, 'migrations');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .flatMap((file) => unstable_splitSqlQuery(readFileSync(join(folder, file), 'utf8')));
}

export async function createTraders(db: D1Database): Promise<Trader[]> {
  const env = { DB: db, ...SECRETS } as unknown as Env;
  const traders: Trader[] = [];
  await fillVault(db);
  for (let index = 0; index < TRADERS; index += 1) {
    const { userId, cookie } = await createCustomer(env);
    // Not through the gateway: what is measured is trading. The entries still balance.
    await db.batch([
      db
        .prepare(
          `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
           VALUES (?1, ${NEXT_SEQ}, ?2, 'house', ?1, 'bench', 'settlement', 0)`,
        )
        .bind(`fund-${userId}`, userId),
      db
        .prepare(
          `INSERT INTO entries (operation_id, line, account_id, asset, amount) VALUES (?1, 1, ?2, 'usd', ?3), (?1, 2, 'house:cash-clearing', 'usd', ?4)`,
        )
        .bind(`fund-${userId}`, userId, CASH_CENTS, -CASH_CENTS),
      db.prepare('UPDATE accounts SET cash_cents = ?2 WHERE id = ?1').bind(userId, CASH_CENTS),
    ]);
    traders.push({ userId, cookie });
  }
  return traders;
}

/** `count` buys of small, differing weights, each with a quote and a key of its own. */
export async function tradeCalls(traders: readonly Trader[], count: number, origin: string): Promise<Call[]> {
  const now = Date.now();
  return Promise.all(
    Array.from({ length: count }, async (_value, index) => {
      const trader = traders[index % traders.length];
      if (trader === undefined) throw new Error('A bench needs traders');
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
      const body = JSON.stringify({ quote });
      return {
        method: 'POST',
        path: '/api/trades',
        body,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
          'Idempotency-Key': crypto.randomUUID(),
          Origin: origin,
          Cookie: trader.cookie,
        },
      } as const;
    }),
  );
}
