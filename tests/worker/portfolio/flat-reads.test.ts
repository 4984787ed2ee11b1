import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { writeManyTransactions } from '../../support/many-transactions.ts';
import { callsOf, SetPrices, workerWith } from '../../support/money-calls.ts';
import { countedRows } from '../../support/rows-read.ts';
const lines: string[] = [];
const DAY = 86_400_000;
let few: Customer, many: Customer;
const counted = countedRows(env.DB);
const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }), { DB: counted.db });
beforeAll(async () => {
  for (const [count, set] of [[2_000, (c: Customer) => (few = c)], [20_000, (c: Customer) => (many = c)]] as const) {
    const now = Date.now();
    const c = await createCustomer(env);
    await fund(env.DB, c, 100_000, now - 1_200 * DAY);
    const t = performance.now();
    await writeManyTransactions(env.DB, c, { count });
    lines.push(`written ${count} ${performance.now() - t}`);
    set(c);
  }
}, 600_000);
test('probe', async () => {
  const year = new Date().getUTCFullYear();
  for (const path of ['/api/auth/session','/api/profile','/api/profile/data','/api/portfolio', '/api/transactions?limit=8', '/api/transactions?limit=8&status=pending','/api/transactions?limit=8&status=failed','/api/transactions?limit=8&status=completed','/api/transactions?limit=8&search=zzzz','/api/transactions?limit=8&search=gold','/api/transactions/file?format=json&search=zzzz', ...['7D','1M','3M','1Y','ALL'].map((r) => `/api/portfolio/history?range=${r}`), '/api/alerts','/api/alerts/log','/api/prices','/api/storage','/api/statements',`/api/statements/${year}-11`,`/api/statements/${year}-05`,`/api/statements/${year}-10`,'/api/tax',`/api/tax/${year}`,`/api/tax/${year}/months/01`,'/api/settings','/api/stock','/api/storage/tariff','/api/auth/security-log','/api/identity','/api/profile/closing', '/api/stats']) {
    const out: any[] = [];
    for (const c of [few, many]) { counted.take(); const t = performance.now(); const r = await callsOf(c, worker).get(path); const body = await r.text(); out.push(r.status, counted.take(), Math.round(performance.now() - t), body.length); }
    lines.push([path, ...out].join(' '));
  }
  throw new Error(lines.join('\n'));
}, 600_000);
