// Every reference in a comment resolves: P7 to a product decision, D7 to an engineering decision. Comments of landed
// migrations cannot change: there, "decision 7" means P7 and "Customer spec, section 9" means C9.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|mjs|css|toml|md)$/u.test(path) && !path.includes('references.test.ts'));

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

test('the decisions are numbered without a gap', () => {
  for (const [letter, ids] of [
    ['P', product],
    ['D', engineering],
  ] as const) {
    expect(ids.size).toBeGreaterThan(30);
    expect([...ids]).toEqual([...ids].map((_, index) => `${letter}${index + 1}`));
  }
});

test('every P and D in a comment names a decision that exists', () => {
  const unknown = FILES.flatMap((path) =>
    prose(path).flatMap((line) =>
      [...line.matchAll(/(?<![\w#.-])[PD]\d{1,2}(?![\w.-]*\w)/gu)]
        .map(([id]) => id)
        .filter((id) => !product.has(id) && !engineering.has(id))
        .map((id) => `${path}: ${id}`),
    ),
  );
  expect(unknown).toEqual([]);
});

test('no comment cites a decision without its letter, or a document that is not in the repository', () => {
  const outside = FILES.flatMap((path) =>
    prose(path)
      .filter((line) =>
        /\bdecisions? \d|\b(?:Customer|Account) spec\b|\bissues? \d|\b(?:design|mock|docs)\/\w|\b(?:ui|api|notes|capabilities|content)\.md\b/iu.test(
          line,
        ),
      )
      // How product.md maps the comments of migrations.
      .filter((line) => !line.includes('landed migrations'))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(outside).toEqual([]);
});
