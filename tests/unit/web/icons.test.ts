import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

test('every sign that can be named is drawn, once', () => {
  const drawn =
    readFileSync(join(ROOT, 'web/styles/icons.svg'), 'utf8').match(/(?<=<symbol id=")[^"]+/gu) ?? [];
  const list =
    /ICON_NAMES = \[([^\]]+)\]/u.exec(readFileSync(join(ROOT, 'web/ui/icon.tsx'), 'utf8'))?.[1] ?? '';
  const named = list.match(/(?<=')[a-z-]+(?=')/gu) ?? [];
  expect(named.length).toBeGreaterThan(20);
  expect(drawn.toSorted()).toEqual(named.toSorted());
});
