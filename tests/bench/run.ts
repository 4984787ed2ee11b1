// `npm run bench`: Onça on workerd and a Node peer, one after the other in one run on one machine, as ratios.
// Prints what it measured, with the load average; it has no target and asserts nothing.

import { fork, type ChildProcess } from 'node:child_process';
import { cpus, loadavg, release, type as system } from 'node:os';
import { join } from 'node:path';
import { alertCosts } from './alerts.ts';
import { cpuSeconds } from './cpu.ts';
import { fanOut, sendAll, type Call } from './load.ts';
import { tradeCalls, type Trader } from './world.ts';

const SOCKETS = 1000;
const FAN_OUT_SECONDS = 20;
const CLIENTS = [1, 16, 64] as const;
const TRADES_PER_RUN = 1500;
const EMPTY_CALLS = 8000;

type Server = {
  readonly url: string;
  readonly pid: number;
  readonly traders: readonly Trader[];
  readonly child: ChildProcess;
};
type Measures = Readonly<Record<string, number | null>>;

console.log(
  `${system()} ${release()}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
);
console.log(
  `load average before: ${loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')}\n`,
);

const onca = await measure('onca-server.ts');
const peer = await measure('peer-server.ts');

console.log('measure'.padEnd(44), 'onça'.padStart(12), 'node peer'.padStart(12), 'ratio'.padStart(8));
for (const [name, ours] of Object.entries(onca)) {
  const theirs = peer[name] ?? null;
  const ratio = ours === null || theirs === null || theirs === 0 ? '–' : (ours / theirs).toFixed(2);
  console.log(name.padEnd(44), shown(ours).padStart(12), shown(theirs).padStart(12), ratio.padStart(8));
}
// No peer has alerts to compare with: our own figures, without a ratio.
for (const [name, cost] of Object.entries(await alertCosts()))
  console.log(name.padEnd(44), shown(cost).padStart(12));
console.log(
  `\nload average after: ${loadavg()
    .map((value) => value.toFixed(2))
    .join(' ')}`,
);
console.log('Onça: the deployed bundle on workerd through Miniflare (no dev proxy), D1, Durable Object.');
console.log('Peer: the same Hono app and SQL on Node, node:sqlite at synchronous=FULL, the ws package.');
console.log('One machine, load and server share its cores; no history is stored on the peer.');

async function measure(file: string): Promise<Measures> {
  const server = await startServer(file);
  try {
    const base = new URL(server.url);
    const empty: Call = { method: 'GET', path: '/api/health' };
    await sendAll(
      base,
      Array.from({ length: 500 }, () => empty),
      16,
    );
    const measures: Record<string, number | null> = {};
    const ceiling = await sendAll(
      base,
      Array.from({ length: EMPTY_CALLS }, () => empty),
      64,
    );
    failOn(file, ceiling.failures);
    measures['empty route, requests/s at 64 clients'] = ceiling.perSecond;
    for (const clients of CLIENTS) {
      const calls = await tradeCalls(server.traders, TRADES_PER_RUN, base.origin);
      const result = await sendAll(base, calls, clients);
      failOn(file, result.failures);
      measures[`trades/s at ${clients} clients`] = result.perSecond;
      measures[`trade p99, ms at ${clients} clients`] = result.p99;
    }
    return { ...measures, ...(await measureFanOut(server)) };
  } finally {
    server.child.disconnect();
  }
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
    child.once('message', (ready) => settle({ ...(ready as Omit<Server, 'child'>), child }));
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
  });
}

function failOn(file: string, failures: number): void {
  if (failures > 0)
    throw new Error(`${file}: ${failures} calls were refused; the figures would be worthless`);
}

function shown(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
