// Twenty seconds of faults in every run of the tests, ten minutes in the deep one, each time with another seed.

import { randomBytes } from 'node:crypto';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ROOT } from '../bench/settings.ts';
import { History } from './history.ts';
import { Random } from './random.ts';
import { LEAST_FAULTS, type Outcome, runFaults } from './run.ts';

const SECONDS = inject('deep') ? 600 : 20;
const SEED = randomBytes(4).toString('hex');
/** A busy machine is no reason to fail. */
const PATIENCE_MS = (SECONDS + 280) * 1_000;
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
      disk: null,
      only: null,
      repeat: `npm run faults -- --seed ${SEED} --minutes ${SECONDS / 60}`,
      say: (line) => console.log(line),
    });
  }, PATIENCE_MS);

  const found = (kind: string) => outcome.findings.filter((one) => one.kind === kind);

  test('nothing that was acknowledged is lost', () => expect(found('lost')).toEqual([]));

  test('nothing is there twice', () => expect(found('doubled')).toEqual([]));

  test('the books, the closes, the prices and every answer are right', () =>
    expect(found('wrong')).toEqual([]));

  test('customers were at work, and the runtime was killed meanwhile', () => {
    expect(outcome.kills).toBeGreaterThan(0);
    expect(outcome.faults.size).toBeGreaterThanOrEqual(LEAST_FAULTS);
    expect(outcome.operations.told).toBeGreaterThan(0);
  });
});

describe('what is found', () => {
  const reply = (status: number, text: string) => ({ status, text, headers: {}, ms: 1 });
  const done = reply(201, '{"done":1}');

  test.each([
    ['the same bytes again', [done, null, reply(503, ''), done], []],
    ['other bytes', [done, reply(201, '{"done":2}')], ['wrong']],
    ['a refusal of what was acknowledged', [done, reply(422, '{"code":"InsufficientFunds"}')], ['lost']],
    [
      'a session that ended, or asks who it is',
      [done, reply(401, ''), reply(403, '{"code":"StepUpRequired"}')],
      [],
    ],
    ['a refusal, and later room for it', [reply(422, '{"code":"InsufficientFunds"}'), done], []],
  ])('%s', (_name, replies, kinds) => {
    const history = new History();
    const operation = history.open('ana', '/api/trades', { quote: 'q' }, 'key');
    for (const one of replies) history.hear(operation, one);
    expect(history.findings.map(({ kind }) => kind)).toEqual(kinds);
  });

  test.each([
    ['is refused', [reply(422, '{"code":"InsufficientFunds"}')], true],
    ['and sent again without an answer, is not decided', [reply(422, ''), null], false],
    ['and sent again amid trouble, is not decided', [reply(422, ''), reply(503, '')], false],
    ['and sent again without a session, is refused', [reply(422, ''), reply(401, '')], true],
  ])('what there was no room for, %s', (_name, replies, isRefused) => {
    const history = new History();
    const operation = history.open('ana', '/api/trades', { quote: 'q' }, 'key');
    for (const one of replies) history.hear(operation, one);
    expect(operation.isRefused).toBe(isRefused);
  });

  test('an answer of 500', () => {
    const history = new History();
    history.note('GET', '/api/portfolio', reply(500, '{"code":"Internal"}'));
    expect(history.findings).toHaveLength(1);
  });

  test('the same seed draws the same', () => {
    const drawn = (seed: string) => new Random(seed).shuffled([1, 2, 3, 4, 5, 6, 7, 8]).join('');
    expect(drawn('a')).toBe(drawn('a'));
    expect(new Set(['a', 'b', 'c', 'd'].map(drawn)).size).toBeGreaterThan(1);
  });
});
