// tests/asvs.md: every requirement of levels 1 and 2 once, each with a verdict that is allowed and evidence that is there. That the
// named tests ran and passed, `npm test` checks after all of them (worker/commands/evidence.ts).

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Evidence,
  notePassed,
  notRun,
  type Passed,
  requirementsOf,
  summaryOf,
  titlePattern,
  VERDICTS,
} from '../../worker/commands/evidence.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TABLE = readFileSync(join(ROOT, 'tests/asvs.md'), 'utf8');
const requirements = requirementsOf(TABLE);

/** How many requirements the standard's chapters have at levels 1 and 2. */
const CHAPTERS = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
} as const;

const PARTLY_AT_LEVEL_2_MAX = 5;

test('every requirement of levels 1 and 2 is there once, in order, under its chapter', () => {
  const lines = TABLE.split('\n').filter((line) => line.startsWith('| V'));
  expect(requirements).toHaveLength(lines.length);
  expect(requirements).toHaveLength(253);
  const order = requirements.map(({ id }) => id.slice(1).split('.').map(Number));
  const sorted = order.toSorted((a, b) => a.reduce((least, part, at) => least || part - (b[at] ?? 0), 0));
  expect(order).toEqual(sorted);
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(253);
  const found = Object.keys(CHAPTERS).map((chapter) => {
    const own = requirements.filter(({ id }) => id.startsWith(`${chapter}.`));
    return [chapter, [1, 2].map((level) => own.filter((one) => one.level === level).length)];
  });
  expect(Object.fromEntries(found)).toEqual(CHAPTERS);
  for (const part of TABLE.split('\n## ').slice(1)) {
    const [chapter = ''] = part.split(' ');
    expect(requirementsOf(part)).toEqual(requirements.filter(({ id }) => id.startsWith(`${chapter}.`)));
  }
});

test('every verdict is an allowed one: none is missed, and few hold in part', () => {
  const wrong = requirements.filter(
    ({ verdict, reason }) =>
      !VERDICTS.some((allowed) => allowed === verdict) || reason.length > 10 !== (verdict !== 'holds'),
  );
  expect(wrong).toEqual([]);
  const partly = requirements.filter(({ level, verdict }) => level === 2 && verdict === 'partly');
  expect(partly.length).toBeLessThanOrEqual(PARTLY_AT_LEVEL_2_MAX);
  expect(TABLE).toContain(summaryOf(requirements));
});

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  sources.set(file, source);
  return source;
}

test('what holds, all of it or in part, names files that are there and tests that are not skipped', () => {
  const bare = requirements.filter((one) => one.verdict !== 'does not apply' && one.evidence.length === 0);
  expect(bare).toEqual([]);
  const missing = requirements.flatMap(({ id, evidence }) =>
    evidence.filter((one) => !isThere(one)).map(({ file, test: title }) => `${id}: ${file} › ${title}`),
  );
  expect(missing).toEqual([]);
});

/** A test file is named with a test of it. */
function isThere({ file, test: title }: Evidence): boolean {
  if (!existsSync(join(ROOT, file))) return false;
  return title === null ? !file.includes('.test.ts') : isPlainTest(sourceOf(file), title);
}

/** A test with this title that runs in every run: not skipped, not of the deep run alone. */
function isPlainTest(source: string, title: string): boolean {
  const calls = ["'", '"', '`'].flatMap((quote) => {
    const at = source.indexOf(quote + title + quote);
    return at === -1 ? [] : [source.slice(0, at).trimEnd().split('\n').slice(-40).join('\n')];
  });
  const [before] = calls;
  if (before === undefined || title.includes('@deep')) return false;
  return /(?:\b(?:test|inEnglish)|\))\($/u.test(before) && !/\.(?:skip|todo|fails)\b/u.test(source);
}

test('the check sees what is skipped, deep, or no test', () => {
  expect(isPlainTest("test('a', () => {})", 'a')).toBe(true);
  expect(isPlainTest("test.each([1])('a %i', () => {})", 'a %i')).toBe(true);
  expect(isPlainTest("test.skip('a', () => {})", 'a')).toBe(false);
  expect(isPlainTest("deepTest('a', () => {})", 'a')).toBe(false);
  expect(isPlainTest("describe('a', () => {})", 'a')).toBe(false);
  expect(isPlainTest("const a = 'a'", 'a')).toBe(false);
});

test('a named test counts as run when a report says that one of its cases passed', () => {
  const [requirement] = requirementsOf(
    '| V1.1.1 | 2 | topic | holds | `tests/worker/a/b.test.ts › of %s is $name`, `tests/e2e/c.test.ts › d (${locale})`, `README.md` |',
  );
  const named = requirement === undefined ? [] : [requirement];
  const missing = (...reports: Parameters<typeof notePassed>[2][]) => {
    const passed: Passed = new Map();
    for (const report of reports) notePassed(passed, '/root', report);
    return notRun(named, passed).length;
  };
  const vitest = (status: string) => ({
    testResults: [
      {
        name: '/root/tests/worker/a.suite.ts',
        assertionResults: [{ ancestorTitles: ['./a/b.test.ts'], title: 'of 7 is x', status }],
      },
    ],
  });
  const playwright = (ok: boolean) => ({
    suites: [
      {
        file: 'c.test.ts',
        specs: [],
        suites: [{ file: 'c.test.ts', specs: [{ title: 'd (en)', ok, tests: [1] }] }],
      },
    ],
  });
  expect(missing()).toBe(2);
  expect(missing(vitest('skipped'), playwright(false))).toBe(2);
  expect(missing(vitest('passed'), playwright(false))).toBe(1);
  expect(missing(vitest('passed'), playwright(true))).toBe(0);
  expect(titlePattern('a.b').test('axb')).toBe(false);
});
