// A list that is read page by page, with all its states: loading, failed, empty, empty because of a filter, stale, more
// to load. `ListCard` draws the rows as a table; `ListBody` leaves the drawing to the caller.

import { isUnread } from './unread.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import uiMessages from '#messages/ui.json';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Table, type TableColumn } from './data-table.tsx';
import { EmptyState, ErrorState } from './data-state.tsx';
import { StaleNote, type StaleTexts } from './note.tsx';
import { FilterBar } from './filter-bar.tsx';

/** The part of an infinite query that a list reads. */
export type ListQuery<Page> = {
  readonly data: { readonly pages: readonly Page[] } | undefined;
  readonly dataUpdatedAt: number;
  readonly errorUpdateCount: number;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
  readonly isFetching: boolean;
  readonly isRefetchError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
};

type Text = { readonly title: string; readonly text: string };

export type ListTexts = {
  readonly error: Text;
  readonly empty: Text;
  /** For a list whose filter matches nothing; its action clears the filter. */
  readonly none?: Text & { readonly action: string };
  /** Where the common texts do not fit. */
  readonly more?: { readonly action: string; readonly busy: string; readonly failed: string };
  readonly stale?: StaleTexts;
};

type TextKey<G extends string> =
  | `${G}.${'error' | 'empty' | 'none'}.${'title' | 'text'}`
  | `${G}.none.action`;

/** The texts of a filtered list, where one group of a section holds them all. */
export function listTexts<G extends string>(t: (key: TextKey<G>) => string, group: G): ListTexts {
  return {
    error: { title: t(`${group}.error.title`), text: t(`${group}.error.text`) },
    empty: { title: t(`${group}.empty.title`), text: t(`${group}.empty.text`) },
    none: {
      title: t(`${group}.none.title`),
      text: t(`${group}.none.text`),
      action: t(`${group}.none.action`),
    },
  };
}

type ListProps<Page, Row> = {
  readonly query: ListQuery<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly texts: ListTexts;
  readonly filter?: { readonly isFiltered: boolean; readonly clear: () => void } | undefined;
  /** What to do about an empty list that no filter narrows. */
  readonly emptyAction?: ReactNode;
  /**
   * How many rows are on the screen, such as "50 customers"; `last` is the page that was read last. Without it the footer
   * only loads more.
   */
  readonly shown?: (count: number, last: Page) => string;
};

type ListBodyProps<Page, Row> = ListProps<Page, Row> & {
  /** Draws the rows; undefined while they are loading. */
  readonly children: (rows: readonly Row[] | undefined) => ReactNode;
};

export function ListBody<Page, Row>(props: ListBodyProps<Page, Row>) {
  const { query, rowsOf, texts, filter, emptyAction, shown, children } = props;
  const rows = query.data?.pages.flatMap((page) => rowsOf(page));
  const last = query.data?.pages.at(-1);
  const refetch = () => void query.refetch();
  if (isUnread(query)) {
    return (
      <ErrorState title={texts.error.title} onRetry={refetch} retrying={query.isFetching}>
        {texts.error.text}
      </ErrorState>
    );
  }
  return (
    <>
      {query.isRefetchError && (
        <StaleNote
          readAt={query.dataUpdatedAt}
          texts={texts.stale}
          onRetry={refetch}
          retrying={query.isFetching}
          inset
        />
      )}
      {rows?.length === 0 ? <Empty texts={texts} filter={filter} action={emptyAction} /> : children(rows)}
      {rows !== undefined && last !== undefined && (
        // Without rows there may be more all the same: where a search has looked at a part.
        <Footer
          query={query}
          shown={rows.length === 0 ? undefined : shown?.(rows.length, last)}
          texts={texts.more}
        />
      )}
    </>
  );
}

type ListCardProps<Page, Row> = ListProps<Page, Row> & {
  readonly title: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rowKey: (row: Row) => string | number;
  readonly rowData?: Parameters<typeof Table<Row>>[0]['rowData'];
  /** Search and choices above the table. */
  readonly filters?: ReactNode;
  /** At the end of the filters: refresh, export. */
  readonly filtersEnd?: ReactNode;
  readonly skeletons?: number;
  readonly tableClass?: string;
  readonly rowClass?: string;
  /** Below the table. */
  readonly note?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
  readonly className?: string;
};

export function ListCard<Page, Row>(props: ListCardProps<Page, Row>) {
  const { title, query, columns, rowKey, rowData, filters, filtersEnd, note, ...list } = props;
  const { skeletons = 8, tableClass, rowClass, aside, className } = props;
  return (
    <Card
      title={title}
      aside={aside}
      className={className}
      aria-busy={query.isPending || query.isPlaceholderData}
    >
      {filters !== undefined && <FilterBar end={filtersEnd}>{filters}</FilterBar>}
      <ListBody query={query} {...list}>
        {(rows) => (
          <>
            <Table
              columns={columns}
              rows={rows}
              rowKey={rowKey}
              rowData={rowData}
              skeletons={skeletons}
              className={tableClass}
              rowClass={rowClass}
            />
            {note}
          </>
        )}
      </ListBody>
    </Card>
  );
}

type EmptyProps = Pick<ListProps<never, never>, 'texts' | 'filter'> & { readonly action: ReactNode };

function Empty({ texts, filter, action }: EmptyProps) {
  if (filter?.isFiltered !== true || texts.none === undefined) {
    return (
      <EmptyState title={texts.empty.title} action={action}>
        {texts.empty.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={texts.none.title} action={<Button onClick={filter.clear}>{texts.none.action}</Button>}>
      {texts.none.text}
    </EmptyState>
  );
}

type FooterProps<Page> = {
  readonly query: ListQuery<Page>;
  readonly shown: string | undefined;
  readonly texts: ListTexts['more'];
};

function Footer<Page>({ query, shown, texts }: FooterProps<Page>) {
  const t = useMessages(uiMessages.lists);
  if (shown === undefined && !query.hasNextPage) return null;
  const { action = t('more'), busy = t('loadingMore'), failed = t('moreFailed') } = texts ?? {};
  return (
    <div className="card-footer">
      <output className="small quiet num">{query.isFetchNextPageError ? failed : shown}</output>
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="small"
          busy={query.isFetchingNextPage}
          busyLabel={busy}
          onClick={() => void query.fetchNextPage()}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
