// Recent transactions: search in the words on the screen, a status filter, more on demand, each with its receipt.

import { type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { transactionsWords } from '../../i18n/words/transactions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SEARCH_MAX_CHARACTERS, type Transaction } from '../../../worker/contract/transactions.ts';
import { type StatusFilter, type TransactionsSource, useTransactions } from './transactions-query.ts';
import { storedTerms } from './search-terms.ts';
import { LoadingRow, TransactionRow } from './transaction-row.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useVocabulary } from './vocabulary.ts';
import '../../styles/transactions.css';

/** Customer spec, section 7: the search is debounced by 300 ms. */
const SEARCH_REST_MS = 300;
const FILTERS: readonly StatusFilter[] = ['all', 'completed', 'pending', 'failed'];
const SKELETONS = ['one', 'two', 'three', 'four'] as const;

type TransactionsCardProps = {
  readonly masked: boolean;
  readonly onOpen: (transaction: Transaction) => void;
  /** Left out where an operator reads. */
  readonly onDeposit?: () => void;
  readonly source?: TransactionsSource;
};

export function TransactionsCard({ masked, onOpen, onDeposit, source }: TransactionsCardProps) {
  const t = useWords(transactionsWords);
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<StatusFilter>('all');
  const vocabulary = useVocabulary();
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  const query = useTransactions({ status, search, terms: storedTerms(search, vocabulary) }, source);
  const clear = () => {
    setTyped('');
    setStatus('all');
  };
  const filtered = search !== '' || status !== 'all';
  const found = query.data?.pages.flatMap((page) => page.transactions);
  return (
    <Card
      title={t('title')}
      className="transactions"
      aria-busy={query.isPending || query.isPlaceholderData}
      aside={
        <div className="transactions-filters">
          <SearchInput
            label={t('search')}
            aria-label={t('searchLabel')}
            value={typed}
            maxLength={SEARCH_MAX_CHARACTERS}
            onChange={(event) => setTyped(event.target.value)}
          />
          <SegmentedControl
            label={t('filter')}
            value={status}
            onChange={setStatus}
            options={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
          />
        </div>
      }
    >
      {found === undefined && query.isError ? (
        <ErrorState title={t('error.title')} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : found?.length === 0 ? (
        <Nothing filtered={filtered} onClear={clear} onDeposit={onDeposit} />
      ) : (
        <Table>
          {found === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : found.map((transaction) => (
                <TransactionRow
                  key={transaction.id}
                  transaction={transaction}
                  masked={masked}
                  onOpen={onOpen}
                />
              ))}
        </Table>
      )}
      <Foot
        shown={found?.length ?? 0}
        more={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
    </Card>
  );
}

/** The shape of the card before it is known whose it is. */
export function TransactionsLoading() {
  const t = useWords(transactionsWords);
  return (
    <Card title={t('title')} className="transactions" aria-busy>
      <Table>
        {SKELETONS.map((key) => (
          <LoadingRow key={key} />
        ))}
      </Table>
    </Card>
  );
}

function Table({ children }: { readonly children: ReactNode }) {
  const t = useWords(transactionsWords);
  return (
    <table className="table table-cards">
      <thead>
        <tr>
          <th scope="col">{t('columns.date')}</th>
          <th scope="col">{t('columns.type')}</th>
          <th scope="col">{t('columns.what')}</th>
          <th scope="col" className="r">
            {t('columns.amount')}
          </th>
          <th scope="col" className="r">
            {t('columns.total')}
          </th>
          <th scope="col">{t('columns.status')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type NothingProps = {
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onDeposit: (() => void) | undefined;
};

function Nothing({ filtered, onClear, onDeposit }: NothingProps) {
  const t = useWords(transactionsWords);
  const which = filtered ? 'none' : 'empty';
  const action = filtered ? onClear : onDeposit;
  return (
    <EmptyState
      title={t(`${which}.title`)}
      action={action !== undefined && <Button onClick={action}>{t(`${which}.action`)}</Button>}
    >
      {t(`${which}.text`)}
    </EmptyState>
  );
}

type FootProps = {
  readonly shown: number;
  readonly more: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onMore: () => void;
};

function Foot({ shown, more, loading, failed, onMore }: FootProps) {
  const t = useWords(transactionsWords);
  if (shown === 0) return null;
  return (
    <div className="card-footer">
      <output className="small quiet num">{failed ? t('moreError') : t.count('shown', shown)}</output>
      {more && (
        <Button variant="ghost" size="small" busy={loading} busyLabel={t('loadingMore')} onClick={onMore}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  );
}
