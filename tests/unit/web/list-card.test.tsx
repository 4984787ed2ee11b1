// The states of a list, each drawn from what its query says.

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ListCard, type ListQuery } from '../../../web/ui/list-card.tsx';

type Row = { readonly id: string; readonly name: string };
type Page = { readonly rows: readonly Row[] };

const page = (...names: readonly string[]): Page => ({ rows: names.map((name) => ({ id: name, name })) });

const AT_REST: ListQuery<Page> = {
  data: { pages: [page('one', 'two'), page('three')] },
  errorUpdateCount: 0,
  dataUpdatedAt: Date.parse('2026-11-21T12:00:00.000Z'),
  isPending: false,
  isPlaceholderData: false,
  isFetching: false,
  isRefetchError: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: async () => undefined,
  fetchNextPage: async () => undefined,
};

function draw(query: Partial<ListQuery<Page>>, isFiltered = false): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/en']}>
      <ListCard
        title="Things"
        query={{ ...AT_REST, ...query }}
        rowsOf={({ rows }) => rows}
        rowKey={({ id }) => id}
        rowData={({ id }) => ({ 'data-thing': id })}
        columns={[
          { key: 'name', label: 'Name', header: true, render: ({ name }) => name },
          { key: 'size', label: 'Size', align: 'right', render: ({ name }) => name.length },
        ]}
        skeletons={3}
        filter={{ isFiltered, clear: () => undefined }}
        texts={{
          error: { title: 'Not read', text: 'Still stored' },
          empty: { title: 'Nothing yet', text: 'Later' },
          none: { title: 'No match', text: 'Other words', action: 'Clear' },
          more: { action: 'Show more', busy: 'Loading', failed: 'No more read' },
          stale: { title: 'Stale', text: () => 'From before' },
        }}
        shown={(n, last) => `${n} things, ${last.rows.length} on the last page`}
      />
    </MemoryRouter>,
  );
}

const count = (html: string, part: string): number => html.split(part).length - 1;

test('the rows of all pages are in one table, each cell with its heading for a phone', () => {
  const html = draw({});
  expect(count(html, 'data-thing=')).toBe(3);
  expect(html).toContain('<th scope="row">three</th><td class="r" data-l="Size">5</td>');
  expect(html).toContain('3 things, 1 on the last page');
  expect(html).toContain('aria-busy="false"');
  expect(html).not.toContain('Show more');
});

test('a list that is loading shows skeletons and is busy', () => {
  const html = draw({ data: undefined, isPending: true });
  expect(html).toContain('aria-busy="true"');
  expect(count(html, '<tr>')).toBe(1 + 3);
  expect(html).not.toContain('things');
});

test.each([
  [
    'an error without rows',
    { data: undefined, errorUpdateCount: 1 },
    ['role="alert"', 'Not read'],
    ['<table'],
  ],
  [
    'an error without rows, while they are read again',
    { data: undefined, errorUpdateCount: 1, isPending: true, isFetching: true },
    ['role="alert"', 'Not read', 'aria-busy="true"'],
    ['<table'],
  ],
  ['no rows', { data: { pages: [page()] } }, ['Nothing yet'], ['<table', 'things']],
  [
    'rows that could not be read again',
    { errorUpdateCount: 1, isRefetchError: true },
    ['role="alert"', 'Stale', 'three'],
    ['Not read'],
  ],
  [
    'no rows so far, and more to look at',
    { data: { pages: [page()] }, hasNextPage: true },
    ['Nothing yet', 'Show more'],
    ['<table', 'things'],
  ],
  ['a next page', { hasNextPage: true }, ['Show more', '3 things'], ['No more read']],
  [
    'a next page that failed',
    { hasNextPage: true, isFetchNextPageError: true },
    ['Show more', 'No more read'],
    ['3 things'],
  ],
] as const)('%s', (_, query, shown, hidden) => {
  const html = draw(query);
  for (const text of shown) expect(html).toContain(text);
  for (const text of hidden) expect(html).not.toContain(text);
});

test('no rows through a filter offer to clear it', () => {
  const html = draw({ data: { pages: [page()] } }, true);
  expect(html).toContain('No match');
  expect(html).toContain('Clear');
  expect(html).not.toContain('Nothing yet');
});
