// Where the bank and the books do not say the same, and who has it.

import { useSearchParams } from 'react-router';
import { afterwards } from '../../../api/afterwards.ts';
import { usePages } from '../../../api/paged.ts';
import { Link } from '../../../i18n/link.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-reconciliation.json';
import type { BankBreak } from '../../../../worker/contract/operators/reconciliation.ts';
import { BANK_SOURCE_NAMES, BANK_SOURCES } from '../../../../worker/domain/bank-files.ts';
import { BREAK_KINDS, BREAK_STATES } from '../../../../worker/domain/reconciliation.ts';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { useErrorToast } from '../../../ui/problem-notice.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { Email } from '../frame/email.tsx';
import { useMay } from '../frame/may.tsx';
import { breaksQuery, useTakeBreak } from './queries.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';

const CHOICES = {
  state: BREAK_STATES,
  source: ['all', ...BANK_SOURCE_NAMES],
  kind: ['all', ...BREAK_KINDS],
  owner: ['all', 'me', 'nobody'],
} as const;

type BreaksCardProps = { readonly onResolve: (of: BankBreak) => void };

export function BreaksCard({ onResolve }: BreaksCardProps) {
  const t = useMessages(messages);
  const filter = useListFilter({ choices: CHOICES, maxCharacters: 0, address: useSearchParams() });
  const query = usePages(breaksQuery(filter.chosen));
  return (
    <ListCard
      title={t('breaks.title')}
      query={query}
      rowsOf={(page) => page.breaks}
      rowKey={({ id }) => id}
      rowData={({ id, kind }) => ({ 'data-break': id, 'data-kind': kind })}
      columns={useColumns(onResolve)}
      tableClass="admin-table"
      filter={filter}
      filters={
        <>
          <FilterSelect
            label={t('breaks.state')}
            options={CHOICES.state.map((value) => ({ value, label: t(`states.${value}`) }))}
            {...filter.selectProps('state')}
          />
          <FilterSelect
            label={t('breaks.source')}
            options={CHOICES.source.map((value) => ({
              value,
              label: value === 'all' ? t('breaks.all') : t(`sources.${value}`),
            }))}
            {...filter.selectProps('source')}
          />
          <FilterSelect
            label={t('breaks.kind')}
            options={CHOICES.kind.map((value) => ({
              value,
              label: value === 'all' ? t('breaks.all') : t(`kinds.${value}`),
            }))}
            {...filter.selectProps('kind')}
          />
          <FilterSelect
            label={t('breaks.owner')}
            options={CHOICES.owner.map((value) => ({ value, label: t(`owners.${value}`) }))}
            {...filter.selectProps('owner')}
          />
        </>
      }
      texts={listTexts(t, 'breaks')}
      shown={(n) => t.count('breaks.shown', n)}
    />
  );
}

function useColumns(onResolve: BreaksCardProps['onResolve']): readonly TableColumn<BankBreak>[] {
  const t = useMessages(messages);
  const dayText = useDayText();
  const nameOf = ({ kind, day, source }: BankBreak) =>
    `${t(`kinds.${kind}`)}, ${dayText(day)}, ${t(`sources.${source}`)}`;
  const f = useFormat();
  const mayChange = useMay()('reconciliation.change');
  const take = useTakeBreak();
  const showError = useErrorToast();
  const money = (of: BankBreak, cents: number | null) =>
    cents === null ? (
      <span className="quiet">{t('breaks.nothing')}</span>
    ) : (
      f.money(cents, BANK_SOURCES[of.source].asset === 'usd' ? 'USD' : 'BRL')
    );
  return [
    {
      key: 'kind',
      label: t('breaks.columns.kind'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: (of) => <What of={of} />,
    },
    {
      key: 'bank',
      label: t('breaks.columns.bank'),
      align: 'right',
      className: 'num',
      render: (of) => money(of, of.bankCents),
    },
    {
      key: 'ours',
      label: t('breaks.columns.ours'),
      align: 'right',
      className: 'num',
      render: (of) => (
        <>
          {money(of, of.ourCents)}
          {of.kind === 'balance-differs' && <span className="sub">{t('breaks.expected')}</span>}
        </>
      ),
    },
    {
      key: 'owner',
      label: t('breaks.columns.owner'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ owner, resolution, resolvedBy, endedAt }) => (
        <>
          {owner === null ? (
            <span className="quiet">{t('owners.nobody')}</span>
          ) : (
            <Email>{owner.email}</Email>
          )}
          {resolution !== null && <span className="sub">{resolution}</span>}
          {resolvedBy !== null && endedAt !== null && (
            <span className="sub">{t('breaks.resolved', { time: f.dateTime(endedAt, 'dayMonthTime') })}</span>
          )}
        </>
      ),
    },
    ...(mayChange
      ? [
          {
            key: 'actions',
            label: t('breaks.columns.actions'),
            hiddenLabel: true,
            actions: true,
            skeleton: 'badge',
            render: (of: BankBreak) =>
              of.state === 'open' && (
                <>
                  <Button
                    size="small"
                    busy={take.isPending && take.variables === of.id}
                    busyLabel={t('breaks.taking')}
                    aria-label={t('breaks.takeNamed', { what: nameOf(of) })}
                    onClick={() =>
                      afterwards(take.mutateAsync(of.id), {
                        onError: (error) => showError(t('breaks.takeFailed'), error),
                      })
                    }
                  >
                    {t('breaks.take')}
                  </Button>{' '}
                  <Button
                    size="small"
                    aria-label={t('breaks.resolveNamed', { what: nameOf(of) })}
                    onClick={() => onResolve(of)}
                  >
                    {t('breaks.resolve')}
                  </Button>
                </>
              ),
          } as const,
        ]
      : []),
  ];
}

/** What it is, of which day and account, and where both sides say so. */
function What({ of }: { readonly of: BankBreak }) {
  const t = useMessages(messages);
  const dayText = useDayText();
  const { kind, day, source, file, operationId, paymentIds } = of;
  return (
    <>
      {t(`kinds.${kind}`)}
      <span className="sub">
        {dayText(day)}, {t(`sources.${source}`)}
      </span>
      {file !== null && (
        <span className="sub">
          {file.line === null ? file.label : t('breaks.inFile', { file: file.label, line: file.line })}
        </span>
      )}
      {paymentIds.map((id) => (
        <span className="sub" key={id}>
          {id}
        </span>
      ))}
      {operationId !== null && (
        <span className="sub">
          <Link className="link" to={`/admin/ledger?operation=${encodeURIComponent(operationId)}`}>
            {t('breaks.operation')}
          </Link>
        </span>
      )}
    </>
  );
}
