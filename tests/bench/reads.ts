// What a signed-in page reads, of a customer with two thousand transactions and of one with two hundred thousand, in turns: the ratio is
// the figure, and the rows read say why.

import { join } from 'node:path';
import { writeManyTransactions } from '../support/many-transactions.ts';
import { amount, type Bench, inTurns, latencyRows, watched } from './bench.ts';
import { sendAll } from './load.ts';
import { PLAIN, type Row } from './report.ts';
import { type Server, withServers } from './servers.ts';
import { median } from './statistics.ts';
import { createTraders, makeWorld, type Trader } from './world.ts';

const FEW = 2_000;
const MANY = 200_000;
const FEW_SAID = FEW.toLocaleString('en');
const MANY_SAID = MANY.toLocaleString('en');
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
    await writeManyTransactions(db, few, { count: FEW });
    await writeManyTransactions(db, many, { count: amount(bench, MANY) });
    return { few, many };
  });
  const onca = { file: 'onca-server.ts', options: { bundle: bench.bundle, world } };
  await withServers(bench, { onca }, async (servers) => {
    for (const path of PATHS) bench.say(await rowsOf(bench, servers.onca, path, made));
  });
}

type Customers = Readonly<Record<'few' | 'many', Trader>>;

async function rowsOf(bench: Bench, onca: Server, path: string, { few, many }: Customers): Promise<Row[]> {
  const timesOf = async (trader: Trader, count: number) => {
    const call = { method: 'GET', path, headers: { Cookie: trader.cookie } } as const;
    return (
      await sendAll(
        onca,
        Array.from({ length: count }, () => call),
        1,
      )
    ).times;
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
  const read = ({ cookie }: Trader) => onca.ask<number>('rows-read', { path, cookie });
  const note = `${await read(many)} rows read, at ${FEW_SAID} ${await read(few)}`;
  const row = { ...PLAIN, part: 'reads', besideWhat: FEW_SAID, load, busy };
  const times = { ours, theirs };
  const [p50, p99] = latencyRows(
    row,
    (latency) => `GET ${path}, ${latency} of ${MANY_SAID} transactions`,
    times,
  );
  return [p50, { ...p99, note }];
}
