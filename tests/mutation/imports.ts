// Which test files can reach a source file at all, by what they import: only those run without a mutant first.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './instrument.ts';

const TESTS = 'tests/unit/**/*.test.{ts,tsx}';
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/gu;

/** Test files that import one of these, however indirectly. */
export function testsThatImport(sources: ReadonlySet<string>): string[] {
  const known = new Map<string, ReadonlySet<string>>();
  return globSync(TESTS, { cwd: ROOT })
    .toSorted()
    .filter((test) => [...reachedFrom(test, known)].some((file) => sources.has(file)));
}

function reachedFrom(test: string, known: Map<string, ReadonlySet<string>>): ReadonlySet<string> {
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
  return new Set(found.filter((path) => !path.startsWith('..') && !path.includes('?')));
}
