// A chart's values as a table, newest first, in pages.

import { useState } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import { Button } from '../button.tsx';
import { type Column, type DataRow, DataTable } from '../data-table.tsx';

/** About one screen: 800 rows at once would hide the rest of the page. */
const PAGE_ROWS = 12;

type PagedTableProps<Key extends string> = {
  readonly caption: string;
  readonly columns: readonly Column<Key>[];
  readonly rowHeader: Key;
  /** The number of values, oldest first, and the row of each. */
  readonly count: number;
  readonly rowOf: (index: number) => DataRow<Key>;
  /** Below the rows of every page. */
  readonly footer?: readonly DataRow<Key>[] | undefined;
};

export function PagedTable<Key extends string>({ count, rowOf, ...table }: PagedTableProps<Key>) {
  const t = useMessages(chartsMessages);
  const f = useFormat();
  const [page, setPage] = useState(0);
  const last = Math.ceil(count / PAGE_ROWS) - 1;
  const shown = Math.min(page, last);
  const end = count - shown * PAGE_ROWS;
  const start = Math.max(0, end - PAGE_ROWS);
  const rows = Array.from({ length: end - start }, (_, i) => rowOf(end - 1 - i));
  return (
    <>
      <DataTable {...table} rows={rows} />
      <div className="chart-pages">
        <output className="small muted num">
          {t('table.showing', {
            from: f.integer(shown * PAGE_ROWS + 1),
            to: f.integer(count - start),
            count: f.integer(count),
          })}
        </output>
        <span>
          <Button size="small" disabled={shown === 0} onClick={() => setPage(shown - 1)}>
            {t('table.newer')}
          </Button>
          <Button size="small" disabled={shown === last} onClick={() => setPage(shown + 1)}>
            {t('table.older')}
          </Button>
        </span>
      </div>
    </>
  );
}
