// Twenty seconds of a soak in the deep run, with fewer people: too short to say anything about memory or time, long enough for what is broken.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../bench/settings.ts';
import { runSoak } from './run.ts';
import { judge } from './verdict.ts';

const SECONDS = 20;

test('with everybody at work nothing fails, every frame arrives and the books agree', async () => {
  const seed = randomBytes(4).toString('hex');
  console.log(`npm run soak -- --seed ${seed} --minutes ${SECONDS / 60} --sockets 300 --customers 60`);
  const soak = await runSoak({
    seed,
    seconds: SECONDS,
    sockets: 300,
    customers: 60,
    operators: 4,
    windows: 2,
    cronMs: 5_000,
    bundle: join(ROOT, 'tests', '.output', 'deploy'),
    say: (line) => console.log(line),
  });
  expect(judge(soak).findings).toEqual([]);
});
