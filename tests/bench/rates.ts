// Calls a second: Onça, the peer and the floor of the platform in turns, at one client and at many. The ledgers of both are checked
// after the last trade.

import { join } from 'node:path';
import { amount, type Bench, inTurns, latencyRows, watched } from './bench.ts';
import type { FloorBatch } from './floor-server.ts';
import type { LedgerSaid } from './ledger.ts';
import { type Call, type LoadResult, sendAll } from './load.ts';
import type { Part } from './options.ts';
import { PLAIN, type Row, type Run } from './report.ts';
import { type Server, withServers } from './servers.ts';
import { median, ratioOf, spreadOf } from './statistics.ts';
import { createTraders, makeWorld, nth, quoteCalls, tradeCalls, type Trader } from './world.ts';

type Kind = {
  readonly part: Part;
  readonly clients: readonly number[];
  /** Calls of one round. */
  readonly calls: (clients: number) => number;
  readonly make: (traders: readonly Trader[], count: number, origin: string) => Call[] | Promise<Call[]>;
  /** The least that such a call needs of the platform (floor-worker.js). */
  readonly floor: string;
};

const EMPTY: Kind = {
  part: 'empty',
  clients: [1, 16, 64],
  calls: (clients) => (clients === 1 ? 1_500 : 8_000),
  make: (_traders, count) => repeated({ method: 'GET', path: '/api/health' }, count),
  floor: '/',
};

const KINDS: readonly Kind[] = [
  EMPTY,
  {
    part: 'trades',
    clients: [1, 16, 64, 256],
    // At three rounds 3,000 and more, 30 of them beyond the p99; of many clients each sends several.
    calls: (clients) => Math.max(1_000, 8 * clients),
    make: tradeCalls,
    floor: '/batch',
  },
  {
    part: 'quotes',
    clients: [1, 16, 64],
    calls: (clients) => (clients === 1 ? 400 : 1_000),
    make: quoteCalls,
    floor: '/quote',
  },
  {
    part: 'portfolio',
    clients: [1, 16, 64],
    calls: (clients) => (clients === 1 ? 500 : 1_500),
    make: (traders, count) =>
      Array.from({ length: count }, (_, index) => {
        const headers = { Cookie: nth(traders, index).cookie };
        return { method: 'GET', path: '/api/portfolio', headers };
      }),
    floor: '/d1',
  },
];

export const RATE_PARTS: readonly Part[] = KINDS.map(({ part }) => part);

/** Of one call of an object and of Miniflare's entry: to know, not to compare. */
const SOME_CLIENTS = 64;
/** What runs for the first time is compiled first. */
const WARM_CALLS = 200;
const TICK_MS = 1_000;

type Servers = Readonly<Record<'onca' | 'peer' | 'floor', Server>>;

export async function measureRates(bench: Bench, parts: readonly Part[]): Promise<Run['ledgers']> {
  const { world, made: traders } = await makeWorld(join(bench.folder, 'traders'), createTraders);
  const peer = { file: 'peer-server.ts', options: { world, tickMs: TICK_MS } };
  const batch = await withServers(bench, { peer }, (one) => tradeSize(one.peer, traders));
  const starts = {
    peer,
    onca: { file: 'onca-server.ts', options: { bundle: bench.bundle, world } },
    floor: { file: 'floor-server.ts', options: { batch } },
  };
  return withServers(bench, starts, async (servers) => {
    const rates = new Rates(bench, servers, traders);
    for (const kind of KINDS.filter(({ part }) => parts.includes(part))) {
      for (const clients of kind.clients) bench.say(await rates.rowsOf(kind, clients));
      if (kind.part === 'empty') bench.say(await rates.throughEntry());
      if (kind.part === 'trades') bench.say(await rates.objectCalls());
    }
    return [await rates.ledgerOf(servers.onca, 'Onça'), await rates.ledgerOf(servers.peer, 'peer')];
  });
}

/** What one trade that is posted alone asks of the database. */
async function tradeSize(peer: Server, traders: readonly Trader[]): Promise<FloorBatch> {
  const [call] = await tradeCalls(traders, 1, peer.url.origin);
  return peer.ask<FloorBatch>('trade-size', call);
}

class Rates {
  readonly #bench: Bench;
  readonly #servers: Servers;
  readonly #traders: readonly Trader[];
  readonly #traded = new Map<Server, number>();

  constructor(bench: Bench, servers: Servers, traders: readonly Trader[]) {
    this.#bench = bench;
    this.#servers = servers;
    this.#traders = traders;
  }

