// The code under proof with every mutant in it, each behind a switch: made by Stryker's instrumenter, so the operators are StrykerJS's.

import { createHash } from 'node:crypto';
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

/** `tests/README.md` says why these are left out. */
const LEFT_OUT = ['StringLiteral'];

export type Mutant = {
  readonly id: string;
  /** File, the text of the file, and which of its mutants: the same in every run until the file changes. */
  readonly key: string;
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
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const made = await new Instrumenter(LOGGER).instrument(files, {
    plugins: null,
    excludedMutations: LEFT_OUT,
    ignorers: [],
  });
  const firstOf = new Map(made.mutants.toReversed().map(({ fileName, id }) => [fileName, Number(id)]));
  return {
    code: new Map(made.files.map(({ name, content }) => [name, content])),
    mutants: made.mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
        id,
        key: `${relative(ROOT, fileName)} ${hashOf(contents.get(fileName) ?? '')} ${Number(id) - (firstOf.get(fileName) ?? 0)}`,
        file: relative(ROOT, fileName),
        line: start.line + 1,
        operator: mutatorName,
        was: cut((contents.get(fileName) ?? '').split('\n'), start, end),
        became: replacement,
      })),
  };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

type Place = { readonly line: number; readonly column: number };

function cut(lines: readonly string[], start: Place, end: Place): string {
  const text = lines.slice(start.line, end.line + 1);
  const last = text.length - 1;
  return text
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join('\n');
}
