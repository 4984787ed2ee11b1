// Twenty seconds of faults in every run of the tests, ten minutes in the deep one, each time with another seed.

import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ROOT } from '../bench/settings.ts';
import { type Outcome, runFaults } from './run.ts';

const SECONDS = inject('deep') ? 600 : 20;
const SEED = randomBytes(4).toString('hex');
/** Other tests run beside it, some with time limits that are real. */
const GIVES_WAY = 10;

describe(`faults, seed ${SEED}`, () => {
  let outcome: Outcome;

  beforeAll(async () => {
    setPriority(GIVES_WAY);
    outcome = await runFaults({
      seed: SEED,
      seconds: SECONDS,
      bundle: join(ROOT, 'tests', '.output', 'deploy'),
      previous: null,
      only: null,
      repeat: `npm run faults -- --seed ${SEED} --minutes ${SECONDS / 60}`,
      say: (line) => console.log(line),
    });
  });

  const found = (kind: string) => outcome.findings.filter((one) => one.kind === kind);

  test('nothing that was acknowledged is lost', () => expect(found('lost')).toEqual([]));

  test('nothing is there twice', () => expect(found('doubled')).toEqual([]));

  test('the books, the closes, the prices and every answer are right', () =>
    expect(found('wrong')).toEqual([]));

  test('customers were at work, and the runtime was killed meanwhile', () => {
    expect(outcome.kills).toBeGreaterThan(0);
    expect(outcome.faults.size).toBeGreaterThan(1);
    expect(outcome.operations.told).toBeGreaterThan(20);
  });
});
