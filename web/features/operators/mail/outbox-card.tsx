// The lists of messages: not delivered, waiting, sent; search by address, more on demand, and what may be done to each.

import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminMailWords } from '../../../i18n/words/admin-mail.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar, FilterSelect } from '../../../ui/filter-bar.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Note } from '../../../ui/note.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import {
  MAIL_PAGE,
  MAIL_SEARCH_MAX_CHARACTERS,
  type OutboxMail,
} from '../../../../worker/contract/operators/mail.ts';
import type { OutboxState } from '../../../../worker/domain/mail-delivery.ts';
import { LoadingRow, MailRow } from './mail-row.tsx';
import { useOutbox } from './queries.ts';
import '../../../styles/admin-lists.css';

const SEARCH_REST_MS = 300;
/** What needs a decision comes first. */
const STATES = ['dead', 'waiting', 'sent'] as const;
const SKELETONS = ['one', 'two', 'three', 'four', 'five'] as const;

/** What an operator asks for; the page asks before it is done. */
export type OutboxAsk =
  | { readonly what: 'discard'; readonly mail: OutboxMail }
  | { readonly what: 'resend'; readonly ids: readonly string[] };

export function OutboxCard({ onAsk }: { readonly onAsk: (ask: OutboxAsk) => void }) {
  const t = useWords(adminMailWords);
  const [state, setState] = useState<OutboxState>('dead');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_REST_MS);
  const list = useOutbox({ state, search });
  const mails = list.data?.pages.flatMap((page) => page.mails);
  const resendable = (mails ?? []).filter(({ canResend }) => canResend).slice(0, MAIL_PAGE);
  const all = state !== 'sent' && resendable.length > 1 && !list.isPlaceholderData && (
    <Button size="small" onClick={() => onAsk({ what: 'resend', ids: resendable.map(({ id }) => id) })}>
      {t(`all.${state}`)}
    </Button>
  );
  return (
    <Card title={t('list.title')} aria-busy={list.isPending || list.isPlaceholderData}>
      <FilterBar end={all}>
        <FilterSelect
          label={t('list.which')}
          value={state}
          onChange={setState}
          options={STATES.map((value) => ({ value, label: t(`list.states.${value}`) }))}
        />
        <SearchInput
          label={t('list.search')}
          value={typed}
          maxLength={MAIL_SEARCH_MAX_CHARACTERS}
          onChange={(event) => setTyped(event.target.value)}
        />
      </FilterBar>
      {list.isRefetchError && <Outdated readAt={list.dataUpdatedAt} />}
      {mails === undefined && list.isError ? (
        <ErrorState
          title={t('list.error.title')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {t('list.error.text')}
        </ErrorState>
      ) : mails?.length === 0 ? (
        <Nothing state={state} searched={search !== ''} onClear={() => setTyped('')} />
      ) : (
        <Table>
          {mails === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : mails.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  onDiscard={(chosen) => onAsk({ what: 'discard', mail: chosen })}
                />
              ))}
        </Table>
      )}
      {mails !== undefined && mails.length > 0 && (
        <LoadMore
          shown={t.count('list.shown', mails.length)}
          more={list.hasNextPage}
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Card>
  );
}

function Table({ children }: { readonly children: ReactNode }) {
  const t = useWords(adminMailWords);
  return (
    <table className="table table-cards admin-table">
      <thead>
        <tr>
          <th scope="col">{t('list.columns.kind')}</th>
          <th scope="col">{t('list.columns.email')}</th>
          <th scope="col" className="admin-wide">
            {t('list.columns.written')}
          </th>
          <th scope="col">{t('list.columns.attempts')}</th>
          <th scope="col">{t('list.columns.error')}</th>
          <th scope="col" className="admin-actions">
            {t('list.columns.actions')}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type NothingProps = {
  readonly state: OutboxState;
  readonly searched: boolean;
  readonly onClear: () => void;
};

function Nothing({ state, searched, onClear }: NothingProps) {
  const t = useWords(adminMailWords);
  if (!searched) {
    return <EmptyState title={t(`list.empty.${state}.title`)}>{t(`list.empty.${state}.text`)}</EmptyState>;
  }
  return (
    <EmptyState
      title={t('list.none.title')}
      action={<Button onClick={onClear}>{t('list.none.action')}</Button>}
    >
      {t('list.none.text')}
    </EmptyState>
  );
}

function Outdated({ readAt }: { readonly readAt: number }) {
  const t = useWords(adminMailWords);
  const f = useFormat();
  return (
    <div className="admin-list-note">
      <Note tone="warning" role="alert" title={t('list.outdated.title')}>
        {t('list.outdated.text', { time: f.dateTime(readAt, 'time') })}
      </Note>
    </div>
  );
}
