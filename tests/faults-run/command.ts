// `npm run faults`: a run, its table, and of what was found the command that repeats it.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../bench/bundled.ts';
import { recoveryOf, runFaults } from './run.ts';

const BACK_WITHIN_MS = 3_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1.5' },
    seed: { type: 'string' },
    only: { type: 'string' },
    bundle: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = values.seed ?? randomBytes(4).toString('hex');
const seconds = Number(values.minutes) * 60;
if (!(seconds > 0)) {
  console.error(
    'Usage: npm run faults [-- --minutes N] [--seed S] [--only PART-OF-A-NAME] [--bundle FOLDER] [--verbose]',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'onca-faults-bundle-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const bundle = values.bundle ?? (await bundled(join(folder, 'bundle')));
console.log(`seed ${seed}, ${values.minutes} minutes`);
const outcome = await runFaults({
  seed,
  seconds,
  bundle,
  previous: null,
  only: values.only ?? null,
  say: (line) => console.log(line),
});

const { findings, operations } = outcome;
const count = (kind: string) => findings.filter((one) => one.kind === kind).length;
const { p50, p99 } = recoveryOf(outcome);
console.log('\nfault | times\n--- | ---');
for (const [name, times] of outcome.faults) console.log(`${name} | ${times}`);
for (const why of outcome.left) console.log(`not done: ${why}`);
if (values.verbose) {
  for (const [line, times] of [...outcome.statuses].toSorted()) console.log(`${times} x ${line}`);
  for (const [line, times] of [...outcome.said].toSorted()) console.log(`${times} x said ${line}`);
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
back        p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms after a kill (bar ${BACK_WITHIN_MS} ms)`);
if (findings.length > 0) {
  console.log(`repeat with: npm run faults -- --seed ${seed} --minutes ${values.minutes}`);
}
process.exit(findings.length > 0 || p99 > BACK_WITHIN_MS ? 1 : 0);
