// The Worker on workerd through Miniflare's own API: no dev proxy, no rewriting, the deployed bundle.
// A process of its own, so that its processor time can be measured apart from the load's. Prints one JSON line when ready.

import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { modulesOf } from '../support/bundle.ts';
import { SECRETS, SETTINGS } from './settings.ts';
import { createTraders, migrationsOf } from './world.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'onca-bench-'));

execFileSync(
  process.execPath,
  [
    join(root, 'node_modules/wrangler/bin/wrangler.js'),
    'deploy',
    '--dry-run',
    '--outdir',
    join(folder, 'bundle'),
  ],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    modules: modulesOf(join(folder, 'bundle')),
    compatibilityDate: '2026-10-23',
    bindings: { ...SETTINGS, ...SECRETS },
    d1Databases: { DB: 'bench' },
    r2Buckets: { MEDIA: 'bench' },
    durableObjects: {
      PRICE_HUB: { className: 'PriceHub', useSQLite: true },
      PASSWORD_HASHER: { className: 'PasswordHasher', useSQLite: true },
    },
    resourcePersistencePath: join(folder, 'state'),
    serviceBindings: { ASSETS: () => new Response('', { status: 404 }) as never },
    ratelimits: {
      RATE_LIMIT_AUTH: { namespace_id: '1001', simple: { limit: 1_000_000, period: 60 } },
      RATE_LIMIT_QUOTES: { namespace_id: '1002', simple: { limit: 1_000_000, period: 60 } },
    },
  } as never),
);
const url = await miniflare.ready;
const database = (await miniflare.getD1Database('DB')) as unknown as D1Database;
for (const statement of migrationsOf(root)) await database.prepare(statement).run();
const traders = await createTraders(database);
process.send?.({ url: url.href, pid: process.pid, traders });

process.on('disconnect', () => void miniflare.dispose().then(() => process.exit(0)));
