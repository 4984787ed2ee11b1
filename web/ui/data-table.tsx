// Every table of the site: columns as data. On wide screens a plain table; on phones each row is a card, and each cell
// has its heading in `data-l`.

import type { ReactNode } from 'react';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import { classes } from './classes.ts';
import { Skeleton } from './skeleton.tsx';

type SkeletonShape = 'line' | 'short' | 'badge';

export type TableColumn<Row> = {
  readonly key: string;
  readonly label: string;
  readonly render: (row: Row) => ReactNode;
  /** Names its row. */
  readonly header?: boolean;
  readonly align?: 'right' | undefined;
  /** Left out between the desktop and the phone, where the details of the row repeat it. */
  readonly wide?: boolean;
  /** Holds buttons, so that the cell needs no heading on a phone. */
  readonly actions?: boolean;
  /** The heading is for screen readers only. */
  readonly hiddenLabel?: boolean;
  /** In place of the label on wide screens: a button that orders the list, say. */
  readonly heading?: ReactNode;
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** Of the body's cells. */
  readonly className?: string | undefined;
  /** While the rows are loading; a pair where the cell has a second line. */
  readonly skeleton?: SkeletonShape | readonly [SkeletonShape, SkeletonShape];
  /** The loading cell where no skeleton has its shape. */
  readonly loading?: ReactNode;
};

type RowData = Readonly<Record<`data-${string}`, string | boolean>>;

type TableProps<Row> = {
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined while they are loading. */
  readonly rows?: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly rowData?: ((row: Row) => RowData) | undefined;
  /** Of every row, also while loading. */
  readonly rowClass?: string | undefined;
  /** Rows drawn while loading. */
  readonly skeletons?: number;
  /** For screen readers, where no heading names the table. */
  readonly caption?: string;
  readonly visibleCaption?: boolean;
  readonly className?: string | undefined;
  /** False keeps the columns on a phone. */
  readonly cards?: boolean;
  readonly footer?: readonly Row[] | undefined;
  /** A footer row of another shape, in place of `footer`. */
  readonly total?: ReactNode;
  /** In place of the rows where there are none. */
  readonly empty?: ReactNode;
  /** Bodies of another shape, in place of `rows`. */
  readonly children?: ReactNode;
};

export function Table<Row>({
  columns,
  rows,
  rowKey,
  rowData,
  rowClass,
  skeletons = 0,
  caption,
  visibleCaption = false,
  className,
  cards = true,
  footer,
  total,
  empty,
  children,
}: TableProps<Row>) {
  return (
    <table className={classes('table', cards && 'table-cards', className)}>
      {caption !== undefined && (
        <caption className={visibleCaption ? undefined : 'visually-hidden'}>{caption}</caption>
      )}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={columnClass(column)} aria-sort={column.sorted}>
              {column.hiddenLabel === true ? (
                <span className="visually-hidden">{column.label}</span>
              ) : (
                (column.heading ?? column.label)
              )}
            </th>
          ))}
        </tr>
      </thead>
      {children ?? (
        <tbody>
          {rows === undefined
            ? Array.from({ length: skeletons }, (_, index) => (
                <SkeletonRow key={index} columns={columns} className={rowClass} />
              ))
            : rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  data={rowData?.(row)}
                  className={rowClass}
                />
              ))}
          {rows?.length === 0 && empty !== undefined && (
            <tr>
              <td colSpan={columns.length} className="quiet">
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      )}
      {total !== undefined && <tfoot>{total}</tfoot>}
      {footer !== undefined && (
        <tfoot>
          {footer.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              data={rowData?.(row)}
              className={rowClass}
            />
          ))}
        </tfoot>
      )}
    </table>
  );
}

type TableRowProps<Row> = {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  readonly data?: RowData | undefined;
  readonly className?: string | undefined;
};

export function TableRow<Row>({ row, columns, data, className }: TableRowProps<Row>) {
  return (
    <tr {...data} className={className}>
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} first={index === 0}>
          {column.render(row)}
        </Cell>
      ))}
    </tr>
  );
}

export function SkeletonRow<Row>({ columns, className }: Pick<TableRowProps<Row>, 'columns' | 'className'>) {
  return (
    <tr className={className}>
      {columns.map((column, index) => (
        <Cell key={column.key} column={column} first={index === 0} waiting>
          {column.header === true && <Loading />}
          {column.loading ?? <CellSkeleton shape={column.skeleton ?? 'short'} />}
        </Cell>
      ))}
    </tr>
  );
}

type CellProps<Row> = {
  readonly column: TableColumn<Row>;
  readonly first: boolean;
  readonly waiting?: boolean;
  readonly children: ReactNode;
};

function Cell<Row>({ column, first, waiting = false, children }: CellProps<Row>) {
  const { header = false, actions = false, label, className } = column;
  const all = classes(columnClass(column), className) || undefined;
  // The first column of a card is its title, and buttons have labels: neither needs a heading.
  const heading = waiting || actions || (header && first) ? undefined : label;
  if (header) {
    return (
      <th scope="row" className={all} data-l={heading}>
        {children}
      </th>
    );
  }
  return (
    <td className={all} data-l={heading}>
      {children}
    </td>
  );
}

/** A row header without words is none to a screen reader. */
function Loading() {
  const t = useMessages(commonMessages);
  return <span className="visually-hidden">{t('loading')}</span>;
}

function CellSkeleton({ shape }: { readonly shape: NonNullable<TableColumn<never>['skeleton']> }) {
  if (typeof shape === 'string') return <Skeleton shape={shape} />;
  const [first, second] = shape;
  return (
    <>
      <Skeleton shape={first} />
      <span className="sub">
        <Skeleton shape={second} />
      </span>
    </>
  );
}

function columnClass<Row>({ align, wide = false, actions = false }: TableColumn<Row>): string | undefined {
  return classes(align === 'right' && 'r', wide && 'table-wide', actions && 'table-actions') || undefined;
}

export type Column<Key extends string> = {
  readonly key: Key;
  readonly label: string;
  readonly align?: 'right';
};
export type DataRow<Key extends string> = {
  readonly id: string;
  readonly cells: Readonly<Record<Key, ReactNode>>;
};

type DataTableProps<Key extends string> = {
  readonly caption: string;
  readonly columns: readonly Column<Key>[];
  readonly rows: readonly DataRow<Key>[];
  readonly footer?: readonly DataRow<Key>[] | undefined;
  /** The column that names its row. */
  readonly rowHeader: Key;
};

/** A table of ready cells. */
export function DataTable<Key extends string>({
  caption,
  columns,
  rows,
  footer,
  rowHeader,
}: DataTableProps<Key>) {
  return (
    <Table<DataRow<Key>>
      caption={caption}
      rows={rows}
      footer={footer}
      rowKey={({ id }) => id}
      columns={columns.map(({ key, label, align }) => ({
        key,
        label,
        align,
        header: key === rowHeader,
        ...(align === 'right' && key !== rowHeader ? { className: 'num' } : {}),
        render: ({ cells }) => cells[key],
      }))}
    />
  );
}
