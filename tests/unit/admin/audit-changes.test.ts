// What a line of the audit log says was before and is after, field by field.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, wordOf } from '../../../web/features/operators/audit/line-dialog.tsx';

const CASES: readonly (readonly [string, unknown, unknown, readonly unknown[]])[] = [
  ['nothing on either side', undefined, undefined, []],
  [
    'a changed field',
    { status: 'active' },
    { status: 'suspended' },
    [{ path: 'status', before: 'active', after: 'suspended' }],
  ],
  ['a field said only before', { state: 'dead' }, undefined, [{ path: 'state', before: 'dead' }]],
  ['a field said only after', undefined, { rows: 3 }, [{ path: 'rows', after: 3 }]],
  ['a field that became nothing', { alt: 'x' }, { alt: null }, [{ path: 'alt', before: 'x', after: null }]],
  ['a field within another', undefined, { image: { alt: 'x' } }, [{ path: 'image.alt', after: 'x' }]],
  ['a list', undefined, { ids: ['a', 'b'] }, [{ path: 'ids', after: 'a, b' }]],
  ['an empty list', undefined, { ids: [] }, [{ path: 'ids', after: '' }]],
  ['a list of objects', undefined, { of: [{ a: 1 }] }, [{ path: 'of.0.a', after: 1 }]],
  ['a value that is no object', true, false, [{ path: '', before: true, after: false }]],
  ['a bare null', null, { a: 1 }, [{ path: 'a', after: 1 }]],
];

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

test.each(CASES)('%s', (_name, before, after, expected) => {
  expect(changesOf(textOf(before), textOf(after))).toEqual(expected);
});

test.each([
  ['status', 'suspended', 'suspenso'],
  ['before.tier', 'premium', 'premium'],
  ['state', 'withdrawn', 'descartada'],
  ['metal', 'gold', 'ouro'],
  ['action', 'customer.viewed', 'Abriu o painel do cliente'],
  ['action', 'customer.unheard-of', undefined],
  ['status', 'unheard-of', undefined],
  ['note', 'active', undefined],
  ['status', 'toString', undefined],
])('%s %s is said as %s', (path, value, word) => expect(wordOf(path, value)).toBe(word));

test('a text that is no JSON is shown as it stands', () => {
  expect(changesOf(null, '{broken')).toEqual([{ path: '', before: undefined, after: '{broken' }]);
});

test('whatever JSON stands in a line, it is told with leaves alone, each path once', () => {
  fc.assert(
    fc.property(fc.json(), fc.option(fc.json(), { nil: null }), (before, after) => {
      const changes = changesOf(before, after);
      expect(new Set(changes.map(({ path }) => path)).size).toBe(changes.length);
      for (const { before: was, after: is } of changes) {
        expect([was, is].every((leaf) => leaf === null || typeof leaf !== 'object')).toBe(true);
      }
    }),
  );
});
