// The tables of rooms in worker/README.md and web/README.md, as a test: a folder may import only what its row allows.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const ANY = '*';

/** Rooms, most specific first. Values: other rooms (by path) and packages (by name) that it may import. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'worker/domain': [],
  'worker/contract': ['worker/domain', 'valibot'],
  'worker/telemetry': ['worker/domain', 'worker/contract', 'durable-objects', 'node:async_hooks'],
  'worker/db': ['worker/domain', 'worker/telemetry', 'drizzle-orm', 'node:url'],
  'worker/ledger': ['worker/domain', 'worker/db', 'worker/telemetry', 'drizzle-orm'],
  'worker/providers': ['worker/domain', 'worker/contract', 'valibot'],
  'worker/auth': [
    'worker/domain',
    'worker/contract',
    'worker/db',
    'worker/http',
    'worker/telemetry',
    'jose',
    'hono',
    'otpauth',
    '@simplewebauthn/server',
    '@zxcvbn-ts/language-common',
    'node:crypto',
    'node:buffer',
  ],
  'worker/mail': ['worker/domain', 'worker/contract', 'worker/db', 'locales'],
  'worker/storage': ['worker/domain', 'worker/contract', 'worker/db', 'locales', 'uqr'],
  'worker/services': [
    'worker/domain',
    'worker/contract',
    'worker/db',
    'worker/ledger',
    'worker/providers',
    'worker/mail',
    'worker/storage',
    'worker/auth',
    'worker/telemetry',
    'durable-objects',
    'csv-parse',
    'jose',
    'node:crypto',
  ],
  'worker/http': ['worker/contract', 'worker/domain', 'worker/telemetry', 'hono', 'valibot'],
  'worker/routes': [
    'worker/domain',
    'worker/contract',
    'worker/services',
    'worker/auth',
    'worker/http',
    'worker/telemetry',
    'locales',
    'hono',
    'valibot',
  ],
  // Node programs that an operator or developer runs: they may join everything on the server's side.
  'worker/commands': ['worker', 'durable-objects', 'wrangler', 'node:*', 'packages'],
  worker: ['worker', 'durable-objects', 'hono'],
  'durable-objects': [
    'worker/domain',
    'worker/contract',
    'worker/auth',
    'worker/services',
    'worker/providers',
    'worker/db',
    'worker/telemetry',
    'cloudflare:workers',
    'valibot',
  ],
  'web/ui': [
    'locales',
    'web/styles',
    'react',
    'react-dom',
    '@base-ui/react',
    '@formisch/react',
    'valibot',
    'echarts',
    'echarts-for-react',
    'canvas-confetti',
    'uqr',
    'web/i18n',
    'worker/domain',
  ],
  'web/api': [
    'worker/contract',
    'worker/domain',
    'locales',
    'types:worker/app',
    'hono',
    'valibot',
    'react',
    '@tanstack/react-query',
  ],
  'web/live': [
    'worker/contract',
    'worker/domain',
    'locales',
    'web/api',
    'valibot',
    'react',
    '@tanstack/react-query',
  ],
  'web/i18n': ['web/api', 'worker/contract', 'worker/domain', 'locales', 'rosetta', 'react', 'react-router'],
  'web/features': [
    'locales',
    'web/styles',
    'web/ui',
    'web/api',
    'web/live',
    'web/i18n',
    'worker/domain',
    'worker/contract',
    'react',
    'react-router',
    '@tanstack/react-query',
    '@formisch/react',
    '@simplewebauthn/browser',
    'valibot',
  ],
  'web/shell': [
    'locales',
    'web/styles',
    'web/features',
    'web/ui',
    'web/api',
    'web/live',
    'web/i18n',
    'worker/domain',
    'worker/contract',
    'react',
    'react-router',
    '@tanstack/react-query',
    '@base-ui/react',
    'canvas-confetti',
  ],
  'web/pages': [
    'locales',
    'web/styles',
    'web/features',
    'web/shell',
    'web/ui',
    'web/live',
    'web/i18n',
    'worker/domain',
    'react',
    'react-router',
  ],
  'web/styles': [],
  web: [ANY],
  tests: [ANY],
};

type Import = {
  readonly file: string;
  readonly room: string;
  readonly target: string;
  readonly typeOnly: boolean;
};

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.(?:ts|tsx|mjs)$/u.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function roomOf(path: string): string {
  const room = Object.keys(ROOMS).find((name) => path === name || path.startsWith(`${name}/`));
  if (room !== undefined) return room;
  return path.split('/')[0] ?? path;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const pattern =
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gmu;
  return [...text.matchAll(pattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? '';
    const target = specifier.startsWith('.')
      ? relative(ROOT, resolve(ROOT, dirname(file), specifier))
      : specifier.replace(/^#messages\//u, 'locales/pt-BR/');
    return { file, room: roomOf(file), target, typeOnly: match[1] !== undefined };
  });
}

function packageName(target: string): string {
  const parts = target.split('/');
  return target.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? target);
}

function isAllowed({ room, target, typeOnly, file }: Import): boolean {
  const allowed = ROOMS[room] ?? [];
  if (allowed.includes(ANY)) return !target.startsWith('tests/') || room === 'tests';
  if (target.includes('/') && existsInRepository(target)) {
    const other = roomOf(target);
    if (room === 'web/features' && other === 'web/features') {
      return (
        areaOf(file) === areaOf(target) ||
        (file.startsWith('web/features/operators/') && target.startsWith(OPERATORS_FRAME))
      );
    }
    if (other === room || allowed.includes(other)) return true;
    if (room.startsWith('worker/commands') || room === 'worker')
      return other.startsWith('worker') || other === 'locales' || other === 'durable-objects';
    return typeOnly && allowed.includes(`types:${target.replace(/\.ts$/u, '')}`);
  }
  if (target.startsWith('node:')) return allowed.includes(target) || allowed.includes('node:*');
  if (allowed.includes('packages')) return true;
  return allowed.includes(packageName(target)) || allowed.includes(target);
}

/** The pieces that all operators' pages share. */
const OPERATORS_FRAME = 'web/features/operators/frame/';

