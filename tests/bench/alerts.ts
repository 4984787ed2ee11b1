// What one price costs while a hundred thousand alerts wait, on Miniflare's D1: a price that crosses nothing, and one that
// crosses thousands. The same code as the hub runs, called from Node, so each batch pays for one more hop than there.

import { join } from 'node:path';
import { evaluateTick } from '../../worker/services/evaluate-alerts.ts';
import { MIDDLE, writeManyAlerts } from '../support/many-alerts.ts';
import { amount, type Bench, watched } from './bench.ts';
import { PLAIN, type Row } from './report.ts';
import { withD1 } from './runtime.ts';
import { median, spreadOf } from './statistics.ts';
import { makeWorld } from './world.ts';

const QUIET_PRICES = 200;
const CROSSED = 5_000;

export async function measureAlerts(bench: Bench): Promise<void> {
  const { world } = await makeWorld(join(bench.folder, 'alerts'), writeManyAlerts);
  const { quiet, crash, load, busy } = await watched(bench, () =>
    withD1(world.folder, (db) => evaluated(db, amount(bench, QUIET_PRICES))),
  );
  const figure = (measure: string, value: number): Row => ({
    ...PLAIN,
    part: 'alerts',
    measure,
    better: 'less',
    onca: spreadOf([value]),
    load,
    busy,
  });
  bench.say([
    figure('price against 100,000 alerts, rows read', median(quiet.map(({ rowsRead }) => rowsRead))),
    figure('price against 100,000 alerts, p50 ms', median(quiet.map(({ ms }) => ms))),
    figure(`price that fires ${CROSSED}, ms`, crash.ms),
    figure(`price that fires ${CROSSED}, rows read each`, crash.rowsRead / crash.reported),
  ]);
}

async function evaluated(db: D1Database, prices: number) {
  let mark = 0;
  const hear = async (priceCents: number) => {
    mark += 1;
    const before = performance.now();
    const deps = { db, now: () => mark, newId: () => crypto.randomUUID() };
    const outcome = await evaluateTick(deps, { at: mark, metal: 'gold', priceCents, priceAt: mark });
    return { ...outcome, ms: performance.now() - before };
  };
  const quiet = [];
  for (let i = 0; i < prices; i += 1) quiet.push(await hear(MIDDLE));
  return { quiet, crash: await hear(MIDDLE + CROSSED) };
}
