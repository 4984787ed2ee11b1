// The Worker on workerd through Miniflare's own API: no dev proxy, no rewriting, the deployed bundle. Measured on a direct socket;
// Miniflare's entry Worker, which copies every request, is there beside it. Bindings and objects are those of wrangler.toml.

import type { WorkerdStructuredLog } from 'miniflare';
import { app } from '../../worker/app.ts';
import { modulesOf } from '../support/bundle.ts';
import { countedRows } from '../support/rows-read.ts';
import { optionsOf, serveBench, STATE } from './child.ts';
import { ledgerSaid } from './ledger.ts';
import { oneCall, pause } from './load.ts';
import { productBindings, runtimeOn } from './runtime.ts';
import { SECRETS, SETTINGS } from './settings.ts';
import { copyWorld, type World } from './world.ts';

export type OncaOptions = {
  /** The folder of `wrangler deploy --dry-run`. */
  readonly bundle: string;
  readonly world: World;
  readonly settings?: Readonly<Record<string, string>>;
};

const OUTSIDE_A_WORKER = { waitUntil: () => {}, passThroughOnException: () => {} };

const { bundle, world, settings = {} } = optionsOf<OncaOptions>();
copyWorld(world, STATE);
const bindings = { ...SETTINGS, ...SECRETS, ...settings };
const began = performance.now();
const miniflare = runtimeOn(STATE, {
  ...productBindings(),
  modules: modulesOf(bundle),
  bindings,
  // Refusals are part of the sign-ins; whatever else the Worker complains of is news.
  handleStructuredLogs: ({ level, message }: WorkerdStructuredLog) => {
    const isNews = (level === 'error' || level === 'warn') && !message.includes('"event":"refused"');
    if (isNews) console.error(message);
  },
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
  end: () => miniflare.dispose(),
  answers: { ledger: () => ledgerSaid(database), 'rows-read': rowsRead },
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

/** What a request reads in the database: the same app on the same D1, called from here, where the rows can be counted. */
async function rowsRead({ path, cookie }: { path: string; cookie: string }): Promise<number> {
  const { db, take } = countedRows(database);
  const hub = await miniflare.getDurableObjectNamespace('PRICE_HUB');
  const env = { ...bindings, DB: db, PRICE_HUB: hub } as unknown as Env;
  const request = new Request(new URL(path, url), { headers: { Cookie: cookie } });
  const reply = await app.fetch(request, env, OUTSIDE_A_WORKER as never);
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  await reply.text();
  return take().rows;
}
