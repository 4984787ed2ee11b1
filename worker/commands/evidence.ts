// tests/asvs.md: what each line says, and whether the tests that it names ran and passed, by the reports of the runners.

import { join, relative } from 'node:path';

/** A file, or one test of it by the title in its source. */
export type Evidence = { readonly file: string; readonly test: string | null };

export type Requirement = {
  readonly id: string;
  readonly level: 1 | 2;
  readonly topic: string;
  readonly verdict: string;
  /** Why it does not apply, or holds in part; empty otherwise. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
};

export const VERDICTS = ['holds', 'partly', 'does not apply'] as const;

const ROW = /^\| (V\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|:]+)(?:: ([^|]+))? \| ([^|]*) \|$/u;

export function requirementsOf(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const [, id, level, topic = '', verdict = '', reason = '', evidence = ''] = ROW.exec(line) ?? [];
    if (id === undefined) return [];
    return [{ id, level: level === '1' ? 1 : 2, topic, verdict, reason, evidence: evidenceOf(evidence) }];
  });
}

function evidenceOf(cell: string): Evidence[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = '']) => {
    const [file = '', test = null] = text.split(' › ', 2);
    return { file, test };
  });
}

/** One table for each verdict and level: the lines that stand at the top of the file. */
export function summaryOf(requirements: readonly Requirement[]): string {
  const count = (level: number, verdict: string) =>
    requirements.filter((one) => one.level === level && one.verdict === verdict).length;
  const rows = [1, 2].map((level) => {
    const counts = VERDICTS.map((verdict) => count(level, verdict));
    return `| ${level} | ${counts.join(' | ')} | ${counts.reduce((sum, one) => sum + one, 0)} |`;
  });
  return [
    '| Level | Holds | Partly | Does not apply | In all |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The titles that a title of the source stands for: a table of cases fills in its places. */
export function titlePattern(title: string): RegExp {
  const places = /\$\{[^}]*\}|\$[a-zA-Z]+|%[a-z#]/u;
  const fixed = title.split(places).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  return new RegExp(`^${fixed.join('.*')}$`, 'su');
}

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

type PlaywrightSuite = {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly unknown[];
  }[];
};

/** The titles of the tests that passed, by file. */
export type Passed = Map<string, Set<string>>;

export function notePassed(passed: Passed, root: string, report: VitestReport | PlaywrightReport): void {
  if ('testResults' in report) noteVitest(passed, root, report);
  else for (const suite of report.suites) notePlaywright(passed, suite);
}

export type PlaywrightReport = { readonly suites: readonly PlaywrightSuite[] };

function noteVitest(passed: Passed, root: string, report: VitestReport): void {
  for (const { name, assertionResults } of report.testResults) {
    const ran = relative(root, name);
    for (const { ancestorTitles, title, status } of assertionResults) {
      // A suite of files (tests/support/suite.ts) groups the tests of each under its path.
      const file = ran.endsWith('.suite.ts') ? join(ran, '..', ancestorTitles[0] ?? '') : ran;
      if (status === 'passed') note(passed, file, title);
    }
  }
}

function notePlaywright(passed: Passed, { file, specs, suites = [] }: PlaywrightSuite): void {
  for (const { title, ok, tests } of specs) {
    if (ok && tests.length > 0) note(passed, join('tests', 'e2e', file), title);
  }
  for (const suite of suites) notePlaywright(passed, suite);
}

function note(passed: Passed, file: string, title: string): void {
  passed.set(file, (passed.get(file) ?? new Set()).add(title));
}

/** The named tests of which no case passed. */
export function notRun(requirements: readonly Requirement[], passed: Passed): string[] {
  return requirements.flatMap(({ id, evidence }) =>
    evidence.flatMap(({ file, test }) => {
      if (test === null) return [];
      const pattern = titlePattern(test);
      const ran = [...(passed.get(file) ?? [])].some((title) => pattern.test(title));
      return ran ? [] : [`${id}: ${file} › ${test}`];
    }),
  );
}
