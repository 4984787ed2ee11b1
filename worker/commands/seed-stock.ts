// Sample bars for a local start, before anybody buys: 1.2 times what the made-up customers hold or will hold. Never in production.

import { sumBars } from '../db/bars.ts';
import { type BarFacts, fineE3Of, fineE4Of } from '../domain/bars.ts';
import { BONUS_OUNCES_E4 } from '../domain/limits.ts';
import { TRADED_METALS, type TradedMetal } from '../domain/metals.ts';
import { DAY_MS } from '../domain/time.ts';
import { receiveBar } from '../ledger/bars.ts';
import { presentIds } from './seed-crowd.ts';
import { liveOf } from './seed-life.ts';
import type { Person } from './seed-people.ts';
import { Chance } from './seed-random.ts';

type Weights = Readonly<Record<TradedMetal, number>>;

/** So that there is something to sell where nobody holds anything yet. */
const FEWEST_BARS = 2;
/** In ten-thousandths. */
const COVER = 12_000;
/** Before the first purchase of the crowd. */
const LAID_IN_MS = 735 * DAY_MS;

/** Does nothing once there is a bar. Answers how many it laid in. */
export async function seedStock(
  db: D1Database,
  env: Pick<Env, 'ENVIRONMENT'>,
  now: number,
  people: readonly Person[],
): Promise<number> {
  if (env.ENVIRONMENT !== 'local') throw new Error('Sample bars are only for ENVIRONMENT=local');
  if ((await sumBars(db)).length > 0) return 0;
  const present = await presentIds(db, people);
  const missing = people.filter(({ id }) => !present.has(id));
  const [held, coming] = [await heldNow(db), holdingsOf(missing, now)];
  const bars = TRADED_METALS.flatMap((metal) =>
    sampleBars(metal, Math.ceil(((held[metal] + coming[metal]) * COVER) / 10_000)),
  );
  await db.batch(
    bars.flatMap((bar) =>
      receiveBar(
        db,
        {
          barId: crypto.randomUUID(),
          operationId: crypto.randomUUID(),
          decision: 'seed',
          now: now - LAID_IN_MS,
        },
        { ...bar, sample: true },
      ),
    ),
  );
  return bars.length;
}

async function heldNow(db: D1Database): Promise<Weights> {
  const { results } = await db
    .prepare('SELECT metal, sum(ounces_e4) AS ounces FROM holdings GROUP BY metal')
    .run<{ metal: TradedMetal; ounces: number }>();
  const held = { gold: 0, silver: 0 };
  for (const { metal, ounces } of results) held[metal] = ounces;
  return held;
}

/** What these people hold at the end of their pasts. */
export function holdingsOf(people: readonly Person[], now: number): Weights {
  const held = { gold: 0, silver: 0 };
  for (const step of people.flatMap((person) => liveOf(person, now))) {
    if (step.kind === 'bonus') held.silver += BONUS_OUNCES_E4;
    if (step.kind === 'trade') held[step.metal] += step.side === 'buy' ? step.ouncesE4 : -step.ouncesE4;
  }
  return held;
}

/** Large bars whose fine weight together is at least this much. */
export function sampleBars(metal: TradedMetal, atLeastE4: number): BarFacts[] {
  const chance = new Chance(`bars ${metal}`);
  const bars: BarFacts[] = [];
  for (let fineE4 = 0; fineE4 < atLeastE4 || bars.length < FEWEST_BARS;) {
    const grossE3 = metal === 'gold' ? chance.whole(15_800, 16_200) * 25 : chance.whole(9_500, 10_500) * 100;
    const assayE1 = metal === 'gold' ? chance.whole(9_950, 9_999) : chance.whole(9_990, 9_999);
    fineE4 += fineE4Of(fineE3Of(grossE3, assayE1));
    const serial = `SAMPLE ${String(bars.length + 1).padStart(4, '0')}`;
    bars.push({ metal, refiner: 'Sample Refinery', serial, grossE3, assayE1 });
  }
  return bars;
}
