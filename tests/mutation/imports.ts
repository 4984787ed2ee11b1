// Which test files can reach a source file at all, by what they import: only those run without a mutant first.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { hashOf, ROOT } from './instrument.ts';

const UNIT_TESTS = 'tests/unit/**/*.test.{ts,tsx}';
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/gu;

export type Importing = {
  /** Of the test file and all that it imports. */
  readonly closure: string;
  /** What the test file itself imports. */
  readonly near: ReadonlySet<string>;
};

/** Unit tests that import one of these, however indirectly. */
export function testsThatImport(sources: ReadonlySet<string>): ReadonlyMap<string, Importing> {
  const known: Known = new Map();
  const closure = closuresOf(known);
  const tests = globSync(UNIT_TESTS, { cwd: ROOT }).toSorted();
  return new Map(
    tests.flatMap((test): [string, Importing][] => {
      const reached = [...reachedFrom(test, known)];
      const importing = { closure: closure(test), near: known.get(test) ?? new Set() };
      return reached.some((file) => sources.has(file)) ? [[test, importing]] : [];
    }),
  );
}

type Known = Map<string, ReadonlySet<string>>;

/** For any test file: its text and that of all it imports, as a hash. */
export function closuresOf(known: Known = new Map()): (test: string) => string {
  const hashes = new Map<string, string>();
  return (test) => hashOf([...reachedFrom(test, known)].map((file) => hashOfFile(file, hashes)).join());
}

function hashOfFile(file: string, hashes: Map<string, string>): string {
  const path = join(ROOT, file);
  const hash = hashes.get(file) ?? (existsSync(path) ? hashOf(readFileSync(path, 'latin1')) : '');
  hashes.set(file, hash);
  return hash;
}

function reachedFrom(test: string, known: Known): ReadonlySet<string> {
  const reached = new Set([test]);
  // A set goes on with what is added meanwhile.
  for (const file of reached) {
    const imports = known.get(file) ?? importsOf(file);
    known.set(file, imports);
    for (const imported of imports) reached.add(imported);
  }
  return reached;
}

function importsOf(file: string): ReadonlySet<string> {
  if (!/\.tsx?$/u.test(file)) return new Set();
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found = [...text.matchAll(IMPORTED)].map(([, path = '']) =>
    relative(ROOT, resolve(ROOT, dirname(file), path)),
  );
  // A comment may show an import of a file that is nowhere.
  return new Set(found.filter((path) => !path.startsWith('..') && existsSync(join(ROOT, path))));
}
