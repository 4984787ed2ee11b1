// From the start of the runtime to the first answer, what the bundle weighs, and what its first run costs.

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runToEnd, wrangler } from '../../worker/commands/processes.ts';
import { modulesOf } from '../support/bundle.ts';
import { type Bench, watched } from './bench.ts';
import { oneCall } from './load.ts';
import { residentMiB } from './processes.ts';
import { PLAIN, type Row } from './report.ts';
import { withServers } from './servers.ts';
import { spreadOf } from './statistics.ts';
import { createTraders, makeWorld } from './world.ts';

type Start = { readonly firstMs: number; readonly pricesMs: number; readonly mib: number };

export async function measureStart(bench: Bench): Promise<void> {
  const { world } = await makeWorld(join(bench.folder, 'start'), (db) => createTraders(db, 0));
  const onca = { file: 'onca-server.ts', options: { bundle: bench.bundle, world } };
  const start = () =>
    withServers(bench, { onca }, async ({ onca: { url, pid, ready } }): Promise<Start> => {
      const pricesMs = await oneCall(url, { method: 'GET', path: '/api/prices' });
      const mib = residentMiB(pid, 'workerd') ?? Number.NaN;
      return { firstMs: ready.startMs ?? Number.NaN, pricesMs, mib };
    });
  const { starts, profiled, load, busy } = await watched(bench, async () => {
    const all: Start[] = [];
    for (let round = 0; round < bench.rounds; round += 1) all.push(await start());
    return { starts: all, profiled: await startupMs(bench) };
  });
  const modules = modulesOf(bench.bundle).map(({ contents }) => contents);
  const kib = (sizes: readonly number[]) => [sizes.reduce((sum, size) => sum + size, 0) / 1024];
  const row = { ...PLAIN, part: 'start', better: 'less', load, busy } as const;
  const figure = (measure: string, values: readonly number[]): Row => ({
    ...row,
    measure,
    onca: spreadOf(values),
  });
  bench.say([
    figure(
      'start of the runtime to the first answer, ms',
      starts.map(({ firstMs }) => firstMs),
    ),
    figure(
      'first GET /api/prices, ms',
      starts.map(({ pricesMs }) => pricesMs),
    ),
    figure(
      'resident MiB after it',
      starts.map(({ mib }) => mib),
    ),
    figure('bundle, KiB', kib(modules.map((contents) => Buffer.byteLength(contents)))),
    figure('bundle with gzip, KiB', kib(modules.map((contents) => gzipSync(contents).length))),
    figure('start-up of the bundle, CPU ms', [profiled]),
  ]);
}

/** What `wrangler check startup` finds busy while the bundle runs for the first time. */
async function startupMs({ folder }: Bench): Promise<number> {
  const profile = join(folder, 'startup.cpuprofile');
  const args = ['check', 'startup', '--outfile', profile];
  const said = await runToEnd(wrangler(args, { ONCA_BUILD: 'skip' }));
  const active = /Active: ([\d.]+) ms/u.exec(said)?.[1];
  if (active === undefined) throw new Error(`wrangler check startup says no active time:\n${said}`);
  return Number(active);
}
