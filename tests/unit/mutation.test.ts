// What `npm run mutate` is asked for, which tests it runs, and what it makes of what it found.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testsThatImport } from '../mutation/imports.ts';
import { readOptions } from '../mutation/options.ts';
import { readRecord, writeRecord } from '../mutation/record.ts';
import { intervalOf, reportOf, type Tried } from '../mutation/report.ts';
import { inScratchFolder } from '../support/scratch.ts';

const one = (over: Partial<Tried>): Tried => ({
  id: '7',
  key: 'worker/domain/fees.ts 0 7',
  isOld: false,
  file: 'worker/domain/fees.ts',
  line: 3,
  operator: 'EqualityOperator',
  was: 'a < b',
  became: 'a <= b',
  outcome: 'killed',
  by: 'tests/unit/money/fees.test.ts',
  ...over,
});
const killed = (n: number): Tried[] => Array.from({ length: n }, () => one({}));

describe('the report', () => {
  test.each([
    ['all were found', killed(20), [], 'Found: 100.0 %', true],
    ['19 of 20', [...killed(19), one({ outcome: 'survived', by: null })], [], 'Found: 95.0 %', true],
    [
      '18 of 20',
      [...killed(18), one({ outcome: 'survived' }), one({ outcome: 'not reached' })],
      [],
      'Found: 90.0 %',
      false,
    ],
    ['what does not end is found', [...killed(9), one({ outcome: 'no end' })], [], 'Found: 100.0 %', true],
    ['so is what workerd finds', [one({ outcome: 'killed in workerd' })], [], 'Found: 100.0 %', true],
    ['none was tried', [], [], 'Found: 100.0 %', true],
  ] as const)('%s', (_, tried, known, line, isEnough) => {
    const report = reportOf(tried, tried, known);
    expect(report.lines.at(-1)).toContain(line);
    expect(report.isEnough).toBe(isEnough);
  });

  test('names each survivor with how to see it again, unless it has a reason', () => {
    const survivor = one({ outcome: 'survived', by: null });
    const lines = reportOf([survivor], [survivor], []).lines;
    expect(lines.slice(0, 2)).toEqual([
      'worker/domain/fees.ts',
      '  3: a < b  ->  a <= b  (EqualityOperator, survived, --only 7)',
    ]);
    const known = {
      file: survivor.file,
      was: survivor.was,
      became: survivor.became,
      reason: 'they are never equal',
    };
    const excused = reportOf([survivor, ...killed(1)], killed(2), [known]);
    expect(excused.lines.join('\n')).not.toContain('a <= b');
    expect(excused.lines.join('\n')).toContain('1 survived with a reason, 0 without');
    expect(excused.isEnough).toBe(true);
  });
});

test('of a sample the report says how sure its share is, and of an older finding that its test has changed', () => {
  expect(intervalOf(95, 100)).toBe('88.8 to 97.8 %');
  expect(intervalOf(0, 0)).toBe('0.0 to 100.0 %');
  expect(reportOf(killed(3), killed(4), []).lines.at(-2)).toContain('4 mutants, 3 asked, 3 found');
  expect(reportOf(killed(3), killed(4), []).lines.at(-2)).toContain('95 % interval');
  expect(reportOf(killed(4), killed(4), []).lines.at(-2)).not.toContain('interval');
  const old = reportOf([one({ isOld: true }), one({})], killed(2), []);
  expect(old.lines.at(-2)).toContain('1 of those are to be asked again: a test has changed since');
});

test('a run is asked for by names, minutes and a seed, and nothing else is understood', () => {
  expect(readOptions(['ledger', '--minutes', '0', '--seed', '7'])).toEqual({
    ok: true,
    value: { names: ['ledger'], minutes: null, seed: 7, lanes: 2, only: null, again: false, workerd: false },
  });
  const wrong = ['--minutes=1.5', '--lanes=0', '--lanes=17', '--seed=x', '--all'];
  expect(wrong.filter((arg) => readOptions([arg]).ok)).toEqual([]);
});

test('only test files that import a file, however indirectly, can reach it', () => {
  const reaching = testsThatImport(new Set(['worker/domain/fees.ts']));
  expect(reaching.get('tests/unit/money/fees.test.ts')?.near.has('worker/domain/fees.ts')).toBe(true);
  expect([...reaching.keys()].every((file) => file.startsWith('tests/unit/'))).toBe(true);
  expect(testsThatImport(new Set(['worker/domain/nothing.ts'])).size).toBe(0);
});

describe('the record that git keeps', () => {
  const mutants = [0, 1, 3].map((at) => ({ file: 'a.ts', key: `a.ts h1 ${at}` }));

  test('has a letter for each mutant, adds to what is there, and forgets a file that has changed', () =>
    inScratchFolder('mutants', async (folder) => {
      const file = join(folder, 'found.json');
      writeRecord(mutants, (key) => (key === 'a.ts h1 1' ? 'survived' : null), file);
      writeRecord(mutants, (key) => (key === 'a.ts h1 3' ? 'killed in workerd' : null), file);
      expect([...readRecord(file)]).toEqual([
        ['a.ts h1 1', 'survived'],
        ['a.ts h1 3', 'killed in workerd'],
      ]);
      writeRecord(mutants, (key) => (key === 'a.ts h1 1' ? 'no end' : null), file);
      expect(readRecord(file).get('a.ts h1 1')).toBe('no end');
      writeRecord([{ file: 'a.ts', key: 'a.ts h2 0' }], () => null, file);
      expect([...readRecord(file)]).toEqual([]);
    }));

  test('is nothing where it cannot be read', () =>
    inScratchFolder('mutants', async (folder) => {
      writeFileSync(join(folder, 'found.json'), '{');
      expect(readRecord(join(folder, 'found.json')).size).toBe(0);
      expect(readRecord(join(folder, 'none.json')).size).toBe(0);
    }));
});
