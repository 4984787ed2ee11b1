// `npm run bench`: Onça on workerd and a Node peer, one after the other in one run on one machine, as ratios.
// Prints what it measured, with the load average; it has no target and asserts nothing. `npm run bench -- trades sign-ins` measures
// those parts alone.

import { fork, type ChildProcess } from 'node:child_process';
import { cpus, loadavg, release, type as system } from 'node:os';
import { join } from 'node:path';
import { alertCosts } from './alerts.ts';
import { cpuSeconds } from './cpu.ts';
import { fanOut, sendAll, type Call } from './load.ts';
import { signInMeasures } from './sign-ins.ts';
import { tradeCalls, type Trader } from './world.ts';

const SOCKETS = 1000;
const FAN_OUT_SECONDS = 20;
const CLIENTS = [1, 16, 64] as const;
const TRADES_PER_RUN = 1500;
const EMPTY_CALLS = 8000;
const PARTS = ['empty', 'trades', 'fan-out', 'sign-ins', 'alerts'] as const;

type Part = (typeof PARTS)[number];

type Server = {
  readonly file: string;
  readonly url: string;
  readonly pid: number;
  readonly traders: readonly Trader[];
  readonly child: ChildProcess;
};
type Measures = Readonly<Record<string, number | null>>;

const named = process.argv.slice(2);
const unknown = named.find((name) => !(PARTS as readonly string[]).includes(name));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${PARTS.join(', ')}`);
const isAsked = (part: Part): boolean => named.length === 0 || named.includes(part);

console.log(
  `${system()} ${release()}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
);
console.log(
  `load average before: ${loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')}\n`,
);

if ((['empty', 'trades', 'fan-out'] as const).some(isAsked)) {
  const onca = await withServer('onca-server.ts', measure);
  const peer = await withServer('peer-server.ts', measure);
  console.log('measure'.padEnd(44), 'onça'.padStart(12), 'node peer'.padStart(12), 'ratio'.padStart(8));
  for (const [name, ours] of Object.entries(onca)) {
    const theirs = peer[name] ?? null;
    const ratio = ours === null || theirs === null || theirs === 0 ? '–' : (ours / theirs).toFixed(2);
    console.log(name.padEnd(44), shown(ours).padStart(12), shown(theirs).padStart(12), ratio.padStart(8));
  }
}
// No peer has sign-ins or alerts to compare with: our own figures, without a ratio.
if (isAsked('sign-ins'))
  print(await withServer('onca-server.ts', async ({ url }) => signInMeasures(new URL(url))));
if (isAsked('alerts')) print(await alertCosts());
console.log(
  `\nload average after: ${loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')}`,
);
console.log('Onça: the deployed bundle on workerd through Miniflare (no dev proxy), D1, Durable Object.');
console.log('Peer: the same Hono app and SQL on Node, node:sqlite at synchronous=FULL, the ws package.');
console.log('One machine, load and server share its cores; no history is stored on the peer.');

async function withServer<T>(file: string, use: (server: Server) => Promise<T>): Promise<T> {
  const server = await startServer(file);
  try {
    return await use(server);
  } finally {
    server.child.disconnect();
  }
}

async function measure(server: Server): Promise<Measures> {
  const base = new URL(server.url);
  const empty = (count: number) =>
    Array.from({ length: count }, (): Call => ({ method: 'GET', path: '/api/health' }));
  await sendAll(base, empty(500), 16);
  const measures: Record<string, number | null> = {};
  if (isAsked('empty')) {
    const ceiling = await sendAll(base, empty(EMPTY_CALLS), 64);
    failOn(server, ceiling.failures);
    measures['empty route, requests/s at 64 clients'] = ceiling.perSecond;
  }
  for (const clients of isAsked('trades') ? CLIENTS : []) {
    const calls = await tradeCalls(server.traders, TRADES_PER_RUN, base.origin);
    const result = await sendAll(base, calls, clients);
    failOn(server, result.failures);
    measures[`trades/s at ${clients} clients`] = result.perSecond;
    measures[`trade p99, ms at ${clients} clients`] = result.p99;
  }
  return isAsked('fan-out') ? { ...measures, ...(await measureFanOut(server)) } : measures;
}

async function measureFanOut(server: Server): Promise<Measures> {
  let before: number | null = null;
  const address = server.url.replace(/^http/u, 'ws').replace(/\/$/u, '');
  const result = await fanOut(address, SOCKETS, FAN_OUT_SECONDS, () => (before = cpuSeconds(server.pid)));
  const after = cpuSeconds(server.pid);
  const used = before === null || after === null ? null : after - before;
  return {
    [`fan-out to ${SOCKETS} sockets, deliveries/s`]: result.deliveries / FAN_OUT_SECONDS,
    'fan-out p50, ms from scheduled send': result.p50,
    'fan-out p99, ms from scheduled send': result.p99,
    'fan-out deliveries per core-second': used === null || used === 0 ? null : result.deliveries / used,
  };
}

async function startServer(file: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((settle, fail) => {
    child.once('message', (ready) => settle({ ...(ready as Omit<Server, 'child' | 'file'>), child, file }));
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
  });
}

function failOn({ file }: Server, failures: number): void {
  if (failures > 0)
    throw new Error(`${file}: ${failures} calls were refused; the figures would be worthless`);
}

function print(measures: Measures): void {
  for (const [name, value] of Object.entries(measures))
    console.log(name.padEnd(44), shown(value).padStart(12));
}

function shown(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
