// The parts of a whole as a table with bars drawn to scale. The page imports styles/markets.css.

import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import { DataTable } from '../../ui/data-table.tsx';
import type { Part } from './facts.ts';
import { partRows } from './shares.ts';

type ShareTableProps<Id extends string> = {
  readonly caption: string;
  readonly parts: readonly Part<Id>[];
  /** As the source prints it; the shares refer to it. */
  readonly total: number;
  readonly unit: 'tonnes' | 'millionOunces';
  readonly heading: 'sector' | 'country';
  readonly digits: number;
  /** The last row: the total, or another reference of the parts. */
  readonly totalName: string;
  readonly name: (id: Id) => ReactNode;
};

export function ShareTable<Id extends string>({
  caption,
  parts,
  total,
  unit,
  heading,
  digits,
  totalName,
  name,
}: ShareTableProps<Id>) {
  const t = useMessages(marketMessages);
  const f = useFormat();
  return (
    <div className="card share-table">
      <DataTable
        caption={caption}
        rowHeader="part"
        columns={[
          { key: 'part', label: t(heading) },
          { key: 'scale', label: t('scale') },
          { key: 'amount', label: t(unit), align: 'right' },
          { key: 'share', label: t('share'), align: 'right' },
        ]}
        rows={[
          ...partRows(parts, total).map((part) => ({
            id: part.id as string,
            cells: {
              part: part.of === undefined ? name(part.id) : <span className="slice">{name(part.id)}</span>,
              scale: <Bar percent={part.scale} slice={part.of !== undefined} />,
              amount: f.decimal(part.value, digits),
              share: f.percent(part.percent, 'none', 1),
            },
          })),
          {
            id: 'total',
            cells: {
              part: totalName,
              scale: null,
              amount: <b>{f.decimal(total, digits)}</b>,
              share: f.percent(100, 'none', 1),
            },
          },
        ]}
      />
    </div>
  );
}

function Bar({ percent, slice }: { readonly percent: number; readonly slice: boolean }) {
  return (
    <svg className="bar" width="100%" height="8" aria-hidden="true">
      <rect className={slice ? 'bar-slice' : undefined} width={`${percent}%`} height="8" />
    </svg>
  );
}
