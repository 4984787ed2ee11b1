// One process that runs test files with a mutant switched on, one after the other, on a Vitest that stays warm.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import type { Reached } from './active.ts';
import { ROOT } from './instrument.ts';
import { KeptProcess } from './kept-process.ts';

export type Asked = {
  /** Empty: none, to find what each test reaches. */
  readonly mutant: string;
  readonly hitLimit: number;
  readonly file: string;
  /** Ids of the tests to run; null: all of the file. */
  readonly tests: readonly string[] | null;
  /** It does not end when it takes longer. */
  readonly waitMs: number;
  /** In a process that has run nothing yet. */
  readonly fresh: boolean;
};
export type Ran = {
  /** `no end` as well where the process ended by itself. */
  readonly outcome: 'passed' | 'failed' | 'no end';
  readonly ms: number;
  readonly tests: readonly { readonly id: string; readonly ms: number }[];
  readonly reached: Reached | null;
  /** What the first failure said. */
  readonly why: string;
};

const TEST_TIMEOUT_MS = 30_000;
/** Modules that were made anew so often fill the memory. */
const FILES_OF_A_PROCESS = 150;

const kept = new KeptProcess();
const vitest = await start();
let ofThisProcess = 0;
process.on('message', (asked: Asked) => {
  void run(asked).then((ran) => process.send?.(ran));
});
for (const event of ['disconnect', 'SIGTERM', 'SIGINT'])
  process.on(event, () => {
    kept.end();
    process.exit();
  });
process.send?.(null);

function start(): Promise<Vitest> {
  const code = new Map<string, string>(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
  return createVitest(
    'test',
    {
      config: false,
      root: ROOT,
      include: ['tests/unit/**/*.test.{ts,tsx}'],
      environment: 'node',
      setupFiles: [resolve(import.meta.dirname, 'active.ts')],
      isolate: true,
      pool: kept,
      maxWorkers: 1,
      watch: false,
      // It knows a file by its text on disk, and would bring code with other numbers of mutants.
      fsModuleCache: false,
      bail: 1,
      reporters: [{}],
      silent: true,
      testTimeout: TEST_TIMEOUT_MS,
      hookTimeout: TEST_TIMEOUT_MS,
      provide: { deep: false },
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', load: (id: string) => code.get(id.split('?')[0] ?? '') }],
    },
  );
}

async function run({ mutant, hitLimit, file, tests, waitMs, fresh }: Asked): Promise<Ran> {
  if (fresh || ofThisProcess >= FILES_OF_A_PROCESS) {
    kept.end();
    ofThisProcess = 0;
  }
  ofThisProcess += 1;
  vitest.provide('mutant', mutant);
  vitest.provide('hitLimit', hitLimit);
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  vitest.state.errorsSet.clear();
  const specification = vitest
    .getRootProject()
    .createSpecification(resolve(ROOT, file), tests === null ? {} : { testIds: [...tests] });
  let isTooLong = false;
  const timer = setTimeout(() => {
    isTooLong = true;
    kept.end();
  }, waitMs);
  const started = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  clearTimeout(timer);
  const ms = performance.now() - started;
  const [module] = testModules;
  if (isTooLong || module === undefined) return { outcome: 'no end', ms, tests: [], reached: null, why: '' };
  const failed = !module.ok() || unhandledErrors.length > 0;
  return {
    outcome: failed ? 'failed' : 'passed',
    ms,
    tests: mutant === '' ? testsOf(module) : [],
    reached: mutant === '' ? (module.meta().reached ?? null) : null,
    why: failed ? whyOf(module, unhandledErrors) : '',
  };
}

function testsOf(module: TestModule): Ran['tests'] {
  return [...module.children.allTests()].map((test) => ({
    id: test.id,
    ms: test.diagnostic()?.duration ?? 0,
  }));
}

function whyOf(module: TestModule, unhandled: readonly unknown[]): string {
  const failed = [...module.children.allTests('failed')].flatMap((test) =>
    (test.result().errors ?? []).map((error) => `${test.fullName}: ${error.message}`),
  );
  return [...failed, ...module.errors().map(({ message }) => message), ...unhandled.map(String)][0] ?? '';
}
