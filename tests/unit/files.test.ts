// A file is one idea: a short file that one neighbour imports belongs into that neighbour.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOMS = ['web', 'worker', 'durable-objects'];
const MIN_LINES = 15;

/** Short files with one importer in their folder that are files of their own for a reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'web/api/read-problem.ts':
    'its importer loads it, with the table of problems, when the first request fails',
  'worker/commands/signing-key.ts': '`npm run key:new` runs it',
  'web/ui/mark-path.ts': 'tests/e2e/support/share-picture.ts draws the share pictures from it',
};

type Source = { readonly file: string; readonly lines: number; readonly imports: readonly string[] };

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/u.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function read(file: string): Source {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from\s+|import\(\s*|^import\s+)'(\.[^']+)'/gmu)];
  return {
    file,
    lines: text.split('\n').length - 1,
    imports: specifiers.map(([, specifier = '']) => relative(ROOT, resolve(ROOT, dirname(file), specifier))),
  };
}

const sources = ROOMS.flatMap(sourceFiles).map(read);

/** Files under the limit whose only importer is in the same folder. */
function tooShort(files: readonly Source[]): string[] {
  return files
    .filter(({ lines }) => lines < MIN_LINES)
    .filter(({ file }) => {
      const importers = files.filter(({ imports }) => imports.includes(file));
      return importers.length === 1 && dirname(importers[0]?.file ?? '') === dirname(file);
    })
    .map(({ file }) => file);
}

test('no short file has one importer in its own folder', () => {
  expect(tooShort(sources).filter((file) => ALLOWED[file] === undefined)).toEqual([]);
});

test('every exception is still one', () => {
  expect(tooShort(sources)).toEqual(expect.arrayContaining(Object.keys(ALLOWED)));
});

test('the check sees a short file', () => {
  const files = [
    { file: 'web/ui/a.ts', lines: 14, imports: [] },
    { file: 'web/ui/b.ts', lines: 40, imports: ['web/ui/a.ts'] },
  ];
  expect(tooShort(files)).toEqual(['web/ui/a.ts']);
  expect(tooShort([...files, { file: 'web/ui/c.ts', lines: 40, imports: ['web/ui/a.ts'] }])).toEqual([]);
});