/** `web/features/auth`; each operators' page is an area of its own. */
function areaOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, parts[2] === 'operators' ? 4 : 3).join('/');
}

function existsInRepository(target: string): boolean {
  const top = target.split('/')[0] ?? '';
  return ['worker', 'web', 'durable-objects', 'locales', 'migrations', 'tests'].includes(top);
}

const files = ['worker', 'durable-objects', 'web'].flatMap(sourceFiles);

test('every import stays inside what its room may import', () => {
  const wrong = files
    .flatMap(importsOf)
    .filter((line) => !isAllowed(line))
    .map((line) => `${line.file} imports ${line.target}`);
  expect(wrong).toEqual([]);
});

test('the check sees a wrong import', () => {
  const line = { file: 'worker/domain/money.ts', room: 'worker/domain', target: 'valibot', typeOnly: false };
  expect(isAllowed(line)).toBe(false);
  expect(
    isAllowed({ ...line, file: 'web/ui/a.tsx', room: 'web/ui', target: 'web/features/trading/a.ts' }),
  ).toBe(false);
  expect(
    isAllowed({
      ...line,
      file: 'web/features/account/a.ts',
      room: 'web/features',
      target: 'web/features/auth/a.ts',
    }),
  ).toBe(false);
});

test.each(['worker', 'web'])('the table in %s/README.md states the rules of this test', (folder) => {
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const stated = Object.fromEntries(
    [...readme.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gmu)].map(([, room = '', allowed = '']) => [
      `${folder}/${room}`,
      allowed,
    ]),
  );
  const rules = Object.entries(ROOMS)
    .filter(([room]) => room.startsWith(`${folder}/`) && room !== 'worker/commands')
    .map(([room, allowed]) => {
      const names = allowed.map((name) =>
        name.replace('types:', 'types of ').replace(new RegExp(`^${folder}/`, 'u'), ''),
      );
      return [room, names.length === 0 ? 'nothing' : names.join(', ')];
    });
  expect(stated).toMatchObject(Object.fromEntries(rules));
});

test('nothing in the code switches the database checks off', () => {
  const offending = files.filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('ignore_check_constraints'),
  );
  expect(offending).toEqual([]);
});
