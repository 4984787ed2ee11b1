// `npm run bench`: Onça on workerd, a Node peer that runs the same Hono app and SQL, and the floor of the platform, in turns on one
// machine, as one table of ratios. It has no target and asserts nothing but that the books agree afterwards. options.ts has the flags.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, type as system } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { measureAlerts } from './alerts.ts';
import type { Bench } from './bench.ts';
import { bundled } from './bundled.ts';
import { measureFanOut } from './fan-out.ts';
import { type Options, type Part, readOptions, ROUNDS, USAGE } from './options.ts';
import { measureRates, RATE_PARTS } from './rates.ts';
import { measureReads } from './reads.ts';
import { comparisonOf, readRun, type Row, type Run, tableOf, withTable } from './report.ts';
import { scaleOnPaper } from './scale/scale.ts';
import { killServers } from './servers.ts';
import { ROOT } from './settings.ts';
import { measureSignIns } from './sign-ins.ts';
import { measureStart } from './start.ts';

/** Above it the figures would be those of somebody else's work. */
const LOAD_MAX = 1.5;
const OUTPUT = join(ROOT, 'tests', '.output', 'bench.json');
const RATES = new Set<Part>(RATE_PARTS);

const asked = readOptions(process.argv.slice(2));
if (!asked.ok) fail(`${asked.error}\n\n${USAGE}`);
const options = asked.value;
const file = resolve(options.json ?? OUTPUT);
if (options.markdown) {
  const readme = join(ROOT, 'tests', 'README.md');
  writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), readFrom(file)));
  process.exit();
}
// No server and no ratio, so no busy machine spoils it.
if (options.parts.includes('scale')) await scaleOnPaper(options.isShort);
if (options.parts.every((part) => part === 'scale')) process.exit();
const old = options.compare === null ? null : readFrom(options.compare);
const loadBefore = loadavg()[0] ?? 0;
if (loadBefore > LOAD_MAX && !options.isAnyway)
  fail(
    `The load average is ${loadBefore.toFixed(1)}, and above ${LOAD_MAX} the ratios would say nothing. Wait, or add --anyway.`,
  );

const folder = mkdtempSync(join(tmpdir(), 'onca-bench-'));
process.on('exit', () => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const rows: Row[] = [];
try {
  const run = await measured(options);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  report(run);
} catch (error) {
  if (rows.length > 0) console.log(`\n${tableOf(rows)}`);
  console.error(
    `\nThe bench did not come to its end: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
}

async function measured({ parts, rounds, isShort }: Options): Promise<Run> {
  const [began, at] = [performance.now(), new Date().toISOString()];
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${system()} ${release()}, Node ${process.version}`;
  console.log(`${machine}; load average ${loadBefore.toFixed(2)}, ${rounds} rounds\n`);
  const bench: Bench = {
    rounds,
    isShort,
    folder,
    bundle: await bundled(join(folder, 'bundle')),
    isBusy: loadBefore > LOAD_MAX,
    say: (measuredRows) => {
      rows.push(...measuredRows);
      // One line each, so that whoever waits sees that it goes on; the table comes at the end.
      for (const { measure, onca, load } of measuredRows)
        process.stderr.write(
          `  ${measure}: ${onca?.value.toFixed(2) ?? 'measured'} (load ${load.toFixed(1)})\n`,
        );
    },
  };
  const has = (part: Part): boolean => parts.includes(part);
  const ledgers = parts.some((part) => RATES.has(part)) ? await measureRates(bench, parts) : [];
  if (has('reads')) await measureReads(bench);
  if (has('fan-out')) await measureFanOut(bench);
  if (has('sign-ins')) await measureSignIns(bench);
  if (has('alerts')) await measureAlerts(bench);
  if (has('start')) await measureStart(bench);
  const seconds = (performance.now() - began) / 1000;
  return { commit: commit(), at, machine, loadBefore, rounds, short: isShort, seconds, rows, ledgers };
}

function report(run: Run): void {
  console.log(`\n${tableOf(run.rows)}\n`);
  console.log(
    'Onça: the deployed bundle on workerd, on a direct socket, with D1 and the objects of Miniflare.',
  );
  console.log(
    'peer: the same Hono app and SQL on Node, node:sqlite at synchronous=FULL, the ws package; no history is stored.',
  );
  console.log(
    'floor: a bare Worker that does what such a call needs of the platform at the least, and nothing else (tests/README.md).',
  );
  console.log(
    'In brackets the range of the rounds. CPU ms/call: of the server, of what stands beside it. busy: others took the processor.',
  );
  const clients = run.rows.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs.load]));
  if (clients.length > 0)
    console.log(
      `The load shares the cores: ${Math.min(...clients).toFixed(2)} to ${Math.max(...clients).toFixed(2)} CPU ms a call.`,
    );
  if (run.rounds < ROUNDS || run.short)
    console.log('Fewer rounds or calls than usual: to try the bench, not to quote.');
  console.log(`${run.seconds.toFixed(0)} s, load average after: ${(loadavg()[0] ?? 0).toFixed(2)}; ${file}`);
  if (old !== null) console.log(`\n${comparisonOf(old, run)}`);
  for (const { of, seen, findings } of run.ledgers) {
    if (findings.length === 0) {
      console.log(`The books of ${of} agree: ${seen}.`);
      continue;
    }
    process.exitCode = 1;
    console.error(`The books of ${of} do not agree (${seen}):\n  ${findings.join('\n  ')}`);
  }
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`;
}

function readFrom(path: string): Run {
  const run = readRun(textOf(path));
  return run.ok ? run.value : fail(`${path}: ${run.error}`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return fail(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
