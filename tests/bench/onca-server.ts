// The Worker on workerd through Miniflare's own API: no dev proxy, no rewriting, the deployed bundle. Measured on a direct socket;
// Miniflare's entry Worker, which copies every request, is there beside it. Bindings and objects are those of wrangler.toml.

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from '../../worker/app.ts';
import { optionsOf, serveBench } from './child.ts';
import { CountedD1, type Work } from './counted-d1.ts';
import { ledgerSaid } from './ledger.ts';
import { oneCall, pause } from './load.ts';
import { runtimeOn } from './runtime.ts';
import { CONFIG, SECRETS, SETTINGS } from './settings.ts';
import { copyWorld, type World } from './world.ts';

export type OncaOptions = {
  /** The file of `wrangler deploy --dry-run`. */
  readonly bundle: string;
  readonly world: World;
  readonly settings?: Readonly<Record<string, string>>;
};

const { bundle, world, settings = {} } = optionsOf<OncaOptions>();
const state = mkdtempSync(join(tmpdir(), 'onca-bench-onca-'));
copyWorld(world, state);
const bindings = { ...SETTINGS, ...SECRETS, ...settings };
const began = performance.now();
const miniflare = runtimeOn(state, {
  modules: [{ type: 'ESModule', path: 'index.js', contents: readFileSync(bundle, 'utf8') }],
  bindings,
  r2Buckets: Object.fromEntries(CONFIG.r2_buckets.map(({ binding }) => [binding, binding.toLowerCase()])),
  durableObjects: Object.fromEntries(
    CONFIG.durable_objects.bindings.map(({ name, class_name: className }) => [
      name,
      { className, useSQLite: true },
    ]),
  ),
  serviceBindings: { ASSETS: () => new Response('', { status: 404 }) },
  // All customers of the bench come from one machine.
  ratelimits: Object.fromEntries(
    CONFIG.ratelimits.map(({ name, namespace_id }) => [
      name,
      { namespace_id, simple: { limit: 1_000_000, period: 60 } },
    ]),
  ),
});
const entry = await miniflare.ready;
const url = await miniflare.unsafeGetDirectURL();
await firstAnswer();
const startMs = performance.now() - began;
const database = (await miniflare.getD1Database('DB')) as unknown as D1Database;

serveBench({
  url: url.href,
  entry: entry.href,
  startMs,
  state,
  end: () => miniflare.dispose(),
  answers: { ledger: () => ledgerSaid(database), work },
});

async function firstAnswer(): Promise<void> {
  for (;;) {
    const isThere = await oneCall(url, { method: 'GET', path: '/api/health' }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(5);
  }
}

/** What the request costs in the database: the same app on the same D1, called from here, where it can be counted. */
async function work({ path, cookie }: { path: string; cookie: string }): Promise<Work> {
  const counted = new CountedD1(database);
  const hub = await miniflare.getDurableObjectNamespace('PRICE_HUB');
  const env = { ...bindings, DB: counted, PRICE_HUB: hub } as unknown as Env;
  Object.assign(globalThis, { caches: { default: { match: async () => undefined, put: async () => {} } } });
  const context = { waitUntil: () => {}, passThroughOnException: () => {} };
  return counted.during(async () => {
    const request = new Request(new URL(path, url), { headers: { Cookie: cookie } });
    const reply = await app.fetch(request, env, context as never);
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
    await reply.text();
  });
}
