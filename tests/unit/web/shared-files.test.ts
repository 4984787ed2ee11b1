// The files of the build that pages share (web/shared-files.ts) name modules that are there, each once.

import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS, namedBy, SHARED_FILES } from '../../../web/shared-files.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const modules = [
  ...globSync('{web,worker}/**/*.{ts,tsx,css}', { cwd: ROOT }),
  ...globSync('locales/en/*.json', { cwd: ROOT }).map((path) => path.replace('/en/', '/')),
].map((path) => `/${path}`);

const named = GROUPS.flatMap((group) => namedBy(group));

test('each name is a module', () => {
  const ours = named.filter((path) => !path.startsWith('/node_modules/'));
  expect(ours.filter((path) => !modules.some((module) => module.startsWith(path)))).toEqual([]);
});

test('a module is named once', () => {
  expect(named.filter((path, at) => named.indexOf(path) !== at)).toEqual([]);
  const timesNamed = (module: string) => named.filter((path) => module.startsWith(path)).length;
  expect(modules.filter((module) => timesNamed(module) > 1)).toEqual([]);
});

test('the first group of a module has it, whatever the language of its text', () => {
  const groupOf = (id: string) =>
    SHARED_FILES.filter(({ test: has }) => has(id)).toSorted((a, b) => b.priority - a.priority)[0]?.name;
  expect(groupOf('/somewhere/node_modules/react-dom/client.js')).toBe('platform');
  expect(groupOf('/somewhere/node_modules/@tanstack/query-core/useMutation.js')).toBe('customer');
  expect(groupOf('/somewhere/locales/pt-BR/trade-links.json')).toBe('public');
  expect(groupOf('/somewhere/web/features/operators/frame/rail.tsx')).toBe('operators');
  expect(groupOf('/somewhere/web/features/operators/frame/confirm-change.tsx')).toBeUndefined();
  expect(groupOf('/somewhere/web/pages/gold.tsx')).toBeUndefined();
});
