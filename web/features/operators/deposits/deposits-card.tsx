// The list: what waits for its payment, payments that nobody could credit, what is owed, or all of them by how they ended.

import { useSearchParams } from 'react-router';
import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import transactionsMessages from '#messages/transactions.json';
import type { WorkedDeposit } from '../../../../worker/contract/operators/deposits.ts';
import { DEPOSIT_LISTS, DEPOSITS_SEARCH_MAX } from '../../../../worker/domain/deposit-work.ts';
import { PAYMENT_METHODS } from '../../../../worker/domain/fees.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { Age } from '../frame/age.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Who } from '../frame/who.tsx';
import { depositsQuery } from './queries.ts';

const CHOICES = { state: DEPOSIT_LISTS, method: ['all', ...PAYMENT_METHODS] } as const;

export function DepositsCard({ onView }: { readonly onView: (id: string) => void }) {
  const t = useMessages(messages);
  const words = useMessages(transactionsMessages);
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: DEPOSITS_SEARCH_MAX,
    address: useSearchParams(),
  });
  const query = usePages(depositsQuery({ ...filter.chosen, find: filter.search }));
  const hasTests =
    query.data?.pages.some(({ deposits }) => deposits.some(({ gateway }) => gateway === 'sandbox')) ?? false;
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.deposits}
      rowKey={({ id }) => id}
      rowData={({ id, status }) => ({ 'data-deposit': id, 'data-status': status })}
      columns={useColumns(onView, query.dataUpdatedAt)}
      tableClass="admin-table"
      filter={filter}
      filters={
        <>
          <SearchInput label={t('list.search')} aria-label={t('list.searchLabel')} {...filter.searchProps} />
          <FilterSelect
            label={t('list.state')}
            options={CHOICES.state.map((value) => ({ value, label: t(`list.states.${value}`) }))}
            {...filter.selectProps('state')}
          />
          <FilterSelect
            label={t('list.method')}
            options={CHOICES.method.map((value) => ({
              value,
              label: value === 'all' ? t('list.all') : words(`methods.${value}`),
            }))}
            {...filter.selectProps('method')}
          />
        </>
      }
      texts={listTexts(t, 'list')}
      shown={(n) => t.count('list.shown', n)}
      note={hasTests && <p className="card-note small quiet">{t('list.sandbox')}</p>}
    />
  );
}

const TONES: Readonly<Record<WorkedDeposit['status'], BadgeTone>> = {
  pending: 'pending',
  completed: 'success',
  failed: 'failed',
};

/** How it stands, and what of it is work. */
export function DepositBadges({ deposit }: { readonly deposit: WorkedDeposit }) {
  const t = useMessages(messages);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  const { status, failure, strays, disputes, paid, proposed } = deposit;
  const owedCents = disputes.reduce((cents, one) => cents + one.owedCents, 0);
  const takenCents = paid.cents - paid.leftCents;
  return (
    <>
      <Badge tone={TONES[status]}>{words(`statuses.${status}`)}</Badge>
      {failure !== null && <span className="sub">{t(`failures.${failure}`)}</span>}
      {strays
        .filter(({ end }) => end === null)
        .map(({ id, cents }) => (
          <span className="sub" key={id}>
            <Badge tone="failed">{t('list.stray', { amount: f.money(cents) })}</Badge>
          </span>
        ))}
      {disputes.length > 0 && (
        <span className="sub">
          <Badge tone={owedCents > 0 ? 'failed' : 'neutral'}>
            {takenCents === 0
              ? t('list.won')
              : owedCents > 0
                ? t('list.owed', { amount: f.money(owedCents) })
                : paid.leftCents === 0
                  ? t('list.takenBack')
                  : t('list.takenInPart', { amount: f.money(takenCents, paid.currency) })}
          </Badge>
        </span>
      )}
      {proposed && <span className="sub">{t('list.proposed')}</span>}
    </>
  );
}

function useColumns(onView: (id: string) => void, readAt: number): readonly TableColumn<WorkedDeposit>[] {
  const t = useMessages(messages);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  return [
    {
      key: 'who',
      label: t('list.columns.who'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ id, customer: { name, email }, amountCents }) => (
        <Who
          name={name}
          email={email}
          label={t('list.viewNamed', { amount: f.money(amountCents), name })}
          onOpen={() => onView(id)}
        />
      ),
    },
    {
      key: 'amount',
      label: t('list.columns.amount'),
      align: 'right',
      skeleton: ['short', 'short'],
      render: ({ amountCents, feeCents }) => (
        <>
          {f.money(amountCents)}
          {feeCents > 0 && <span className="sub">{t('list.fee', { amount: f.money(feeCents) })}</span>}
        </>
      ),
    },
    {
      key: 'method',
      label: t('list.columns.method'),
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ method, reference }) => (
        <>
          {words(`methods.${method}`)}
          {reference !== null && (
            <span className="sub">
              <CopyableId value={reference} of={t('list.columns.reference')} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'age',
      label: t('list.columns.age'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ createdAt, expiresAt }) => (
        <>
          <Age at={createdAt} now={readAt} />
          {expiresAt !== null && (
            <span className="sub">{t('list.expires', { date: f.dateTime(expiresAt, 'dayMonthTime') })}</span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      label: t('list.columns.state'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: (deposit) => <DepositBadges deposit={deposit} />,
    },
  ];
}
