// What of each metal is in bars, held by customers and free to sell; and in words what cannot be sold, or is not covered.

import { isUnread } from '../../../ui/unread.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import messages from '#messages/operators-bars.json';
import type { BarsOverview } from '../../../../worker/contract/operators/bars.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { ErrorState } from '../../../ui/data-state.tsx';
import { Note, StaleNote } from '../../../ui/note.tsx';
import { useVault } from './queries.ts';

type MetalStock = BarsOverview['metals'][number];

export function StockCard() {
  const t = useMessages(messages);
  const columns = useColumns();
  const vault = useVault();
  const { data, dataUpdatedAt } = vault;
  const refetch = () => void vault.refetch();
  return (
    <>
      {data !== undefined && <StockNotes metals={data.metals} />}
      <Card title={t('stock.title')} aria-busy={vault.isPending}>
        {vault.isRefetchError && (
          <StaleNote readAt={dataUpdatedAt} onRetry={refetch} retrying={vault.isFetching} inset />
        )}
        {isUnread(vault) ? (
          <ErrorState title={t('error.title')} onRetry={refetch} retrying={vault.isFetching}>
            {t('error.text')}
          </ErrorState>
        ) : (
          <Table
            className="admin-table"
            caption={t('stock.title')}
            rows={data?.metals}
            rowKey={({ metal }) => metal}
            rowData={({ metal }) => ({ 'data-metal': metal })}
            skeletons={2}
            columns={columns}
          />
        )}
        <div className="card-footer">
          <p className="small quiet">{t('stock.explained')}</p>
        </div>
      </Card>
    </>
  );
}

function StockNotes({ metals }: { readonly metals: readonly MetalStock[] }) {
  const t = useMessages(messages.stock);
  const names = useMessages(commonMessages);
  const named = (some: readonly MetalStock[]) => some.map(({ metal }) => names(`metals.${metal}`)).join(', ');
  const short = metals.filter(({ uncoveredE4 }) => uncoveredE4 > 0);
  const none = metals.filter(({ freeE4, uncoveredE4 }) => freeE4 === 0 && uncoveredE4 === 0);
  return (
    <>
      {short.length > 0 && (
        <Note tone="error" title={t('short.title', { metals: named(short) })}>
          {t('short.text')}
        </Note>
      )}
      {none.length > 0 && (
        <Note tone="warning" icon="alert" title={t('none.title', { metals: named(none) })}>
          {t('none.text')}
        </Note>
      )}
    </>
  );
}

function useColumns(): readonly TableColumn<MetalStock>[] {
  const t = useMessages(messages.stock);
  const names = useMessages(commonMessages);
  const f = useFormat();
  return [
    { key: 'metal', label: t('metal'), header: true, render: ({ metal }) => names(`metals.${metal}`) },
    {
      key: 'bars',
      label: t('bars'),
      align: 'right',
      skeleton: ['short', 'short'],
      render: ({ bars, samples, barsE4 }) => (
        <>
          {f.weight(barsE4)}
          <span className="sub">
            {t.count('count', bars, { n: f.integer(bars) })}
            {samples > 0 && `, ${t.count('samples', samples, { n: f.integer(samples) })}`}
          </span>
        </>
      ),
    },
    {
      key: 'customers',
      label: t('customers'),
      align: 'right',
      skeleton: 'short',
      render: ({ customersE4 }) => f.weight(customersE4),
    },
    {
      key: 'free',
      label: t('free'),
      align: 'right',
      skeleton: 'short',
      render: ({ freeE4, uncoveredE4 }) => (
        <>
          {f.weight(freeE4)}
          {uncoveredE4 > 0 ? (
            <span className="sub">
              <Badge tone="failed">{t('uncovered', { weight: f.weight(uncoveredE4) })}</Badge>
            </span>
          ) : (
            freeE4 === 0 && (
              <span className="sub">
                <Badge tone="pending">{t('soldOut')}</Badge>
              </span>
            )
          )}
        </>
      ),
    },
  ];
}
