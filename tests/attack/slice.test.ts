// A few seconds of the attack in every run of the tests, with another seed each time, and all of it in the deep one. What the worker tests
// do not ask: every route's every field with values of no page, forged tokens against the deployed bundle, and whether each text field has
// its place among those that are written or refused.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { capture, node } from '../../worker/commands/processes.ts';
import { ROOT } from '../bench/settings.ts';
import { forgeriesOf, hmacSigner } from './forged.ts';
import { faultOf } from './judge.ts';
import { compared } from './rank-test.ts';
import { secretsIn } from './secrets.ts';

const SEED = randomBytes(4).toString('hex');
const LENGTH = inject('deep') ? ['--minutes', '10'] : ['--minutes', '0.17', '--only', 'fields,routes,tokens'];
/** A busy machine is no reason to fail. */
const PATIENCE_MS = inject('deep') ? 1_800_000 : 240_000;
/** Other tests run beside it, some with time limits that are real. */
const GIVES_WAY = 10;

test(
  `nothing is found, seed ${SEED}`,
  async () => {
    const bundle = join(ROOT, 'tests', '.output', 'deploy');
    const command = join(ROOT, 'tests', 'attack', 'command.ts');
    const program = node([command, '--seed', SEED, '--bundle', bundle, ...LENGTH]);
    const { code, output } = await capture({ ...program, niceness: GIVES_WAY });
    expect(output).toMatch(/\n0 found\n$/u);
    expect(code).toBe(0);
  },
  PATIENCE_MS,
);

describe('what is found', () => {
  const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" };
  const answer = (status: number, type: string, text: string, more = {}) => ({
    status,
    ms: 0,
    text,
    headers: { ...headers, 'content-type': type, ...more },
  });
  const asked = { mark: 'echo', isApi: true };
  const PROBLEM = 'application/problem+json';

  test.each([
    ['an error of ours', answer(500, PROBLEM, '{"code":"Internal"}'), '500'],
    ['a refusal in plain text', answer(400, 'text/plain', 'no'), 'no problem'],
    ['a code that nobody knows', answer(400, PROBLEM, '{"code":"Nonsense"}'), 'without a code'],
    ['a code with another status', answer(400, PROBLEM, '{"code":"NotFound"}'), 'NotFound is 404'],
    ['our words', answer(404, PROBLEM, '{"code":"NotFound","detail":"echo"}'), 'says our words'],
    ['a stack', answer(404, PROBLEM, '{"code":"NotFound","detail":"TypeError: x"}'), 'innards'],
    ['SQL', answer(404, PROBLEM, '{"code":"NotFound","detail":"SELECT a FROM b"}'), 'innards'],
    ['markup in a page', answer(200, 'text/html', '<p><echo></p>'), 'our markup'],
    ['a way out', answer(302, 'text/html', '', { location: '//evil.example' }), 'elsewhere'],
    [
      'a type that may be guessed',
      answer(200, 'text/html', '', { 'x-content-type-options': 'x' }),
      'no X-Content',
    ],
  ])('%s', (_what, reply, said) => expect(faultOf(reply, asked)).toContain(said));

  test('nothing, where all is well', () => {
    expect(faultOf(answer(404, PROBLEM, '{"code":"NotFound"}'), asked)).toBeNull();
    expect(faultOf(answer(503, PROBLEM, '{"code":"Unavailable"}'), asked)).toBeNull();
    expect(faultOf(answer(200, 'application/json', '{"name":"<echo>"}'), asked)).toBeNull();
  });

  test('times that differ, and no others', () => {
    const times = (from: number) => Array.from({ length: 60 }, (_, n) => from + ((n * 7) % 20));
    expect(compared(times(0), times(0))).toMatchObject({ above: 0.5, differenceMs: 0, p: 1 });
    const apart = compared(times(100), times(0));
    expect(apart.above).toBe(1);
    expect(apart.p).toBeLessThan(1e-6);
    // By hand: 1 to 5 against 6 to 10 is U = 0, z = 12 / sqrt(275 / 12).
    expect(compared([1, 2, 3, 4, 5], [6, 7, 8, 9, 10]).p).toBeCloseTo(0.01219, 4);
  });

  test('secrets, and not what guards nothing', () => {
    const drawn = randomBytes(30).toString('base64url');
    expect(secretsIn(`API_KEY = "${drawn}1a"`)).toHaveLength(1);
    expect(secretsIn(`${'-----BEGIN'} PRIVATE KEY-----\n${'Ab1+'.repeat(30)}\n`)).toHaveLength(1);
    expect(secretsIn(`SESSION_SECRET: 'test-session-secret-0123456789abcdef'`)).toEqual([]);
  });

  test('no two forgeries are one', () => {
    const sort = {
      header: { alg: 'HS256', kid: 'k' },
      claims: { sub: 'a' },
      sign: hmacSigner(Buffer.alloc(32)),
    };
    const forged = forgeriesOf(sort, [['nothing', '']]);
    expect(new Set(forged.map(([name]) => name)).size).toBe(forged.length);
    expect(forged.length).toBeGreaterThan(70);
  });
});
