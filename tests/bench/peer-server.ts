// The peer: the same Hono app and the same SQL on Node, with node:sqlite at synchronous=FULL instead of D1, and the `ws` package
// instead of the price hub. It has no objects, so it posts each trade by itself, by the same code; mail is off on both sides.

import { join, relative } from 'node:path';
import { serve } from '@hono/node-server';
import { WebSocketServer, type WebSocket } from 'ws';
import { app } from '../../worker/app.ts';
import type { PriceSnapshot, QuoteBasis } from '../../worker/contract/prices.ts';
import { METALS, type Metal } from '../../worker/domain/metals.ts';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { aMetalPrice, aSnapshot } from '../support/snapshots.ts';
import { optionsOf, serveBench, STATE } from './child.ts';
import type { FloorBatch } from './floor-server.ts';
import { ledgerSaid } from './ledger.ts';
import { SECRETS, SETTINGS } from './settings.ts';
import { copyWorld, type World } from './world.ts';

type Statement = ReturnType<NodeD1['prepare']>;

export type PeerOptions = { readonly world: World; readonly tickMs: number };

const { world, tickMs } = optionsOf<PeerOptions>();
copyWorld(world, STATE);
const database = new NodeD1(join(STATE, relative(world.folder, world.database)));

// A Worker's location has a cache; here the prices are made on the spot.
Object.assign(globalThis, { caches: { default: { match: async () => undefined, put: async () => {} } } });

let seq = 0;
/** What the app asks of the price hub. */
const hub = {
  snapshot: async () => snapshotAt(Date.now()),
  quoteBasis: async (metal: Metal) => basisOf(metal),
  notify: async () => 0,
  notifyAll: async () => 0,
};
const env = {
  ...SETTINGS,
  ...SECRETS,
  DB: database,
  PRICE_HUB: { idFromName: () => 'main', get: () => hub },
  RATE_LIMIT_AUTH: { limit: async () => ({ success: true }) },
  RATE_LIMIT_QUOTES: { limit: async () => ({ success: true }) },
} as unknown as Env;
const context = {
  waitUntil: (work: Promise<unknown>) => void work.catch(() => {}),
  passThroughOnException: () => {},
};
const answer = (request: Request, bindings: Env) => app.fetch(request, bindings, context as never);

const port = await new Promise<number>((settle) => {
  const server = serve({ fetch: (request) => answer(request, env), hostname: '127.0.0.1', port: 0 }, (info) =>
    settle(info.port),
  );
  const sockets = new Set<WebSocket>();
  new WebSocketServer({ server: server as never, path: '/api/prices/stream' }).on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  setInterval(() => {
    // Serialised once per tick and of the hub's own shape, as the hub does it.
    const frame = JSON.stringify({ v: 1, type: 'tick', ...snapshotAt(Date.now()) });
    for (const socket of sockets) socket.send(frame);
  }, tickMs);
});

serveBench({
  url: `http://127.0.0.1:${port}/`,
  end: () => database.close(),
  answers: { ledger: () => ledgerSaid(database as unknown as D1Database), 'trade-size': tradeSize },
});

/** Statements and bytes of the batch that posts one trade by itself. */
async function tradeSize({ path, ...init }: RequestInit & { path: string }): Promise<FloorBatch> {
  const batches: (readonly Statement[])[] = [];
  const noting = {
    prepare: (sql: string) => database.prepare(sql),
    batch: (statements: readonly Statement[]) => {
      batches.push(statements);
      return database.batch(statements);
    },
    withSession: () => noting,
  };
  const request = new Request(`http://127.0.0.1:${port}${path}`, init);
  const reply = await answer(request, { ...env, DB: noting } as unknown as Env);
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  const [largest = []] = batches.toSorted((a, b) => b.length - a.length);
  const bytes = largest.map(({ sql, values }) => Buffer.byteLength(sql + JSON.stringify(values)));
  return { statements: largest.length, bytes: bytes.reduce((sum, size) => sum + size, 0) };
}

function snapshotAt(now: number): PriceSnapshot {
  const asOf = new Date(now).toISOString();
  seq += 1;
  const prices = METALS.map((metal) => aMetalPrice({ metal, priceCents: priceOf(metal), asOf }));
  return aSnapshot({ seq, asOf, prices, fx: { usdBrlE4: 53_400, asOf } });
}

function basisOf(metal: Metal): QuoteBasis {
  const asOf = new Date().toISOString();
  return { ok: true, priceCents: priceOf(metal), seq, kind: 'simulated', asOf, observations: [] };
}

function priceOf(metal: Metal): number {
  return 438_938 + METALS.indexOf(metal) * 1000 + (seq % 100);
}
