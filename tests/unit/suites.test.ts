// `npm test` runs the worker tests as suites (tests/support/suite.ts): a file that no suite names would never run.

import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';

const WORKER = resolve(import.meta.dirname, '../worker');

const ALONE = '.alone.test.ts';

test.each([
  ['filesOf', 'exactly one suite', (file: string) => !file.endsWith(ALONE)],
  ['aloneFilesOf', 'exactly one suite with databases of their own', (file: string) => file.endsWith(ALONE)],
])('%s: each worker test file is in %s', (call, _, isMeant) => {
  const globs = globSync('*.suite.ts', { cwd: WORKER })
    .map((suite) => readFileSync(resolve(WORKER, suite), 'utf8'))
    .filter((suite) => suite.includes(`\n${call}(`))
    .flatMap((suite) => [...suite.matchAll(/'\.\/([^']+\.test\.ts)'/gu)].map(([, glob = '']) => glob));
  const files = globSync('**/*.test.ts', { cwd: WORKER }).filter(isMeant);
  expect(files.length).toBeGreaterThan(10);
  const wrong = files.filter((file) => globs.filter((glob) => matchesGlob(file, glob)).length !== 1);
  expect(wrong).toEqual([]);
});
