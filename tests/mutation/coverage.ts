// Which tests reach which mutants: every test file that can reach one runs once without a mutant.

import { testsThatImport } from './imports.ts';
import type { Mutant } from './instrument.ts';
import type { Ran } from './lane.ts';
import type { Lane } from './lane-process.ts';
import type { Coverage, Memory, Reach } from './memory.ts';

const WAIT_MS = 600_000;
const SLOW_MS = 20_000;
const SAVE_EVERY = 10;

export type Reacher = {
  readonly file: string;
  readonly near: ReadonlySet<string>;
  readonly coverage: Coverage;
  readonly reach: Reach;
};
/** By the mutant's key. */
export type Reachers = ReadonlyMap<string, readonly Reacher[]>;

export async function coverageOf(
  inScope: readonly Mutant[],
  all: readonly Mutant[],
  lanes: readonly Lane[],
  memory: Memory,
): Promise<{ readonly reachers: Reachers; readonly leftOut: number }> {
  const keys = new Map(all.map(({ id, key }) => [id, key]));
  const tests = testsThatImport(new Set(inScope.map(({ file }) => file)));
  const left = [...tests].filter(([file, { closure }]) => memory.coverageOf(file, closure) === null);
  console.log(`${tests.size} test files can reach them; ${left.length} run once without a mutant ...`);
  let leftOut = 0;
  await Promise.all(lanes.map(work));
  memory.save();

  const reachers = new Map<string, Reacher[]>();
  for (const [file, { closure, near }] of tests) {
    const coverage = memory.coverageOf(file, closure);
    if (coverage === null) continue;
    for (const [key, reach] of Object.entries(coverage.reached)) {
      const known = reachers.get(key);
      if (known === undefined) reachers.set(key, [{ file, near, coverage, reach }]);
      else known.push({ file, near, coverage, reach });
    }
  }
  return { reachers, leftOut };

  async function work(lane: Lane): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [file, { closure }] = next;
      const asked = { mutant: '', hitLimit: 0, file, tests: null, waitMs: WAIT_MS, fresh: false };
      const ran = await lane.ask(asked);
      if (ran.ms > SLOW_MS) console.log(`${file} takes ${Math.round(ran.ms / 1000)} s`);
      if (left.length % SAVE_EVERY === 0) memory.save();
      if (ran.outcome === 'passed') {
        memory.covers(file, { closure, ...compact(ran, keys) });
        continue;
      }
      // It cannot tell a mutant from none. Counting each step makes some tests too slow.
      leftOut += 1;
      console.log(`${file} is left out, because it fails without a mutant: ${ran.why}`);
    }
  }
}

function compact(ran: Ran, keys: ReadonlyMap<string, string>): Omit<Coverage, 'closure'> {
  const reached: Record<string, { hits: number; tests: number[] | null }> = {};
  for (const [id, hits] of Object.entries(ran.reached?.static ?? {}))
    reached[keys.get(id) ?? ''] = { hits, tests: null };
  ran.tests.forEach((test, at) => {
    for (const [id, hits] of Object.entries(ran.reached?.perTest[test.id] ?? {})) {
      const reach = (reached[keys.get(id) ?? ''] ??= { hits: 0, tests: [] });
      reach.hits += hits;
      reach.tests?.push(at);
    }
  });
  const inTests = ran.tests.reduce((sum, { ms }) => sum + ms, 0);
  return { loadMs: Math.max(0, Math.round(ran.ms - inTests)), tests: ran.tests, reached };
}
