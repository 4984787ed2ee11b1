// What the soak judges memory by finds a leak in the product's isolate, and none where there is none: the deployed bundle on workerd, with
// the soak's own samples and verdict. A soak's minutes are seconds here, and the leak is as much larger.

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../bench/settings.ts';
import { back } from '../faults-run/back.ts';
import { Caller } from '../faults-run/caller.ts';
import { History } from '../faults-run/history.ts';
import { Outside } from '../faults-run/outside.ts';
import { Runtime } from '../faults-run/runtime.ts';
import { makeFaultsWorld, startOffset } from '../faults-run/world.ts';
import { scratchFolder } from '../support/scratch.ts';
import { heapMiB } from './heap.ts';
import type { Sample } from './run.ts';
import { heapFindings, JUDGED_SECONDS } from './verdict.ts';

/** So many seconds of a soak is one of these. */
const FASTER = 30;
const SECONDS = 12;
const SAMPLE_MS = 250;
const LEAKED_BYTES = 50_000;
const PATHS = ['/api/prices', '/api/portfolio', '/api/transactions', '/api/alerts'];

let outside: Outside;
let runtime: Runtime;
let caller: Caller;

beforeAll(async () => {
  outside = await Outside.open();
  const offset = startOffset(Date.now());
  const { world, known } = await makeFaultsWorld(join(scratchFolder('leak'), 'world'), offset, 1);
  await outside.setClock(offset);
  const bundle = join(ROOT, 'tests', '.output', 'deploy');
  runtime = await Runtime.on(world.folder, bundle, outside, offset, { isInspected: true });
  caller = new Caller(runtime.port);
  caller.cookie = known[0]?.cookie ?? '';
  await back(runtime.port, new History());
  // Code is compiled and caches fill.
  await work(5);
});

afterAll(async () => {
  caller.close();
  await runtime.end();
  await outside.close();
});

/** A customer reads for so many seconds; the heap meanwhile, in the time of a soak. */
async function work(seconds: number): Promise<readonly Sample[]> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1_000;
  const samples: Sample[] = [];
  const read = async () => {
    for (let n = 0; passed() < seconds; n += 1) {
      const reply = await caller.send('GET', PATHS[n % PATHS.length] ?? '');
      expect(reply?.status).toBe(200);
      await wait(20);
    }
  };
  const sample = async () => {
    const inspector = await runtime.inspector();
    for (; passed() < seconds; await wait(SAMPLE_MS)) {
      const at = passed() * FASTER;
      samples.push({ at, mib: await heapMiB(inspector) });
    }
  };
  await Promise.all([read(), sample()]);
  return samples;
}

async function findings(leakedBytes: number): Promise<readonly string[]> {
  await runtime.tell('leak', { bytes: leakedBytes });
  const heap = await work(SECONDS);
  const seconds = SECONDS * FASTER;
  expect(seconds).toBeGreaterThanOrEqual(JUDGED_SECONDS);
  console.log(heap.map(({ mib }) => mib.toFixed(1)).join(' '));
  return heapFindings(heap, seconds);
}

test('without a leak nothing is found', async () => expect(await findings(0)).toEqual([]));

test('50 kB that stay of each request are found', async () =>
  expect(await findings(LEAKED_BYTES)).toEqual([
    expect.stringMatching(/^the heap grows by \d+ MiB an hour/u),
  ]));
