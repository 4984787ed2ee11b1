// What a history entry keeps of the lists of its page, so that a reload reads as many pages as were on the screen.

import { expect, test } from 'vitest';
import { keepingPages, keptPages, RELOADED_PAGES_MAX } from '../../../web/api/paged.ts';

const LIST = '["operators","customers"]';

test('an entry keeps the pages of each list, and what the router keeps in it', () => {
  const router = { usr: null, key: 'abc', idx: 3 };
  const first = keepingPages(router, LIST, 7);
  const both = keepingPages(first, 'another', 2);
  expect(both).toMatchObject(router);
  expect([keptPages(both, LIST), keptPages(both, 'another'), keptPages(both, 'a third')]).toEqual([7, 2, 1]);
  expect(keptPages(keepingPages(both, LIST, 8), LIST)).toBe(8);
});

test.each([
  [null],
  [undefined],
  ['text'],
  [{}],
  [{ pages: null }],
  [{ pages: 'x' }],
  [{ pages: { [LIST]: '7' } }],
])('an entry of %j keeps one page', (state) => expect(keptPages(state, LIST)).toBe(1));

test('a reload reads a bounded number of pages', () => {
  expect(keptPages({ pages: { [LIST]: 1e9 } }, LIST)).toBe(RELOADED_PAGES_MAX);
  expect(keptPages({ pages: { [LIST]: 2.5 } }, LIST)).toBe(1);
});
