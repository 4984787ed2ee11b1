// The peer: the same Hono app and the same SQL on Node, with node:sqlite at synchronous=FULL instead of D1,
// and the `ws` package instead of the price hub. A process of its own. Sends its address when ready.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { WebSocketServer, type WebSocket } from 'ws';
import { app } from '../../worker/app.ts';
import type { PriceSnapshot } from '../../worker/contract/prices.ts';
import { METALS } from '../../worker/domain/metals.ts';
import { aMetalPrice, aSnapshot } from '../support/snapshots.ts';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { SECRETS, SETTINGS } from './settings.ts';
import { createTraders, migrationsOf } from './world.ts';

const TICK_MS = Number(SETTINGS.PRICE_POLL_MS);
const root = resolve(import.meta.dirname, '../..');
const database = new NodeD1(join(mkdtempSync(join(tmpdir(), 'onca-peer-')), 'peer.sqlite'));
for (const statement of migrationsOf(root)) database.exec(statement);
const traders = await createTraders(database as unknown as D1Database);

// A Worker's location has a cache; here the prices are made on the spot.
const caches = { default: { match: async () => undefined, put: async () => {} } };
Object.assign(globalThis, { caches });

let seq = 0;
const env = {
  ...SETTINGS,
  ...SECRETS,
  DB: database,
  PRICE_HUB: {
    idFromName: () => 'main',
    get: () => ({ snapshot: async () => snapshotAt(Date.now()), notify: async () => 0 }),
  },
  RATE_LIMIT_AUTH: { limit: async () => ({ success: true }) },
  RATE_LIMIT_QUOTES: { limit: async () => ({ success: true }) },
} as unknown as Env;
const context = {
  waitUntil: (work: Promise<unknown>) => void work.catch(() => {}),
  passThroughOnException: () => {},
};

const server = serve(
  { fetch: (request) => app.fetch(request, env, context as never), hostname: '127.0.0.1', port: 0 },
  (info) => {
    process.send?.({ url: `http://127.0.0.1:${info.port}/`, pid: process.pid, traders });
  },
);

const sockets = new Set<WebSocket>();
const hub = new WebSocketServer({ server: server as never, path: '/api/prices/stream' });
hub.on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
setInterval(() => {
  // Serialised once per tick and of the hub's own shape, as the hub does it.
  const frame = JSON.stringify({ v: 1, type: 'tick', ...snapshotAt(Date.now()) });
  for (const socket of sockets) socket.send(frame);
}, TICK_MS);

function snapshotAt(now: number): PriceSnapshot {
  const asOf = new Date(now).toISOString();
  seq += 1;
  const prices = METALS.map((metal, index) =>
    aMetalPrice({ metal, priceCents: 438_938 + index * 1000 + (seq % 100), asOf }),
  );
  return aSnapshot({ seq, asOf, prices, fx: { usdBrlE4: 53_400, asOf } });
}

process.on('disconnect', () => process.exit(0));
