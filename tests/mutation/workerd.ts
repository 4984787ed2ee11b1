// Asks the tests of tests/worker about what no unit test found. Batches of mutants share a runtime (asked-in-workerd.ts).

import { globSync } from 'node:fs';
import { createVitest, type TestSuite } from 'vitest/node';
import { insideWorkerd } from '../vitest.config.ts';
import type { AskedInWorkerd, Step } from './asked-in-workerd.ts';
import { closuresOf } from './imports.ts';
import { hashOf, type Mutant, ROOT } from './instrument.ts';
import type { Memory } from './memory.ts';

const TESTS = 'tests/worker/**/*.test.ts';
const BATCH = 40;
/** Of each mutant of a batch so much of its tests' usual time, then the next mutants: most are found by the quickest. */
const TURN_MS = 1_500;
/** A mutant that so much of its tests' usual time has not found has survived. */
const BUDGET_MS = 12_000;
/** A file that takes longer is not asked; a test that takes so much more than its file with a mutant has found it. */
const FILE_MS = 20_000;
const TEST_TIMEOUT_MS = 40_000;
const HITS_MAX = 1_000_000;
const WHY_CHARACTERS = 300;
/** A file that has failed so often without a mutant is not asked any more. */
const DOUBTS_MAX = 3;
const STEPS = ['ask', 'control', 'again'] as const;

type Ran = {
  readonly asked: AskedInWorkerd;
  readonly isRun: boolean;
  readonly failed: boolean;
  /** The first test that failed, and how. */
  readonly why: string;
  readonly ms: number;
  readonly reached: Readonly<Record<string, number>>;
  readonly loaded: Readonly<Record<string, number>>;
};
/** `files`: who has been asked. */
type Verdict = { readonly by: string | null; readonly files: readonly string[] };
type Waiting = { readonly mutant: Mutant; readonly asked: string[]; leftMs: number };