  async rowsOf(kind: Kind, clients: number): Promise<Row[]> {
    const { onca, peer, floor } = this.#servers;
    const bare = { ...kind, part: null, make: calling(kind.floor) };
    const runs = [
      () => this.#run(onca, kind, clients),
      () => this.#run(peer, kind, clients),
      () => this.#run(floor, bare, clients),
    ] as const;
    await this.#warm([onca, peer], kind, clients);
    await this.#warm([floor], bare, clients);
    const turns = await watched(this.#bench, () => inTurns(this.#bench.rounds, ...runs));
    const { ours, theirs, others, load, busy } = turns;
    const [floors = []] = others;
    const row = { ...PLAIN, part: kind.part, load, busy };
    const at = `at ${clients} client${clients === 1 ? '' : 's'}`;
    const rates = { ours: ours.map(perSecond), theirs: theirs.map(perSecond) };
    return [
      {
        ...row,
        measure: `${kind.part}, calls/s ${at}`,
        better: 'more',
        onca: spreadOf(rates.ours),
        beside: spreadOf(rates.theirs),
        ratio: ratioOf(rates.ours, rates.theirs),
        floor: spreadOf(floors.map(perSecond)),
        cpuMs: cpuOf(ours, theirs),
      },
      ...latencyRows(row, (latency) => `${kind.part}, ${latency} ${at}`, {
        ours: ours.map(({ times }) => times),
        theirs: theirs.map(({ times }) => times),
        floor: floors.map(({ times }) => times),
      }),
    ];
  }

  /** What a developer's machine sees of it: Miniflare's entry Worker copies each request. */
  async throughEntry(): Promise<Row[]> {
    const { onca, peer } = this.#servers;
    const entry = { ...onca, url: new URL(onca.ready.entry ?? onca.url) };
    await this.#warm([entry], EMPTY, SOME_CLIENTS);
    const { ours, theirs, load, busy } = await watched(this.#bench, () =>
      inTurns(
        this.#bench.rounds,
        () => this.#run(entry, EMPTY, SOME_CLIENTS),
        () => this.#run(peer, EMPTY, SOME_CLIENTS),
      ),
    );
    const rates = { ours: ours.map(perSecond), theirs: theirs.map(perSecond) };
    return [
      {
        ...PLAIN,
        part: 'empty',
        measure: `empty through Miniflare's entry, calls/s at ${SOME_CLIENTS} clients`,
        better: 'more',
        onca: spreadOf(rates.ours),
        beside: spreadOf(rates.theirs),
        ratio: ratioOf(rates.ours, rates.theirs),
        cpuMs: cpuOf(ours, theirs),
        load,
        busy,
      },
    ];
  }

  /** One call of an object, which is what a desk adds to a trade. */
  async objectCalls(): Promise<Row[]> {
    const { floor } = this.#servers;
    const bare = { ...EMPTY, part: null, make: calling('/object') };
    await this.#warm([floor], bare, SOME_CLIENTS);
    const { runs, load, busy } = await watched(this.#bench, async () => {
      const all: LoadResult[] = [];
      for (let round = 0; round < this.#bench.rounds; round += 1)
        all.push(await this.#run(floor, bare, SOME_CLIENTS));
      return { runs: all };
    });
    return [
      {
        ...PLAIN,
        part: 'trades',
        measure: `a bare object's calls/s at ${SOME_CLIENTS} clients`,
        better: 'more',
        onca: null,
        floor: spreadOf(runs.map(perSecond)),
        cpuMs: cpuOf(runs, []),
        load,
        busy,
      },
    ];
  }

  /** Nothing but what was answered was traded, and the books agree. */
  async ledgerOf(server: Server, of: string): Promise<Run['ledgers'][number]> {
    const { seen, trades, findings } = await server.ask<LedgerSaid>('ledger');
    const sent = this.#traded.get(server) ?? 0;
    const missed =
      trades === sent ? [] : [`as-many-trades-as-were-answered: ${trades} trades, ${sent} answers`];
    return { of, seen, findings: [...missed, ...findings] };
  }

  async #warm(servers: readonly Server[], kind: Sending, clients: number): Promise<void> {
    for (const server of servers) await this.#send(server, kind, clients, WARM_CALLS);
  }

  async #run(server: Server, kind: Sending, clients: number): Promise<LoadResult> {
    return this.#send(server, kind, clients, amount(this.#bench, kind.calls(clients), clients));
  }

  async #send(server: Server, kind: Sending, clients: number, count: number): Promise<LoadResult> {
    const calls = await kind.make(this.#traders, count, server.url.origin);
    const result = await sendAll(server, calls, clients);
    if (kind.part === 'trades') this.#traded.set(server, (this.#traded.get(server) ?? 0) + count);
    return result;
  }
}

type Sending = Pick<Kind, 'calls' | 'make'> & { readonly part: Part | null };

const perSecond = (result: LoadResult): number => result.perSecond;

const calling =
  (path: string): Kind['make'] =>
  (_traders, count) =>
    repeated({ method: 'GET', path }, count);

function repeated(call: Call, count: number): Call[] {
  return Array.from({ length: count }, () => call);
}

function cpuOf(ours: readonly LoadResult[], theirs: readonly LoadResult[]): Row['cpuMs'] {
  const of = (runs: readonly LoadResult[]) => {
    const all = runs.flatMap(({ cpuMs: { server } }) => (server === null ? [] : [server]));
    return all.length === 0 ? null : median(all);
  };
  const onca = of(ours);
  return onca === null
    ? null
    : { onca, beside: of(theirs), load: median(ours.map(({ cpuMs: { load } }) => load)) };
}
