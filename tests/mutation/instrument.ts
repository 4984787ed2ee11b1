// The code under proof with every mutant in it, each behind a switch: made by Stryker's instrumenter, so the operators are StrykerJS's.

import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type File, Instrumenter } from '@stryker-mutator/instrumenter';

export const ROOT = resolve(import.meta.dirname, '../..');

/** What money, its ledger, identity and the price book rest on. */
const SCOPE = [
  'worker/domain/**/*.ts',
  'worker/ledger/**/*.ts',
  'worker/auth/**/*.ts',
  'durable-objects/price-book.ts',
];

export type Mutant = {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly was: string;
  readonly became: string;
};

export type Instrumented = {
  readonly mutants: readonly Mutant[];
  readonly code: ReadonlyMap<string, string>;
};

const quiet = () => undefined;
const LOGGER = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

/** The same files give the same numbers to the same mutants, in every process. */
export async function instrument(): Promise<Instrumented> {
  const files: File[] = globSync(SCOPE, { cwd: ROOT })
    .toSorted()
    .filter((name) => !name.endsWith('.d.ts'))
    .map((name) => ({
      name: join(ROOT, name),
      mutate: true,
      content: readFileSync(join(ROOT, name), 'utf8'),
    }));
  const sources = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const made = await new Instrumenter(LOGGER).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return {
    code: new Map(made.files.map(({ name, content }) => [name, content])),
    mutants: made.mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
      id,
      file: relative(ROOT, fileName),
      line: start.line + 1,
      operator: mutatorName,
      was: cut(sources.get(fileName) ?? [], start, end),
      became: replacement,
    })),
  };
}

type Place = { readonly line: number; readonly column: number };

function cut(lines: readonly string[], start: Place, end: Place): string {
  const text = lines.slice(start.line, end.line + 1);
  const last = text.length - 1;
  return text
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}
