// What a signed-in page reads, of a customer with two thousand transactions and of one with two hundred thousand, in turns: the ratio is
// the figure, and the rows read say why.

import { join } from 'node:path';
import { writeManyTransactions } from '../support/many-transactions.ts';
import { type Bench, inTurns, watched } from './bench.ts';
import type { Work } from './counted-d1.ts';
import { sendAll } from './load.ts';
import { PLAIN, type Row } from './report.ts';
import { type Server, withServers } from './servers.ts';
import { median, percentileOf, percentiles, ratioOf } from './statistics.ts';
import { createTraders, makeWorld, type Trader } from './world.ts';

const FEW = 2_000;
const MANY = 200_000;
const RANGES = ['7D', '1M', '3M', '1Y', 'ALL'] as const;
const PATHS = [
  '/api/auth/session',
  '/api/portfolio',
  ...RANGES.map((range) => `/api/portfolio/history?range=${range}`),
  '/api/transactions',
  '/api/transactions?search=gold',
  '/api/transactions?search=zzzz',
  '/api/transactions?status=pending',
  '/api/alerts',
  '/api/statements',
  '/api/storage',
] as const;
/** A round sends as many as fit into this time, and some in any case. */
const ROUND_MS = 500;
const CALLS = { least: 8, most: 70 } as const;

export async function measureReads(bench: Bench): Promise<void> {
  const { world, made } = await makeWorld(join(bench.folder, 'reads'), async (db) => {
    const [few, many] = await createTraders(db, 2);
    if (few === undefined || many === undefined) throw new Error('two customers were made');
    await writeManyTransactions(db, few.userId, FEW);
    await writeManyTransactions(db, many.userId, bench.isShort ? MANY / 10 : MANY);
    return { few, many };
  });
  const onca = { file: 'onca-server.ts', options: { bundle: bench.bundle, world } };
  await withServers({ onca }, async (servers) => {
    for (const path of PATHS) bench.say(await rowsOf(bench, servers.onca, path, made));
  });
}

type Customers = Readonly<Record<'few' | 'many', Trader>>;

async function rowsOf(bench: Bench, onca: Server, path: string, { few, many }: Customers): Promise<Row[]> {
  const timesOf = async (trader: Trader, count: number) => {
    const call = { method: 'GET', path, headers: { Cookie: trader.cookie } } as const;
    return (await sendAll(onca, Array.from({ length: count }, () => call), 1)).times;
  };
  const first = median([...(await timesOf(few, 3)), ...(await timesOf(many, 3))]);
  const count = Math.min(CALLS.most, Math.max(CALLS.least, Math.floor(ROUND_MS / first)));
  const { ours, theirs, load, busy } = await watched(bench, () =>
    inTurns(
      bench.rounds,
      () => timesOf(many, count),
      () => timesOf(few, count),
    ),
  );
  const read = async ({ cookie }: Trader) => (await onca.ask<Work>('work', { path, cookie })).rowsRead;
  const note = `rows read ${await read(many)}, at ${FEW} ${await read(few)}`;
  return ([0.5, 0.99] as const).map((share) => ({
    ...PLAIN,
    part: 'reads',
    measure: `GET ${path}, p${share * 100} ms at ${MANY} transactions`,
    note: share === 0.5 ? note : null,
    better: 'less',
    onca: percentileOf(ours, share),
    beside: percentileOf(theirs, share),
    besideWhat: `at ${FEW}`,
    ratio: ratioOf(percentiles(ours, share), percentiles(theirs, share)),
    load,
    busy,
  }));
}
