// Every text in the locales is used: an unused text is not kept true.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LOCALE = join(ROOT, 'locales', 'pt-BR');
const PLURAL = /\.(?:zero|one|two|few|many|other)$/u;

const sources = new Map(
  ['web', 'worker/routes', 'worker/mail', 'worker/storage']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => /\.tsx?$/u.test(path) && !path.includes('.react-router'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
);

const imports = new Map(
  [...sources].map(([path, text]) => [
    path,
    [...text.matchAll(/['"](\.{1,2}\/[^'"]+\.tsx?)['"]/gu)].map((match) =>
      relative(ROOT, resolve(ROOT, dirname(path), match[1] ?? '')),
    ),
  ]),
);
const importsOf = (path: string): readonly string[] => imports.get(path) ?? [];

/** The files that import a section (or are handed it by web/i18n, or by a file of words), and what these import in turn. */
function readersOf(section: string, group: string | null = null): string {
  const names = [`#messages/${section}.json`, `pt-BR/${section}.json`];
  const direct = [...sources.entries()]
    .filter(([, text]) => names.some((name) => text.includes(name)))
    // A group is read by the files that pass it on: useMessages(homeMessages.faq).
    .filter(([, text]) => group === null || new RegExp(String.raw`\.${group}\b(?!\.)`, 'u').test(text))
    .map(([path]) => path);
  const handed = new Set(direct.filter((path) => path.startsWith('web/i18n/') || path.endsWith('-words.ts')));
  const reading = [
    ...direct,
    ...[...sources.keys()].filter((path) => importsOf(path).some((file) => handed.has(file))),
  ];
  const files = new Set([...reading, ...reading.flatMap((path) => importsOf(path))]);
  return [...files].map((path) => sources.get(path) ?? '').join('\n');
}

function keysOf(value: unknown, path: string): string[] {
  if (typeof value === 'string') return [path];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    keysOf(inner, path === '' ? key : `${path}.${key}`),
  );
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** Keys that are put together: `steps.${step}.title` says every step's title. */
function patternsIn(text: string): RegExp[] {
  return [...text.matchAll(/`([a-zA-Z0-9.]*(?:\$\{[^}]+\}[a-zA-Z0-9.]*)+)`/gu)].map(
    ([, template = '']) =>
      new RegExp(
        `^${template
          .split(/\$\{[^}]+\}/u)
          .map((part) => escaped(part))
          .join('.+')}$`,
        'u',
      ),
  );
}

/** Said by its whole key, by a key put together, or as data through one of the groups it lies in. */
function isSaid(key: string, text: string, patterns: readonly RegExp[]): boolean {
  const base = key.replace(PLURAL, '');
  if (new RegExp(`['"\`]${escaped(base)}['"\`]`, 'u').test(text)) return true;
  if (patterns.some((pattern) => pattern.test(base) || pattern.test(key))) return true;
  const parts = key.split('.');
  return parts.some((_, i) => {
    const group = parts.slice(0, i + 1);
    if (/^\d+$/u.test(group.at(-1) ?? '')) return false;
    const path = group.map((part) => escaped(part)).join(String.raw`\??\.`);
    // `const { mission } = useText(aboutWords)` leaves no dot before the group.
    const start = group.length > 1 ? String.raw`\b` : String.raw`\.`;
    return new RegExp(`${start}${path}\\b`, 'u').test(text);
  });
}

/** Said by its whole key, or by the rest of its key where its group is read on its own. */
function saidIn(section: string): (key: string) => boolean {
  const whole = readersOf(section);
  const patterns = patternsIn(whole);
  const groups = new Map<string, { readonly text: string; readonly patterns: RegExp[] }>();
  const readersOfGroup = (group: string) => {
    const known = groups.get(group);
    if (known !== undefined) return known;
    const text = readersOf(section, group);
    const found = { text, patterns: patternsIn(text) };
    groups.set(group, found);
    return found;
  };
  return (key) => {
    if (isSaid(key, whole, patterns)) return true;
    const [group = '', ...rest] = key.split('.');
    if (rest.length === 0) return false;
    const readers = readersOfGroup(group);
    return readers.text !== '' && isSaid(rest.join('.'), readers.text, readers.patterns);
  };
}

describe.each(readdirSync(LOCALE).map((file) => file.replace('.json', '')))('%s', (section) => {
  test('every text is said somewhere', () => {
    const said = saidIn(section);
    const keys = keysOf(JSON.parse(readFileSync(join(LOCALE, `${section}.json`), 'utf8')), '');
    expect(keys.filter((key) => !said(key))).toEqual([]);
  });
});

test('a text nobody says is seen', () => {
  expect(isSaid('hero.forgotten', "t('hero.title')", [])).toBe(false);
  expect(isSaid('hero.title', "t('hero.title')", [])).toBe(true);
  expect(isSaid('steps.hold.title', '', patternsIn('t(`steps.${step}.title`)'))).toBe(true);
});
