// `npm run faults`: a run, its table, and of what was found the command that repeats it.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../bench/bundled.ts';
import { scratchFolder } from '../support/scratch.ts';
import { percentile } from '../bench/statistics.ts';
import { FAULTS } from './nemesis.ts';
import { bundledAt } from './older-release.ts';
import { mountOwnDisk } from './own-disk.ts';
import { type Outcome, runFaults, together } from './run.ts';

const BACK_WITHIN_MS = 3_000;
/** Each look reads all that was ever done, so a long run is several lives, each with a database of its own. */
const LIFE_SECONDS = 600;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1.5' },
    seed: { type: 'string' },
    only: { type: 'string' },
    previous: { type: 'string' },
    bundle: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = values.seed ?? randomBytes(4).toString('hex');
const seconds = Number(values.minutes) * 60;
const isKnown = ({ name }: { readonly name: string }) => name.includes(values.only ?? '');
if (!(seconds > 0) || !FAULTS.some(isKnown)) {
  console.error(
    'Usage: npm run faults [-- --minutes N] [--seed S] [--only PART-OF-A-NAME] [--previous COMMIT] [--bundle FOLDER] [--verbose]',
  );
  console.error(`Faults:\n  ${FAULTS.map(({ name }) => name).join('\n  ')}`);
  process.exit(2);
}
const folder = scratchFolder('faults-bundle');
const bundle = values.bundle ?? (await bundled(join(folder, 'bundle')));
const previous = values.previous === undefined ? null : await bundledAt(values.previous, folder);
const more = (['only', 'previous'] as const).flatMap((name) =>
  values[name] === undefined ? [] : [` --${name} '${values[name]}'`],
);
const disk = mountOwnDisk(folder);
const lives: Outcome[] = [];
for (let left = seconds; left > 0; left -= LIFE_SECONDS) {
  const own = lives.length === 0 ? seed : `${seed}-${lives.length + 1}`;
  const life = Math.min(left, LIFE_SECONDS);
  const repeat = `npm run faults -- --seed ${own} --minutes ${life / 60}${more.join('')}`;
  console.log(repeat);
  lives.push(
    await runFaults({
      seed: own,
      seconds: life,
      bundle,
      previous,
      disk,
      only: values.only ?? null,
      repeat,
      say: (line) => console.log(line),
    }),
  );
}
const outcome = together(lives);

const { findings, operations } = outcome;
const count = (kind: string) => findings.filter((one) => one.kind === kind).length;
const p99 = percentile(outcome.recoveries, 0.99);
const times = (list: readonly number[]) =>
  list.length === 0
    ? 'never'
    : [0.5, 0.99].map((share) => `p${share * 100} ${Math.round(percentile(list, share))} ms`).join(', ');
console.log('\nfault | times\n--- | ---');
for (const [name, often] of outcome.faults) console.log(`${name} | ${often}`);
for (const why of outcome.left) console.log(`not done: ${why}`);
if (values.verbose) {
  for (const [line, often] of [...outcome.statuses].toSorted()) console.log(`${often} x ${line}`);
  for (const [line, often] of [...outcome.said].toSorted()) console.log(`${often} x said ${line}`);
}
console.log(`
kills       ${outcome.kills}
requests    ${outcome.requests}
operations  ${operations.asked} asked, ${operations.told} acknowledged, ${operations.refused} refused
replies     ${outcome.lostReplies} lost after the commit
crons       ${outcome.crons}
lost        ${count('lost')}
doubled     ${count('doubled')}
wrong       ${count('wrong')}
back        after a kill ${times(outcome.recoveries)} (bar ${BACK_WITHIN_MS} ms); after whatever was healed ${times(outcome.healed)}`);
process.exit(findings.length > 0 || p99 > BACK_WITHIN_MS ? 1 : 0);
