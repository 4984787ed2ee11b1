// `npm run soak`: everybody at work for a while, a table of what was measured, and whatever is not as it should be.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../bench/bundled.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runSoak } from './run.ts';
import type { Trend } from './trend.ts';
import { judge, JUDGED_SECONDS, SLOPE_MAX, TAIL_RATIO_MAX, tableOf } from './verdict.ts';

/** Of a window, as long as it is; a short run has shorter ones. */
const WINDOW_SECONDS = 60;
const FEWEST_WINDOWS = 6;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    sockets: { type: 'string', default: '2000' },
    customers: { type: 'string', default: '200' },
    bundle: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = values.seed ?? randomBytes(4).toString('hex');
const [seconds, sockets, customers] = [
  Number(values.minutes) * 60,
  Number(values.sockets),
  Number(values.customers),
];
if (!(seconds > 0) || !(sockets >= customers) || !(customers > 0)) {
  console.error(
    'Usage: npm run soak [-- --minutes N] [--seed S] [--sockets N] [--customers N] [--bundle FOLDER] [--verbose]\nEach customer has a socket.',
  );
  process.exit(2);
}
const folder = scratchFolder('soak-bundle');
const bundle = values.bundle ?? (await bundled(join(folder, 'bundle')));
const repeat = `npm run soak -- --seed ${seed} --minutes ${values.minutes} --sockets ${sockets} --customers ${customers}`;
console.log(repeat);
const soak = await runSoak({
  seed,
  seconds,
  sockets,
  customers,
  operators: 4,
  windows: Math.max(FEWEST_WINDOWS, Math.round(seconds / WINDOW_SECONDS)),
  cronMs: Math.min(60_000, (seconds * 1_000) / 4),
  bundle,
  say: (line) => console.log(line),
});
const { heap, resident, tails, findings } = judge(soak);
const { followed, crons, databaseMiB } = soak;
const ratios = Object.entries(tails).map(([kind, tail]) =>
  tail === null ? `${kind} too few` : `${kind} ${tail.ratio.toFixed(2)} (${tail.name})`,
);
const lineOf = (trend: Trend | null) => {
  if (trend === null) return 'too few samples';
  const [slope, low, high] = [trend.slope, trend.low, trend.high].map((value) => value.toFixed(1));
  return `${slope} MiB an hour, 95 of 100: ${low} to ${high}`;
};
if (values.verbose)
  for (const [line, often] of [...soak.statuses].toSorted()) console.log(`${often} x ${line}`);
console.log(`
${tableOf(soak)}

heap        ${lineOf(heap)} (found when all of that is above ${SLOPE_MAX})
resident    ${lineOf(resident)} (the runtime with its emulator of D1, which keeps more the more it is asked)
longest     last third beside the first: ${ratios.join(', ')} (found above ${TAIL_RATIO_MAX})
sockets     ${followed.sockets} heard ${followed.frames} frames of ${followed.ticks} numbers, ${followed.fewest} the one that heard least; ${followed.gaps} numbers nobody heard, ${followed.backwards} older, ${followed.closed} closed; ${followed.passed} passed by
crons       ${crons.done} of ${crons.fired}
operations  ${soak.operations} asked
database    ${databaseMiB.map((size) => size.toFixed(0)).join(' to ')} MiB
findings    ${findings.length}`);
if (seconds < JUDGED_SECONDS)
  console.log(`Of less than ${JUDGED_SECONDS / 60} minutes memory and p99 are not judged.`);
for (const finding of findings) console.log(`  ${finding}`);
if (findings.length > 0) console.log(`  again: ${repeat}`);
process.exit(findings.length > 0 ? 1 : 0);
