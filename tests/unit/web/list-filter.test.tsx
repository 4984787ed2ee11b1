// The filter of a list and the address of its page.

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useListFilter, withFilter } from '../../../web/ui/use-list-filter.ts';

const CHOICES = { period: ['30d', '7d', 'all'], actor: [''] } as const;

function read(query: string, searchName?: string): unknown {
  function Reader() {
    const { search, chosen, isFiltered } = useListFilter({
      choices: CHOICES,
      maxCharacters: 10,
      address: [new URLSearchParams(query), () => undefined],
      ...(searchName === undefined ? {} : { searchName }),
    });
    return JSON.stringify({ search, ...chosen, isFiltered });
  }
  return JSON.parse(renderToStaticMarkup(<Reader />).replaceAll('&quot;', '"'));
}

test.each([
  ['', { search: '', period: '30d', actor: '', isFiltered: false }],
  ['search=ana&period=7d', { search: 'ana', period: '7d', actor: '', isFiltered: true }],
  // What no choice has is not taken, and a long text is cut.
  [
    'period=1y&search=' + 'x'.repeat(20),
    { search: 'x'.repeat(10), period: '30d', actor: '', isFiltered: true },
  ],
  // The values of an open choice are the server's.
  ['actor=42', { search: '', period: '30d', actor: '42', isFiltered: true }],
  // Another's.
  ['operation=9', { search: '', period: '30d', actor: '', isFiltered: false }],
])('%j is read', (query, filter) => expect(read(query)).toEqual(filter));

test('a search may have another name in the address', () => {
  expect(read('subject=ana&search=no', 'subject')).toMatchObject({ search: 'ana' });
});

test.each([
  ['', '', null],
  ['operation=9', '', null],
  ['operation=9&search=ana', 'search=ana', null],
  ['search=ana&operation=9', 'search=ana', null],
  ['', 'search=ana&period=7d', 'search=ana&period=7d'],
  ['operation=9&period=7d', 'search=ana', 'operation=9&search=ana'],
  ['search=ana', '', ''],
])('%j becomes, filtered by %j, %j', (address, given, next) => {
  const own = ['search', 'period', 'actor'];
  const written = withFilter(new URLSearchParams(address), own, new URLSearchParams(given));
  expect(written === null ? null : written.toString()).toBe(next);
});
