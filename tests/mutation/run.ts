// `npm run mutate`: switches on one small fault after the other in the code that money, its ledger and identity rest on, and runs the tests
// that reach it. A fault that no test finds is a survivor: it wants a test, or a reason in survivors.json. options.ts has the flags.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chance } from '../../worker/commands/seed-random.ts';
import { testsThatImport } from './imports.ts';
import { instrument, type Mutant, ROOT } from './instrument.ts';
import type { Ran } from './lane.ts';
import { Lane } from './lane-process.ts';
import { readOptions, USAGE } from './options.ts';
import { type Known, reportOf, type Tried } from './report.ts';

const OUTPUT = join(ROOT, 'tests', '.output', 'mutation');
const KNOWN = join(import.meta.dirname, 'survivors.json');
/** A tried mutant is stopped after this, or after five times what its tests usually take: it does not end. */
const LEAST_WAIT_MS = 60_000;
const SLOWER = 5;
const HITS_MORE = 100;
const LEAST_HITS = 10_000;

const asked = readOptions(process.argv.slice(2));
if (!asked.ok) {
  console.error(`${asked.error}\n\n${USAGE}`);
  process.exit(2);
}
const { names, minutes, seed, lanes, only } = asked.value;
const { mutants, code } = await instrument();
mkdirSync(OUTPUT, { recursive: true });
const codeFile = join(OUTPUT, 'instrumented.json');
writeFileSync(codeFile, JSON.stringify([...code]));
const inScope = mutants.filter(({ id, file }) =>
  only === null ? names.length === 0 || names.some((name) => file.includes(name)) : id === only,
);
console.log(
  `${inScope.length} mutants of ${mutants.length}, seed ${seed}. The tests run once without a mutant ...`,
);

const first = new Lane(codeFile);
const files = testsThatImport(new Set(inScope.map(({ file }) => file)));
const usual = await first.ask({ mutant: '', hitLimit: 0, files });
const broken = usual?.filter(({ failed }) => failed) ?? [];
if (usual === null || broken.length > 0) {
  console.error('Tests that fail without a mutant:', broken.map(({ file }) => file).join(', '));
  process.exit(1);
}
const reaching = new Map<string, Ran[]>();
for (const ran of usual)
  for (const id of Object.keys(ran.reached)) reaching.set(id, [...(reaching.get(id) ?? []), ran]);

/** How often a test file found a mutant of a source file: it is the first to be asked about the next one. */
const found = new Map<string, number>();
const until = minutes === null ? Infinity : performance.now() + minutes * 60_000;
const waiting = drawn(inScope);
const tried: Tried[] = [];
const started = performance.now();
await Promise.all([first, ...Array.from({ length: lanes - 1 }, () => new Lane(codeFile))].map(work));

const known = JSON.parse(readFileSync(KNOWN, 'utf8')) as readonly Known[];
writeFileSync(join(OUTPUT, 'report.json'), JSON.stringify({ seed, tried }, null, 2));
const { lines, isEnough } = reportOf(tried, inScope.length, known);
console.log(lines.join('\n'));
console.log(`${Math.round((performance.now() - started) / 1000)} s; again: npm run mutate -- --seed ${seed}`);
process.exit(isEnough ? 0 : 1);

function drawn(all: readonly Mutant[]): Mutant[] {
  const chance = new Chance(`mutants-${seed}`);
  return all
    .map((mutant) => ({ mutant, at: chance.bits() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant);
}

async function work(lane: Lane): Promise<void> {
  for (;;) {
    const mutant = performance.now() < until ? waiting.pop() : undefined;
    if (mutant === undefined) return lane.end();
    tried.push({ ...mutant, ...(await outcomeOf(lane, mutant)) });
    if (tried.length % 100 === 0) console.log(`${tried.length} tried, ${waiting.length} left`);
  }
}

async function outcomeOf(lane: Lane, { id, file }: Mutant): Promise<Pick<Tried, 'outcome' | 'by'>> {
  const tests = (reaching.get(id) ?? []).toSorted(
    (a, b) => times(file, b.file) - times(file, a.file) || a.ms - b.ms,
  );
  if (tests.length === 0) return { outcome: 'not reached', by: null };
  const hits = Math.max(...tests.map(({ reached }) => reached[id] ?? 0));
  const sum = tests.reduce((total, { ms }) => total + ms, 0);
  const ran = await lane.ask(
    { mutant: id, hitLimit: Math.max(LEAST_HITS, hits * HITS_MORE), files: tests.map((test) => test.file) },
    Math.max(LEAST_WAIT_MS, sum * SLOWER),
  );
  if (ran === null) return { outcome: 'no end', by: null };
  const by = ran.find(({ failed }) => failed)?.file ?? null;
  if (by === null) return { outcome: 'survived', by };
  found.set(`${file} ${by}`, times(file, by) + 1);
  return { outcome: 'killed', by };
}

function times(source: string, test: string): number {
  return found.get(`${source} ${test}`) ?? 0;
}
