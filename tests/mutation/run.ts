// `npm run mutate`: switches on one small fault after the other in the code that money, its ledger and identity rest on, and runs the tests
// that reach it. A fault that no test finds is a survivor: it wants a test, or a reason in survivors.json. options.ts has the flags.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chance } from '../../worker/commands/seed-random.ts';
import { Asker } from './asker.ts';
import { coverageOf } from './coverage.ts';
import { instrument, type Mutant, ROOT } from './instrument.ts';
import { Lane } from './lane-process.ts';
import { Memory } from './memory.ts';
import { readOptions, USAGE } from './options.ts';
import { writeRecord } from './record.ts';
import { askInWorkerd } from './workerd.ts';
import { type Excused, reportOf } from './report.ts';

const OUTPUT = join(ROOT, 'tests', '.output', 'mutation');
const KNOWN = join(import.meta.dirname, 'survivors.json');
const SAVE_EVERY = 50;

const asked = readOptions(process.argv.slice(2));
if (!asked.ok) {
  console.error(`${asked.error}\n\n${USAGE}`);
  process.exit(2);
}
const { names, minutes, seed, lanes, only, again, workerd } = asked.value;
const { mutants, code } = await instrument();
mkdirSync(OUTPUT, { recursive: true });
const codeFile = join(OUTPUT, `instrumented-${process.pid}.json`);
writeFileSync(codeFile, JSON.stringify([...code]));
const inScope = mutants.filter(({ id, file }) =>
  only === null ? names.length === 0 || names.some((name) => file.includes(name)) : id === only,
);
const memory = new Memory();
const running = Array.from({ length: lanes }, () => new Lane(codeFile));
const { reachers, leftOut } = await coverageOf(inScope, mutants, running, memory);

const asker = new Asker(reachers, memory);
const waiting = drawn(inScope.filter((mutant) => isWanted(mutant)));
const inRun = again ? new Set<string>() : null;
const until = minutes === null ? Infinity : performance.now() + minutes * 60_000;
const started = performance.now();
console.log(
  `${inScope.length} mutants of ${mutants.length}, seed ${seed}; ${waiting.length} are to be asked.`,
);
let count = 0;
if (workerd) {
  for (const lane of running) lane.end();
  count = await askInWorkerd(waiting, mutants, code, memory, { until, save });
} else await Promise.all(running.map(work));
save();

const known = JSON.parse(readFileSync(KNOWN, 'utf8')) as readonly Excused[];
const tried = inScope.flatMap((mutant) => {
  const found = inRun === null || inRun.has(mutant.key) ? asker.known(mutant) : null;
  return found === null ? [] : [{ ...mutant, ...found }];
});
writeFileSync(join(OUTPUT, 'report.json'), JSON.stringify({ seed, tried }, null, 2));
const { lines, isEnough } = reportOf(tried, inScope, known);
console.log(lines.join('\n'));
console.log(
  `${count} asked in ${Math.round((performance.now() - started) / 1000)} s; the same draw: npm run mutate -- --seed ${seed}`,
);
if (leftOut > 0) console.log(`${leftOut} test files were left out.`);
process.exit(isEnough && leftOut === 0 ? 0 : 1);

function save(): void {
  memory.save();
  writeRecord(mutants, (key) => memory.foundOf(key)?.outcome ?? null);
}

function isWanted(mutant: Mutant): boolean {
  const found = memory.foundOf(mutant.key);
  // Only a test in workerd can say again what one has said.
  if (found?.outcome === 'killed in workerd')
    return workerd && (again || asker.known(mutant)?.isOld === true);
  if (workerd) return found === null ? !asker.isReached(mutant) : found.outcome === 'survived';
  return again || only !== null || asker.known(mutant)?.isOld !== false;
}

/** What nothing is known of first, then what was found by a test file that has changed since. */
function drawn(all: readonly Mutant[]): Mutant[] {
  const chance = new Chance(`mutants-${seed}`);
  return all
    .map((mutant) => ({ mutant, isOld: asker.known(mutant)?.isOld === true, at: chance.bits() }))
    .toSorted((a, b) => Number(b.isOld) - Number(a.isOld) || a.at - b.at)
    .map(({ mutant }) => mutant);
}

async function work(lane: Lane): Promise<void> {
  const taken = asker.taker(lane);
  for (;;) {
    const mutant = performance.now() < until ? waiting.pop() : undefined;
    if (mutant === undefined) return lane.end();
    for (const doubted of await taken(mutant)) waiting.push(doubted);
    inRun?.add(mutant.key);
    count += 1;
    if (count % SAVE_EVERY === 0) {
      save();
      const each = (performance.now() - started) / count;
      console.log(`${count} asked, ${waiting.length} left, ${Math.round(each)} ms each`);
    }
  }
}
