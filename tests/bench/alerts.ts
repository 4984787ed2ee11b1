// What one price costs while a hundred thousand alerts wait, on Miniflare's D1: a price that crosses nothing, and one that
// crosses thousands. The same code as the hub runs, called from Node, so each batch pays for one more hop than there.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { evaluateTick } from '../../worker/services/evaluate-alerts.ts';
import { MIDDLE, writeManyAlerts } from '../support/many-alerts.ts';
import { migrationsOf } from './world.ts';

const QUIET_PRICES = 200;
const CROSSED = 5_000;

export async function alertCosts(): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'onca-bench-alerts-'));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      compatibilityDate: '2026-10-23',
      d1Databases: { DB: 'bench' },
      resourcePersistencePath: folder,
    } as never),
  );
  try {
    const db = (await miniflare.getD1Database('DB')) as unknown as D1Database;
    for (const statement of migrationsOf(resolve(import.meta.dirname, '../..')))
      await db.prepare(statement).run();
    await writeManyAlerts(db);
    return await measured(db);
  } finally {
    await miniflare.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(db: D1Database): Promise<Readonly<Record<string, number>>> {
  let mark = 0;
  const hear = async (priceCents: number) => {
    mark += 1;
    const before = performance.now();
    const deps = { db, now: () => mark, newId: () => crypto.randomUUID() };
    const outcome = await evaluateTick(deps, { at: mark, metal: 'gold', priceCents, priceAt: mark });
    return { ...outcome, ms: performance.now() - before };
  };
  const quiet = [];
  for (let i = 0; i < QUIET_PRICES; i += 1) quiet.push(await hear(MIDDLE));
  const times = quiet.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const crash = await hear(MIDDLE + CROSSED);
  return {
    'price against 100,000 alerts, rows read': quiet[0]?.rowsRead ?? Number.NaN,
    'price against 100,000 alerts, p50 ms': times[Math.floor(times.length / 2)] ?? Number.NaN,
    [`price that fires ${CROSSED}, ms`]: crash.ms,
    [`price that fires ${CROSSED}, rows read each`]: crash.rowsRead / crash.reported,
  };
}
