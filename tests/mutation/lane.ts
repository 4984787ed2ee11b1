// One process that tries mutants, one after the other, on a Vitest that stays warm. The run (run.ts) kills it where a mutant never ends.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { ROOT } from './instrument.ts';

/** What the run asks: `mutant` empty means none, to find what each of the files reaches. */
export type Asked = { readonly mutant: string; readonly hitLimit: number; readonly files: readonly string[] };
/** A file that did not run to its end is `failed` as well. */
export type Ran = {
  readonly file: string;
  readonly ms: number;
  readonly failed: boolean;
  readonly reached: Readonly<Record<string, number>>;
};
export type Said = { readonly ran: readonly Ran[] };

let order: readonly string[] = [];

/** The files run as they were asked for: the likeliest to fail first. */
class AsAsked {
  shard = (files: TestSpecification[]): Promise<TestSpecification[]> => Promise.resolve(files);
  sort = (files: TestSpecification[]): Promise<TestSpecification[]> =>
    Promise.resolve(files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId)));
}

const vitest = await start();
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((specification) => [specification.moduleId, specification]),
);
process.on('message', (asked: Asked) => {
  void answer(asked);
});
process.on('disconnect', () => process.exit());
process.send?.({ ran: [] } satisfies Said);

async function answer(asked: Asked): Promise<void> {
  const ran = await tryOne(vitest, asked);
  process.send?.({ ran } satisfies Said);
}

async function start(): Promise<Vitest> {
  const code = new Map<string, string>(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
  return createVitest(
    'test',
    {
      config: false,
      root: ROOT,
      include: ['tests/unit/**/*.test.{ts,tsx}'],
      environment: 'node',
      setupFiles: [resolve(import.meta.dirname, 'active.ts')],
      // A module's constants are made anew for every file, so a mutant in one is seen.
      isolate: true,
      pool: 'forks',
      maxWorkers: 1,
      watch: false,
      bail: 1,
      reporters: [{}],
      silent: true,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      provide: { deep: false },
      sequence: { sequencer: AsAsked },
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => code.get(id.split('?')[0] ?? '') }],
    },
  );
}

async function tryOne(on: Vitest, { mutant, hitLimit, files }: Asked): Promise<readonly Ran[]> {
  on.provide('mutant', mutant);
  on.provide('hitLimit', hitLimit);
  on.config.bail = mutant === '' ? 0 : 1;
  for (const project of on.projects) project.config.bail = on.config.bail;
  order = files.map((file) => resolve(ROOT, file));
  const chosen = order.flatMap((file) => specifications.get(file) ?? []);
  on.state.filesMap.clear();
  on.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await on.runTestSpecifications(chosen);
  return testModules.map((module) => ({
    file: module.relativeModuleId,
    ms: module.diagnostic().duration + module.diagnostic().collectDuration,
    failed: !module.ok() || unhandledErrors.length > 0,
    reached: module.meta().reached ?? {},
  }));
}