/** Until the time is over. `save` is called after each batch. Returns how many were asked. */
export async function askInWorkerd(
  mutants: readonly Mutant[],
  all: readonly Mutant[],
  code: ReadonlyMap<string, string>,
  memory: Memory,
  { until, save }: { readonly until: number; readonly save: () => void },
): Promise<number> {
  const reachers = await reachersOf(all, code, memory);
  const kills = new Map<string, number>();
  const doubts = new Map<string, number>();
  let waiting = mutants.map((mutant): Waiting => ({ mutant, asked: [], leftMs: BUDGET_MS }));
  const told = new Set<string>();
  let batch = next();
  console.log(`${waiting.length + batch.length} of ${mutants.length} are reached there.`);
  for (; batch.length > 0 && performance.now() < until; batch = next()) {
    const entries = batch.flatMap(({ mutant: { id }, files }) =>
      files.flatMap((file) => STEPS.map((step) => asking(file, id, step))),
    );
    const ran = await run(entries.toSorted(byFile), code);
    for (const one of batch) tell(one, verdictOf(one, ran));
    save();
    console.log(`${told.size} asked in workerd, ${waiting.length} not yet or not by all`);
  }
  const constants = mutants.filter(({ key }) => reachers.get(key)?.every(({ hits }) => hits === 0));
  for (const mutant of constants) {
    if (performance.now() >= until) break;
    const { id, key } = mutant;
    const files = ofSource(mutant);
    const ran = await run(
      files.map((file) => asking(file, id)),
      code,
      id,
    );
    const failing = ran.find(({ failed }) => failed)?.asked.file ?? null;
    // In a runtime of its own: in that of the mutant, its constant is made.
    const [control] = failing === null ? [] : await run([asking(failing, '')], code);
    if (control?.failed === true) doubt(control);
    const by = control?.failed === false ? failing : null;
    tell({ mutant, asked: [], leftMs: 0 }, { by, files: by === null ? passed(ran) : [by] });
    console.log(`${key} in a constant: ${memory.foundOf(key)?.outcome}`);
    save();
  }
  return told.size;

  function doubt({ asked: { file }, why }: Ran): void {
    const times = (doubts.get(file) ?? 0) + 1;
    doubts.set(file, times);
    if (times === DOUBTS_MAX)
      console.log(`${file} is left out, because it has failed without a mutant: ${why}`);
  }

  function isDoubtful(file: string): boolean {
    return (doubts.get(file) ?? 0) >= DOUBTS_MAX;
  }

  /** Who was not run has said nothing; who failed without a mutant says nothing about this one. */
  function verdictOf({ mutant, asked }: Waiting, ran: readonly Ran[]): Verdict {
    const own = ran.filter((entry) => entry.asked.mutant === mutant.id && entry.isRun);
    const failed = (step: Step) => own.find((entry) => entry.asked.step === step && entry.failed);
    const control = failed('control');
    if (control !== undefined) {
      doubt(control);
      asked.push(control.asked.file);
    }
    const files = [...new Set(own.map((entry) => entry.asked.file))];
    return {
      by: failed('again')?.asked.file ?? null,
      files: files.filter((file) => file !== control?.asked.file),
    };
  }

  /** What reaches other mutants of the same file, the likeliest first. The runtime is its own. */
  function ofSource(mutant: Mutant): string[] {
    const near = all
      .filter(({ file }) => file === mutant.file)
      .flatMap(({ key }) => (reachers.get(key) ?? []).filter(({ hits }) => hits > 0));
    const ms = new Map(near.map((one) => [one.file, one.ms]));
    const before = askedInVain(mutant);
    let left = BUDGET_MS;
    return [...ms.keys()]
      .filter((file) => !isDoubtful(file) && before[file] !== memory.hashOf(file))
      .toSorted((a, b) => killsOf(mutant, b) - killsOf(mutant, a) || (ms.get(a) ?? 0) - (ms.get(b) ?? 0))
      .filter((file) => (left -= ms.get(file) ?? 0) > 0);
  }

  /** Those that were asked least first. What nothing is left for is taken out. */
  function next(): (Waiting & { readonly files: string[] })[] {
    const taken: (Waiting & { files: string[] })[] = [];
    waiting = waiting.filter((one) => {
      if (taken.length === BATCH) return true;
      const files = turnOf(one);
      if (files.length > 0) taken.push(Object.assign(one, { files }));
      return false;
    });
    return taken;
  }

  function turnOf(one: Waiting): string[] {
    const { mutant, asked } = one;
    const before = askedInVain(mutant);
    const ordered = (reachers.get(mutant.key) ?? [])
      .filter(
        ({ file, hits }) =>
          hits > 0 && !isDoubtful(file) && !asked.includes(file) && before[file] !== memory.hashOf(file),
      )
      .toSorted((a, b) => killsOf(mutant, b.file) - killsOf(mutant, a.file) || a.ms - b.ms);
    let turn = TURN_MS;
    return ordered
      .filter(({ ms }, at) => {
        if (at > 0 ? turn < ms || one.leftMs < ms : one.leftMs <= 0) return false;
        turn -= ms;
        one.leftMs -= ms;
        return true;
      })
      .map(({ file }) => file);
  }

  function tell(one: Waiting, { by, files }: Verdict): void {
    const { mutant, asked } = one;
    if (by === null) waiting.push(one);
    if (files.length === 0) return;
    const before = memory.foundOf(mutant.key);
    told.add(mutant.key);
    asked.push(...files);
    const outcome = by === null ? 'survived' : 'killed in workerd';
    const so = by === null ? [...Object.keys(before?.asked ?? {}), ...files] : [by];
    memory.finds(mutant.key, { outcome, by, asked: so, of: before?.of ?? 0 });
    if (by !== null) kills.set(`${mutant.file} ${by}`, killsOf(mutant, by) + 1);
  }

  /** Who did not find it need not be asked again. */
  function askedInVain({ key }: Mutant): Readonly<Record<string, string>> {
    const found = memory.foundOf(key);
    return found?.outcome === 'survived' ? found.asked : {};
  }

  function killsOf({ file }: Mutant, test: string): number {
    return kills.get(`${file} ${test}`) ?? 0;
  }
}

const asking = (file: string, mutant: string, step: Step = 'ask'): AskedInWorkerd => ({
  mutant,
  hitLimit: HITS_MAX,
  file,
  step,
});
const passed = (ran: readonly Ran[]): string[] =>
  ran.filter(({ isRun, failed }) => isRun && !failed).map(({ asked }) => asked.file);

