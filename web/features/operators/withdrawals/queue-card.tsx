// The queue: all that is open, by age or by amount, with any flag or one; or those of one state. And how long the last ones took.

import { useSearchParams } from 'react-router';
import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import type { QueuedWithdrawal } from '../../../../worker/contract/operators/withdrawals.ts';
import {
  APPROVALS_NEEDED,
  isOpen,
  WITHDRAWAL_FLAGS,
  WITHDRAWAL_ORDERS,
  WITHDRAWAL_STATES,
} from '../../../../worker/domain/withdrawals.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { useSharedColumns } from './columns.tsx';
import { durationText } from './duration-text.ts';
import { queueQuery } from './queries.ts';

const CHOICES = {
  state: ['open', ...WITHDRAWAL_STATES],
  order: WITHDRAWAL_ORDERS,
  flag: ['any', ...WITHDRAWAL_FLAGS],
} as const;

export function QueueCard({ onView }: { readonly onView: (id: string) => void }) {
  const t = useMessages(messages);
  const states = useMessages(transactionsMessages.withdrawalStates);
  const f = useFormat();
  const filter = useListFilter({ choices: CHOICES, maxCharacters: 0, address: useSearchParams() });
  const { chosen } = filter;
  const query = usePages(queueQuery(chosen));
  const isQueue = chosen.state === 'open' || isOpen(chosen.state);
  const medianMs = query.data?.pages.at(-1)?.medianMs;
  return (
    <ListCard
      title={t('queue.title')}
      query={query}
      rowsOf={(page) => page.withdrawals}
      rowKey={({ id }) => id}
      rowData={({ id, state }) => ({ 'data-withdrawal': id, 'data-state': state })}
      columns={useColumns(onView)}
      tableClass="admin-table"
      skeletons={4}
      filter={filter}
      filters={
        <>
          <FilterSelect
            label={t('queue.state')}
            options={CHOICES.state.map((value) => ({
              value,
              label: value === 'open' ? t('queue.open') : states(value),
            }))}
            {...filter.selectProps('state')}
          />
          {/* What is over stands by its end. */}
          {isQueue && (
            <>
              <FilterSelect
                label={t('queue.flag')}
                options={CHOICES.flag.map((value) => ({
                  value,
                  label: value === 'any' ? t('queue.anyFlag') : t(`flags.${value}.short`),
                }))}
                {...filter.selectProps('flag')}
              />
              <FilterSelect
                label={t('queue.order')}
                options={CHOICES.order.map((value) => ({ value, label: t(`queue.orders.${value}`) }))}
                {...filter.selectProps('order')}
              />
            </>
          )}
        </>
      }
      aside={
        medianMs === undefined || medianMs === null ? undefined : (
          <span className="small quiet">{t('queue.median', { time: durationText(f.locale, medianMs) })}</span>
        )
      }
      texts={listTexts(t, 'queue')}
      shown={(n) => t.count('queue.shown', n, { n: f.integer(n) })}
    />
  );
}

export const STATE_TONES: Readonly<Record<QueuedWithdrawal['state'], BadgeTone>> = {
  unconfirmed: 'neutral',
  held: 'held',
  ready: 'pending',
  'waiting-approval': 'pending',
  sending: 'pending',
  paid: 'success',
  returned: 'failed',
  cancelled: 'neutral',
  rejected: 'neutral',
};

function useColumns(onView: (id: string) => void): readonly TableColumn<QueuedWithdrawal>[] {
  const t = useMessages(messages);
  const f = useFormat();
  const [customer, to, age] = useSharedColumns<QueuedWithdrawal>(
    ({ id, customer: { name, email }, amountCents, method, to: account, requestedAt }) => ({
      id,
      name,
      email,
      label: t('viewNamed', { name, amount: f.money(amountCents) }),
      method,
      to: account,
      since: requestedAt,
    }),
    onView,
  );
  return [
    customer,
    {
      key: 'amount',
      label: t('columns.amount'),
      align: 'right',
      render: ({ amountCents }) => f.amount(amountCents),
    },
    to,
    age,
    {
      key: 'flags',
      label: t('columns.flags'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ flags }) =>
        flags.length === 0 ? (
          <span className="quiet">–</span>
        ) : (
          flags.map((flag) => t(`flags.${flag}.short`)).join(', ')
        ),
    },
    {
      key: 'state',
      label: t('columns.state'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: (withdrawal) => <StateCell withdrawal={withdrawal} />,
    },
  ];
}

function StateCell({ withdrawal }: { readonly withdrawal: QueuedWithdrawal }) {
  const t = useMessages(messages);
  const states = useMessages(transactionsMessages.withdrawalStates);
  const f = useFormat();
  const { state, holdUntil, approvals, flags, mine, waitsForMe, gateway } = withdrawal;
  return (
    <>
      <Badge tone={STATE_TONES[state]}>{states(state)}</Badge>
      {state === 'held' && holdUntil !== null && (
        <span className="sub">{t('until', { time: f.dateTime(holdUntil, 'dayMonthTime') })}</span>
      )}
      {flags.length > 0 && (state === 'waiting-approval' || state === 'held') && (
        <span className="sub">
          {waitsForMe
            ? t('waitsForYou')
            : mine
              ? t('ownAccount')
              : t('approvals', { n: approvals, of: APPROVALS_NEEDED })}
        </span>
      )}
      {gateway === 'sandbox' && <span className="sub">{t('test')}</span>}
    </>
  );
}
