// A server of the deployed bundle that a test kills under load: FOLDER. Without a database there it makes one, with customers who have
// money, and sends their trades, each with a key of its own. Started again it serves what the kill left, and answers what is in it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { applyMigrations } from '../../worker/commands/local-setup.ts';
import { inspectLedger } from '../../worker/db/ledger-check.ts';
import { costOf } from '../../worker/domain/fees.ts';
import { DEPOSIT_MAX_CENTS } from '../../worker/domain/limits.ts';
import { signQuote } from '../../worker/services/quote-token.ts';
import { NEW_KEY } from '../fixtures/signing-keys.ts';
import { modulesOf } from './bundle.ts';
import { createCustomer } from './customers.ts';
import { deposit } from './node-books.ts';
import { fillVault } from './vault.ts';

const CUSTOMERS = 24;
const QUOTE_MS = 10 * 60_000;

const [folder = '', bundle = '', count = '0'] = process.argv.slice(2);
const root = join(import.meta.dirname, '../..');
const isNew = !existsSync(folder);
const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml'));
const bindings = {
  ...(workerOptions.bindings as Record<string, string>),
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'simulated',
  FX_PROVIDERS: 'simulated',
  SESSION_SECRET: 'killed-session-secret-0123456789abcdef',
  SIGNING_KEYS: NEW_KEY,
  GATEWAY_SECRET: 'killed-gateway-secret-0123456789abcdef',
  PAYOUT_KEY: 'killed-payout-key-0123456789abcdef0123',
  PASSWORD_PEPPER: 'killed-pepper-0123456789abcdef0123',
};
const server = new Miniflare(
  convertV4MiniflareOptions({
    ...workerOptions,
    rootPath: undefined,
    modulesRules: undefined,
    modules: modulesOf(bundle),
    bindings,
    resourcePersistencePath: folder,
    host: '127.0.0.1',
    port: 0,
  } as never),
);
const url = await server.ready;
const db = (await server.getD1Database('DB')) as unknown as D1Database;
process.send?.({ url: url.href, trades: isNew ? await trades() : [] });

process.on('message', () => {
  void books().then((found) => process.send?.(found));
});
process.on('disconnect', () => void server.dispose().then(() => process.exit(0)));

async function trades() {
  await applyMigrations(db);
  await fillVault(db);
  const env = { ...bindings, DB: db } as unknown as Env;
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => createCustomer(env)));
  for (const { userId } of customers)
    await deposit(db, { accountId: userId, amount: DEPOSIT_MAX_CENTS, at: Date.now() });
  return Promise.all(
    Array.from({ length: Number(count) }, async (_, n) => {
      const customer = customers[n % CUSTOMERS];
      if (customer === undefined) throw new Error('there are customers');
      const terms = { side: 'buy', metal: 'silver', ouncesE4: 1_000, priceCents: 5_000 } as const;
      const now = Date.now();
      const quote = await signQuote(bindings, {
        jti: crypto.randomUUID(),
        sub: customer.userId,
        ...terms,
        ...costOf(terms.side, terms.ouncesE4, terms.priceCents),
        issuedAt: now,
        expiresAt: now + QUOTE_MS,
        proven: true,
        registerMaxCents: null,
        basis: { seq: 1, kind: 'simulated', asOf: new Date(now).toISOString(), observations: [] },
      });
      return { key: `key-${n}`, body: JSON.stringify({ quote }), headers: { ...customer.headers } };
    }),
  );
}

async function books() {
  const { findings } = await inspectLedger(db);
  const counted = await db
    .prepare(
      `SELECT count(*) AS trades, count(DISTINCT account_id || idempotency_key) AS keys FROM operations WHERE kind = 'trade'`,
    )
    .first<{ trades: number; keys: number }>();
  return { findings, trades: counted?.trades ?? -1, keys: counted?.keys ?? -1 };
}