/** The steps of a mutant stay together. */
function byFile(a: AskedInWorkerd, b: AskedInWorkerd): number {
  return a.file.localeCompare(b.file);
}

/** Without a hit: the mutant's place is passed while the code is loaded, by whatever file. */
type Reacher = { readonly file: string; readonly ms: number; readonly hits: number };

/** By the mutant's key. Every file that is not known runs once without a mutant. */
async function reachersOf(
  all: readonly Mutant[],
  code: ReadonlyMap<string, string>,
  memory: Memory,
): Promise<ReadonlyMap<string, readonly Reacher[]>> {
  const keys = new Map(all.map(({ id, key }) => [id, key]));
  const closureOf = closuresOf();
  const ofCode = hashOf([...code.values()].join());
  const files = globSync(TESTS, { cwd: ROOT })
    .toSorted()
    .map((file) => ({ file, closure: hashOf(closureOf(file) + ofCode) }));
  const left = files.filter(({ file, closure }) => memory.coverageOf(file, closure) === null);
  console.log(`${files.length} files of tests/worker; ${left.length} run once without a mutant ...`);
  const ran =
    left.length === 0
      ? []
      : await run(
          left.map(({ file }) => asking(file, '')),
          code,
        );
  for (const {
    asked: { file },
    failed,
    why,
    ms,
    reached,
    loaded,
  } of ran) {
    const closure = files.find((one) => one.file === file)?.closure ?? '';
    if (failed) console.log(`${file} is left out, because it fails without a mutant: ${why}`);
    else
      memory.covers(file, {
        closure,
        loadMs: Math.round(ms),
        tests: [],
        reached: Object.fromEntries(
          [...Object.keys(loaded).map((id) => [id, 0] as const), ...Object.entries(reached)].map(
            ([id, hits]) => [keys.get(id) ?? '', { hits, tests: null }],
          ),
        ),
      });
  }
  memory.save();
  const reachers = new Map<string, Reacher[]>();
  for (const { file, closure } of files) {
    const coverage = memory.coverageOf(file, closure);
    if (coverage === null || coverage.loadMs > FILE_MS) continue;
    for (const [key, { hits }] of Object.entries(coverage.reached))
      reachers.set(key, [...(reachers.get(key) ?? []), { file, hits, ms: coverage.loadMs }]);
  }
  return reachers;
}

/** `constant`: switched on before the code is loaded. */
async function run(
  asked: readonly AskedInWorkerd[],
  code: ReadonlyMap<string, string>,
  constant?: string,
): Promise<Ran[]> {
  const first =
    constant === undefined ? '' : `(globalThis.__stryker__ ??= {}).activeMutant ??= '${constant}';\n`;
  const { plugins, test } = insideWorkerd('workerd', ['tests/mutation/asked-in-workerd.ts']);
  const vitest = await createVitest(
    'test',
    {
      ...test,
      ...(asked.some(({ mutant }) => mutant !== '') && {
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
      }),
      config: false,
      root: ROOT,
      watch: false,
      fsModuleCache: false,
      silent: true,
      maxWorkers: 1,
      reporters: [{}],
      provide: { deep: false, inWorkerd: [...asked] },
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          load: (id: string) => {
            const text = code.get(id.split('?')[0] ?? '');
            return text === undefined ? undefined : first + text;
          },
        },
        ...plugins,
      ],
    },
  );
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
  const ran = testModules.flatMap(({ children }) => [...children.suites()].flatMap(ranOf));
  await vitest.close();
  return ran;
}

function ranOf(suite: TestSuite): Ran[] {
  const { inWorkerd } = suite.meta();
  if (inWorkerd === undefined) return [];
  const [first] = suite.children.allTests('failed');
  const [error] = first?.result().errors ?? suite.errors();
  const why = `${first?.name ?? 'before its tests'}: ${error?.message ?? 'no error'}`.slice(
    0,
    WHY_CHARACTERS,
  );
  return [{ ...inWorkerd, failed: inWorkerd.isRun && suite.state() === 'failed', why }];
}
