// Every reference in a comment resolves: P7 to a product decision, D7 to an engineering decision, C7 and A7 to a section of
// the specification's digest. Comments of landed migrations cannot change: there, "decision 7" means P7 and "Customer spec,
// section 9" means C9. Each path in the specification exists, and each word of the glossary has one defining file that uses it.
// Links between documents lead somewhere, and each dependency has its reason.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const TRACKED = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
const FILES = TRACKED.filter(
  (path) => /\.(?:ts|tsx|mjs|css|toml|md)$/u.test(path) && !path.includes('references.test.ts'),
);

const product = new Set(
  [...read('.github/decisions/product.md').matchAll(/^\| (P\d+) \|/gmu)].map(([, id]) => id),
);
const engineering = new Set(
  [...read('.github/decisions/engineering.md').matchAll(/^### (D\d+)\. /gmu)].map(([, id]) => id),
);

/** The comments of a source file, or the whole text of a document. */
function prose(path: string): readonly string[] {
  const lines = present(path).split('\n');
  return path.endsWith('.md') ? lines : lines.filter((line) => /(?:^|\s)(?:\/\/|\/?\*|#)/u.test(line));
}

function present(path: string): string {
  try {
    return read(path);
  } catch {
    return ''; // Deleted in the working tree, not yet in the index.
  }
}

const SPECIFICATION = 'tests/specification.md';
const sections = new Set([...read(SPECIFICATION).matchAll(/^### ([CA]\d+)\. /gmu)].map(([, id]) => id));
const known = new Set([...product, ...engineering, ...sections]);

test('the decisions are numbered without a gap', () => {
  for (const [letter, ids] of [
    ['P', product],
    ['D', engineering],
  ] as const) {
    expect(ids.size).toBeGreaterThan(30);
    expect([...ids]).toEqual([...ids].map((_, index) => `${letter}${index + 1}`));
  }
});

test('the digest has nine sections of each document', () => {
  const nine = (letter: string) => Array.from({ length: 9 }, (_, index) => `${letter}${index + 1}`);
  expect([...sections]).toEqual([...nine('C'), ...nine('A')]);
});

test('every P, D, C and A in a comment names a decision or a section that exists', () => {
  const unknown = FILES.flatMap((path) =>
    prose(path).flatMap((line) =>
      [...line.matchAll(/(?<![\w#.-])[PDCA]\d{1,2}(?![\w.-]*\w)/gu)]
        .map(([id]) => id)
        .filter((id) => !known.has(id))
        .map((id) => `${path}: ${id}`),
    ),
  );
  expect(unknown).toEqual([]);
});

test('no comment cites a decision without its letter, or a document that is not in the repository', () => {
  const outside = FILES.flatMap((path) =>
    prose(path)
      .filter((line) =>
        /\bdecisions? \d|\b(?:Customer|Account) spec\b(?!, section N)|\bissues? \d|\b(?:design|mock|docs)\/\w|\b(?:ui|api|notes|capabilities|content)\.md\b/iu.test(
          line,
        ),
      )
      // How product.md maps the comments of migrations.
      .filter((line) => !line.includes('landed migrations'))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(outside).toEqual([]);
});

/** Whether a file's path is `name`, or ends in it after a slash; `*` stands for anything but a slash. */
function exists(name: string): boolean {
  const pattern = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const ending = new RegExp(`(?:^|/)${pattern}$`, 'u');
  return TRACKED.some((path) => ending.test(path));
}

const TEST_NAME = /(?<![\w./-])(?:unit|worker|faults|e2e)\/[\w/-]+/gu;
const FILE_NAME = /(?<![\w./-])[\w*-]+(?:\/[\w*.-]+)*\.(?:tsx?|mjs|js|css|json|sql|md)\b/gu;
const FOLDER = /(?<![\w./-])(?:web|worker|tests|durable-objects|migrations|locales)\/[\w*/-]+(?![\w*/.-])/gu;

test('every path in the specification exists', () => {
  const missing: string[] = [];
  for (const line of read(SPECIFICATION).split('\n')) {
    const cells = line.startsWith('| ') ? line.split('|').slice(1, -1) : [];
    const tests = cells.length === 4 ? (cells.at(-1) ?? '') : '';
    const rest = tests === '' ? line : cells.slice(0, -1).join('|');
    for (const [name] of tests.matchAll(TEST_NAME)) {
      const path = `tests/${name}`;
      const names = [`${path}.test.ts`, `${path}.alone.test.ts`, `${path}/`];
      if (!TRACKED.some((file) => names.some((start) => file.startsWith(start)))) missing.push(name);
    }
    for (const [name] of rest.matchAll(FOLDER)) {
      const start = name.replaceAll('*', '');
      if (!TRACKED.some((path) => path.startsWith(start))) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});

/** What a reader makes, or a tool writes. */
const MADE = new Set(['file.csv', 'history.sql', 'dist/sbom.cdx.json']);

test('every file that a comment or a document names exists', () => {
  const missing = FILES.flatMap((path) =>
    prose(path).flatMap((line) =>
      [...(path.endsWith('.md') ? line : commentOf(line)).matchAll(FILE_NAME)]
        .map(([name]) => name)
        .filter((name) => !MADE.has(name) && !exists(name))
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('every text that the specification names exists in both languages', () => {
  const named = read(SPECIFICATION).matchAll(/locales\/\*\/([\w-]+\.json)((?:,? `[\w.]+`)+)/gu);
  const missing = [...named].flatMap(([, section = '', keys = '']) =>
    ['pt-BR', 'en'].flatMap((locale) => {
      const texts: unknown = JSON.parse(read(`locales/${locale}/${section}`));
      return [...keys.matchAll(/`([\w.]+)`/gu)]
        .map(([, key = '']) => key)
        .filter((key) => at(texts, key) === undefined)
        .map((key) => `${locale}/${section}: ${key}`);
    }),
  );
  expect(missing).toEqual([]);
});

function at(texts: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((group, name) => (group as Record<string, unknown> | undefined)?.[name], texts);
}

function commentOf(line: string): string {
  return /(?:^|\s)(?:\/\/|\/?\*|#) (.*)$/u.exec(line)?.[1] ?? '';
}

const GLOSSARY = [...read('.github/glossary.md').matchAll(/^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$/gmu)].map(
  ([, word = '', meaning = '', path = '']) => ({ word, meaning, path }),
);

/** Lower-case words separated by one space: `priceStream`, `price-stream` and `price_stream` are the same. */
function spelled(text: string): string {
  return text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ')
    .replaceAll(/[^A-Za-z0-9]+/gu, ' ')
    .toLowerCase();
}

test('no word of the glossary is listed twice', () => {
  const words = GLOSSARY.map(({ word }) => word);
  expect(words.length).toBeGreaterThan(50);
  expect(new Set(words).size).toBe(words.length);
});

test.each(GLOSSARY)('$word is defined in $path', ({ word, path }) => {
  const text = ` ${spelled(path)} ${spelled(read(path))}`;
  expect(text.includes(` ${spelled(word).trim()}`), `${path} does not use "${word}"`).toBe(true);
});

test('every link between documents leads to a file, and to a heading of it', () => {
  const broken = TRACKED.filter((path) => path.endsWith('.md')).flatMap((path) =>
    [...present(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/gu)]
      .filter(([, target = '', heading]) => {
        const file = target === '' ? path : relative(ROOT, resolve(ROOT, dirname(path), target));
        if (!existsSync(join(ROOT, file))) return true;
        return heading !== undefined && !anchorsOf(read(file)).has(heading);
      })
      .map(([link]) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** As forges make them from headings: lower case, no punctuation, a dash for each space. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/gu, '')
        .replaceAll(/\s/gu, '-'),
    ),
  );
}

test('every dependency has its reason in a README, once', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, object>;
  const reasons = ['web', 'worker', 'tests'].flatMap((folder) => {
    const readme = read(`${folder}/README.md`);
    const table = readme.slice(readme.indexOf('## Dependencies')).matchAll(/^\| ([^|]+) \| [^|]+ \|$/gmu);
    return [...table].flatMap(([, names = '']) => names.split(', '));
  });
  const named = reasons.filter((name) => !['Package', '---'].includes(name));
  expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
});
