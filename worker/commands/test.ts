// The checks and the tests. `npm test` runs all of them, `npm run test:deep` all of them at full length, and every other
// script one part, whose files the arguments filter: `npm run test:worker -- trades`.
// The last line is `N passed, N failed`: a step that is no test counts as one, and a skipped test has failed.

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBrowser, ensureFirefox } from './browser.ts';
import { notePassed, notRun, type Passed, requirementsOf } from './evidence.ts';
import { ROOT, writeDevelopmentSecrets } from './local-setup.ts';
import { capture, node, passOn, workerTypes, wrangler, type Program } from './processes.ts';

type FileTime = { readonly file: string; readonly ms: number };
type Outcome = { readonly passed: number; readonly failed: number; readonly files: readonly FileTime[] };
type Step = { readonly needs?: readonly string[]; readonly run: () => Promise<Outcome> };

const OUTPUT = join(ROOT, 'tests', '.output');
const SLOWEST = 10;
/** The niceness of a step that runs beside one with real time limits. */
const GIVES_WAY = 10;

const STEPS: Readonly<Record<string, Step>> = {
  format: { run: () => command(tool('oxfmt/bin/oxfmt', '--check')) },
  lint: { run: () => command(tool('oxlint/bin/oxlint', '--deny-warnings')) },
  'generated types': { run: () => command(workerTypes('--check')) },
  // Each further checker works out for itself what the others know of the types: four take half as much again of two cores.
  types: { run: () => command(tool('typescript/bin/tsc', '-b', '--checkers', '1')) },
  'web build': { run: () => command(node([join(ROOT, 'worker', 'commands', 'build-web.mjs')])) },
  'deploy dry run': {
    needs: ['web build'],
    run: () => command(wrangler(['deploy', '--dry-run', '--outdir', join(OUTPUT, 'deploy')])),
  },
  unit: { run: () => vitest('unit') },
  worker: { needs: ['web build'], run: () => vitest(wholeFolders() ? 'worker-suites' : 'worker') },
  faults: { needs: ['deploy dry run'], run: () => vitest('faults', 'faults-run') },
  'seeded database': {
    run: () => command({ ...node([join(ROOT, 'tests', 'e2e', 'seed-template.ts')]), niceness: GIVES_WAY }),
  },
  browser: {
    needs: ['deploy dry run'],
    run: async () => playwright('playwright', { ONCA_CHROMIUM: (await ensureBrowser()) ?? '' }),
  },
  firefox: {
    needs: ['deploy dry run'],
    run: async () => playwright('firefox', { ONCA_FIREFOX: await ensureFirefox() }),
  },
  soak: { needs: ['deploy dry run'], run: () => vitest('soak') },
  evidence: { run: namedTestsRan },
  html: {
    needs: ['web build'],
    run: () => command(node([join(ROOT, 'worker', 'commands', 'check-html.ts')])),
  },
};

/** What runs beside each other: the steps of a lane follow one another, and a stage begins when the one before has ended. */
type Stage = readonly (readonly string[])[];
const CHECK = ['format', 'lint', 'generated types', 'types'];
const EVERYTHING: readonly Stage[] = [
  [
    ['web build', 'deploy dry run'],
    [...CHECK, 'unit'],
  ],
  // The faults wait more than they work, and their time limits are real: the other lanes give way to them.
  [['worker'], ['seeded database'], ['faults']],
  [['browser']],
  [['evidence']],
];
const PARTS: Readonly<Record<string, readonly Stage[]>> = {
  all: EVERYTHING,
  deep: [...EVERYTHING, [['html']], [['firefox']], [['soak']]],
  check: [[CHECK]],
  lint: [[['lint']]],
  types: [[['types']]],
  unit: [[['unit']]],
  worker: [[['worker']]],
  faults: [[['faults']]],
  e2e: [[['browser']]],
  firefox: [[['firefox']]],
};

const [part = 'all', ...filters] = process.argv.slice(2);
const stages = PARTS[part];
if (stages === undefined || (filters.length > 0 && stages.flat(2).length > 1)) {
  console.error(`Usage: npm run test:unit | test:worker | test:faults | test:e2e | test:firefox [-- FILTER ...]
       npm test | npm run test:deep | check | lint | typecheck`);
  process.exit(2);
}
if (part === 'deep') process.env['ONCA_DEEP'] = '1';
// Hundreds of processes are started: each finds the code that an earlier one compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules', '.cache', 'compile');
const alone = stages.flat(2).length === 1;
const started = new Map<string, Promise<void>>();
const outcomes: Outcome[] = [];

if (stages.flat(2).includes('browser')) rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
writeDevelopmentSecrets();
for (const stage of stages) {
  await Promise.all(
    stage.map(async (lane) => {
      for (const name of lane) await once(name);
    }),
  );
}
report();

