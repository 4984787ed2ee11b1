import type { ReactNode } from 'react';

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
  /** What the table tells, for screen readers; sighted readers have the heading above. */
  readonly caption: string;
  readonly columns: readonly Column<Key>[];
  readonly rows: readonly DataRow<Key>[];
  /** The column that names its row. */
  readonly rowHeader: Key;
};

/** A real table on wide screens; on phones each row is a card and each cell carries its heading. */
export function DataTable<Key extends string>({ caption, columns, rows, rowHeader }: DataTableProps<Key>) {
  return (
    <table className="table table-cards">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, label, align }) => (
            <th key={key} scope="col" className={align === 'right' ? 'r' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {columns.map(({ key, label, align }) =>
              key === rowHeader ? (
                <th key={key} scope="row">
                  {cells[key]}
                </th>
              ) : (
                <td key={key} className={align === 'right' ? 'r num' : undefined} data-l={label}>
                  {cells[key]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
