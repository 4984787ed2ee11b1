// What happened to a customer, newest first: sign-ins, money, letters, and what operators did, saw and noted.

import { usePages } from '../../../api/paged.ts';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import auditMessages from '#messages/operators-audit.json';
import mailMessages from '#messages/operators-mail.json';
import profileMessages from '#messages/profile.json';
import timelineMessages from '#messages/operators-timeline.json';
import transactionsMessages from '#messages/transactions.json';
import type { TimelineEntry } from '../../../../worker/contract/operators/timeline.ts';
import { TIMELINE_KINDS } from '../../../../worker/domain/timeline.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ANY_DAYS, FilterDays, FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import { Email } from '../frame/email.tsx';
import { timelineQuery } from './timeline-queries.ts';

const CHOICES = { kind: ['all', ...TIMELINE_KINDS], ...ANY_DAYS } as const;

export function TimelineCard({ userId }: { readonly userId: string }) {
  const t = useMessages(timelineMessages);
  // The list has no search: its name keeps other lists' out of this address.
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: 0,
    searchName: 'timeline',
    address: useSearchParams(),
  });
  const query = usePages(timelineQuery(userId, filter.chosen));
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.entries}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowData={({ kind }) => ({ 'data-kind': kind })}
      columns={useColumns()}
      tableClass="admin-table"
      filter={filter}
      filters={
        <>
          <FilterSelect
            label={t('list.kind')}
            options={CHOICES.kind.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            {...filter.selectProps('kind')}
          />
          <FilterDays filter={filter} />
        </>
      }
      texts={listTexts(t, 'list')}
      shown={(n) => t.count('list.shown', n)}
    />
  );
}

function useColumns(): readonly TableColumn<TimelineEntry>[] {
  const t = useMessages(timelineMessages);
  const f = useFormat();
  return [
    {
      key: 'date',
      label: t('list.columns.date'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ at }) => (
        <>
          <time dateTime={at}>{f.dateTime(at, 'date')}</time>
          <span className="sub">{f.dateTime(at, 'clock')}</span>
        </>
      ),
    },
    {
      key: 'kind',
      label: t('list.columns.kind'),
      skeleton: 'short',
      render: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      key: 'what',
      label: t('list.columns.what'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: (entry) => <What entry={entry} />,
    },
  ];
}

/** What an entry says, in the words of the pages that it comes from. */
function What({ entry }: { readonly entry: TimelineEntry }) {
  const t = useMessages(timelineMessages);
  const events = useMessages(profileMessages.securityLog.kinds);
  const kinds = useMessages(mailMessages.kinds);
  const actions = useMessages(auditMessages.actions);
  const words = useMessages(transactionsMessages);
  const states = useMessages(transactionsMessages.withdrawalStates);
  const f = useFormat();
  switch (entry.kind) {
    case 'access': {
      const where = [entry.detail, entry.device, entry.place].filter((part) => part !== null);
      const times = entry.times === 1 ? [] : [t.count('times', entry.times, { n: f.integer(entry.times) })];
      return <Line what={events(entry.event)} more={[...where, ...times].join(' · ')} />;
    }
    case 'deposit':
      return (
        <Line
          what={f.money(entry.amountCents, 'USD')}
          more={`${words(`methods.${entry.method}`)} · ${
            entry.part === 'whole' ? words(`statuses.${entry.status}`) : t(`parts.${entry.part}`)
          }`}
        />
      );
    case 'withdrawal':
      return (
        <Line
          what={f.money(entry.amountCents, 'USD')}
          more={`${words(`methods.${entry.method}`)} · ${states(entry.state)}`}
        />
      );
    case 'trade': {
      const type =
        entry.reversedType === null ? words(`types.${entry.type}`) : words(`undone.${entry.reversedType}`);
      const weight =
        entry.metal === null || entry.ouncesE4 === null
          ? []
          : [`${t(`metals.${entry.metal}`)} ${f.weight(entry.ouncesE4)}`];
      return <Line what={type} more={[...weight, f.money(entry.totalCents, 'USD')].join(' · ')} />;
    }
    case 'identity': {
      const level = t(entry.fromLevel === entry.toLevel ? 'level.same' : 'level.other', {
        from: entry.fromLevel,
        to: entry.toLevel,
      });
      return (
        <Line what={t(`steps.${entry.step}`)} more={level} {...(entry.by === null ? {} : { by: entry.by })} />
      );
    }
    case 'mail':
      return <Line what={kinds(entry.mail)} more={t(`mailStates.${entry.state}`)} />;
    case 'note':
      return <Line what={entry.body} by={entry.by} />;
    default:
      return <Line what={actions(entry.action)} more={entry.note ?? ''} by={entry.by} />;
  }
}

type LineProps = { readonly what: string; readonly more?: string; readonly by?: string };

function Line({ what, more = '', by }: LineProps) {
  return (
    <>
      <span className="timeline-text">{what}</span>
      {more !== '' && <span className="sub">{more}</span>}
      {by !== undefined && (
        <span className="sub">
          <Email>{by}</Email>
        </span>
      )}
    </>
  );
}