/** Runs a step after those that it needs, each at most once. */
function once(name: string): Promise<void> {
  const running = started.get(name) ?? take(name);
  started.set(name, running);
  return running;
}

async function take(name: string): Promise<void> {
  const step = STEPS[name];
  if (step === undefined) throw new Error(`There is no step ${name}`);
  for (const needed of step.needs ?? []) await once(needed);
  const start = performance.now();
  const outcome = await step.run();
  outcomes.push(outcome);
  const { passed, failed } = outcome;
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed, ${seconds(performance.now() - start)}`,
  );
}

function report(): void {
  const files = outcomes.flatMap((outcome) => outcome.files).toSorted((a, b) => b.ms - a.ms);
  if (!alone && files.length > 0) {
    console.log(`The ${SLOWEST} slowest files:`);
    for (const { file, ms } of files.slice(0, SLOWEST)) console.log(`  ${seconds(ms)}  ${file}`);
    console.log(`In all: ${seconds(performance.now())}`);
  }
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') === 0 ? 0 : 1);
}

/** The deep run gives every file a runtime of its own, and a filter names files. */
function wholeFolders(): boolean {
  return part !== 'deep' && filters.length === 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function tool(path: string, ...args: string[]): Program {
  return node([join(ROOT, 'node_modules', ...path.split('/')), ...args]);
}

async function command(program: Program): Promise<Outcome> {
  const code = await run(program, false);
  return code === 0 ? { passed: 1, failed: 0, files: [] } : { passed: 0, failed: 1, files: [] };
}

/** A part that runs alone shows its output as it comes; otherwise only the output of what failed is shown. */
async function run(program: Program, live: boolean): Promise<number> {
  if (live) return passOn(program);
  const { code, output } = await capture(program);
  if (code !== 0) console.log(output);
  return code;
}

/** The report has the name of the first. */
async function vitest(project: string, ...more: string[]): Promise<Outcome> {
  const path = join(OUTPUT, `${project}.json`);
  rmSync(path, { force: true });
  const projects = [project, ...more].flatMap((name) => ['--project', name]);
  const args = ['run', '--config', 'tests/vitest.config.ts', ...projects];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const program = tool('vitest/vitest.mjs', ...args, ...reporters, ...filters);
  const niceness = project.startsWith('worker') ? GIVES_WAY : 0;
  const code = await run({ ...program, niceness }, alone);
  const json = readJson<VitestReport>(path);
  if (json === null) return { passed: 0, failed: 1, files: [] };
  const passed = json.numPassedTests;
  return {
    passed,
    failed: atLeastOne(json.numTotalTests - passed, code),
    files: json.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
  };
}

/** The configuration writes a report of this name for the browser that it is told of. */
async function playwright(name: string, browser: Readonly<Record<string, string>>): Promise<Outcome> {
  const path = join(OUTPUT, `${name}.json`);
  rmSync(path, { force: true });
  const program = node(
    [
      join(ROOT, 'node_modules', 'playwright', 'cli.js'),
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
      ...filters,
    ],
    { env: { ...process.env, ...browser } },
  );
  const code = await run(program, alone);
  const json = readJson<PlaywrightReport>(path);
  if (json === null) return { passed: 0, failed: 1, files: [] };
  const { expected, unexpected, flaky, skipped } = json.stats;
  return {
    passed: expected,
    failed: atLeastOne(unexpected + flaky + skipped, code),
    files: json.suites.map((suite) => ({ file: join('tests', 'e2e', suite.file), ms: durationOf(suite) })),
  };
}

/** Whether every test that tests/asvs.md names ran here and passed. */
function namedTestsRan(): Promise<Outcome> {
  const passed: Passed = new Map();
  for (const name of ['unit', wholeFolders() ? 'worker-suites' : 'worker', 'faults', 'playwright']) {
    const json = readJson<Parameters<typeof notePassed>[2]>(join(OUTPUT, `${name}.json`));
    if (json !== null) notePassed(passed, ROOT, json);
  }
  const requirements = requirementsOf(readFileSync(join(ROOT, 'tests', 'asvs.md'), 'utf8'));
  const missing = notRun(requirements, passed);
  for (const line of missing) console.log(`tests/asvs.md names a test that did not pass: ${line}`);
  const failed = missing.length === 0 && requirements.length > 0 ? 0 : 1;
  return Promise.resolve({ passed: 1 - failed, failed, files: [] });
}

/** A runner that ended badly has failed, whatever its report says. */
function atLeastOne(failed: number, code: number): number {
  return code === 0 ? failed : Math.max(failed, 1);
}

type VitestReport = {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
};

type PlaywrightSuite = {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
};

type PlaywrightReport = {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly PlaywrightSuite[];
};

function durationOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

function readJson<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}
