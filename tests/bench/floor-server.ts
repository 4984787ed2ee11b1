// The floor of the platform on workerd, on a direct socket as Onça is: `floor-worker.js` with an empty database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf, serveBench, STATE } from './child.ts';
import { runtimeOn } from './runtime.ts';

/** As large as that of a trade. */
export type FloorBatch = { readonly statements: number; readonly bytes: number };

export type FloorOptions = {
  readonly batch?: FloorBatch;
  /** A frame of the price hub; each tick sends it with a time of its own. */
  readonly hub?: { readonly tickMs: number; readonly frame: string };
};

const { batch, hub } = optionsOf<FloorOptions>();
const contents = readFileSync(join(import.meta.dirname, 'floor-worker.js'), 'utf8');
const miniflare = runtimeOn(STATE, {
  modules: [{ type: 'ESModule', path: 'index.js', contents }],
  bindings: {
    STATEMENTS: batch?.statements ?? 0,
    BYTES: batch?.bytes ?? 0,
    TICK_MS: hub?.tickMs ?? 0,
    FRAME: hub?.frame ?? '',
  },
  ratelimits: { LIMIT: { namespace_id: '1', simple: { limit: 1_000_000, period: 60 } } },
  durableObjects: { BARE: { className: 'Bare', useSQLite: true } },
});
await miniflare.ready;
const database = await miniflare.getD1Database('DB');
await database.prepare('CREATE TABLE rows (value TEXT NOT NULL)').run();

serveBench({
  url: (await miniflare.unsafeGetDirectURL()).href,
  end: () => miniflare.dispose(),
});
