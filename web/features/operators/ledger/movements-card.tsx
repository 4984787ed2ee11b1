// Movements, the largest first: of a period, of a type, or found by their whole id. Each opens its operation.

import { type ReactNode, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { transactionsWords } from '../../../i18n/words/transactions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import {
  LEDGER_PERIODS,
  LEDGER_SEARCH_MAX,
  type LedgerPeriod,
} from '../../../../worker/domain/ledger-list.ts';
import { TRANSACTION_TYPES } from '../../../../worker/domain/transactions.ts';
import { LoadingRow, MovementRow } from './movement-row.tsx';
import { type MovementFilter, useMovements } from './queries.ts';

const SEARCH_REST_MS = 300;
const SKELETONS = ['one', 'two', 'three', 'four', 'five'] as const;
const TYPES = ['all', ...TRANSACTION_TYPES] as const;

export function MovementsCard({ onOpen }: { readonly onOpen: (operationId: string) => void }) {
  const t = useWords(adminLedgerWords);
  const words = useWords(transactionsWords);
  const [period, setPeriod] = useState<LedgerPeriod>('30d');
  const [type, setType] = useState<MovementFilter['type']>('all');
  const [typed, setTyped] = useState('');
  const find = useDebounced(typed.trim(), SEARCH_REST_MS);
  const list = useMovements({ period, type, find });
  const movements = list.data?.pages.flatMap((page) => page.movements);
  return (
    <Card title={t('movements.title')} aria-busy={list.isPending || list.isPlaceholderData}>
      <FilterBar>
        <SearchInput
          label={t('movements.find')}
          value={typed}
          maxLength={LEDGER_SEARCH_MAX}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FilterSelect
          label={t('movements.period')}
          value={find === '' ? period : 'all'}
          onChange={setPeriod}
          options={LEDGER_PERIODS.map((value) => ({ value, label: t(`movements.periods.${value}`) }))}
        />
        <FilterSelect
          label={t('movements.type')}
          value={type}
          onChange={setType}
          options={TYPES.map((value) => ({
            value,
            label: value === 'all' ? t('movements.anyType') : words(`types.${value}`),
          }))}
        />
      </FilterBar>
      {movements === undefined && list.isError ? (
        <ErrorState title={t('error.title')} onRetry={() => void list.refetch()} retrying={list.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : movements?.length === 0 ? (
        <Nothing searched={find !== ''} onClear={() => setTyped('')} />
      ) : (
        <Table>
          {movements === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : movements.map((movement) => (
                <MovementRow
                  key={movement.transactionId}
                  movement={movement}
                  onOpen={() => onOpen(movement.operationId)}
                />
              ))}
        </Table>
      )}
      {movements !== undefined && movements.length > 0 && (
        <LoadMore
          shown={t.count('movements.shown', movements.length)}
          more={list.hasNextPage}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  );
}

function Nothing({ searched, onClear }: { readonly searched: boolean; readonly onClear: () => void }) {
  const t = useWords(adminLedgerWords);
  if (!searched) return <EmptyState title={t('movements.empty')}>{t('movements.emptyText')}</EmptyState>;
  return (
    <EmptyState
      title={t('movements.none')}
      action={<Button onClick={onClear}>{t('movements.clear')}</Button>}
    >
      {t('movements.noneText')}
    </EmptyState>
  );
}

function Table({ children }: { readonly children: ReactNode }) {
  const t = useWords(adminLedgerWords);
  return (
    <table className="table table-cards admin-table">
      <thead>
        <tr>
          <th scope="col">{t('movements.what')}</th>
          <th scope="col">{t('movements.customer')}</th>
          <th scope="col">{t('movements.time')}</th>
          <th scope="col" className="r admin-wide">
            {t('movements.amount')}
          </th>
          <th scope="col" className="r">
            {t('movements.total')}
          </th>
          <th scope="col">{t('movements.status')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
