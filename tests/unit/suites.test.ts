// `npm test` runs the worker tests as suites (tests/support/suite.ts): a file that no suite names would never run.

import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';

const WORKER = resolve(import.meta.dirname, '../worker');

test('each worker test file is in exactly one suite, or runs alone', () => {
  const globs = globSync('*.suite.ts', { cwd: WORKER }).flatMap((suite) =>
    [...readFileSync(resolve(WORKER, suite), 'utf8').matchAll(/'\.\/([^']+\.test\.ts)'/gu)].map(
      ([, glob = '']) => glob,
    ),
  );
  const files = globSync('**/*.test.ts', { cwd: WORKER }).filter((file) => !file.endsWith('.alone.test.ts'));
  expect(files.length).toBeGreaterThan(40);
  const wrong = files.filter((file) => globs.filter((glob) => matchesGlob(file, glob)).length !== 1);
  expect(wrong).toEqual([]);
});
