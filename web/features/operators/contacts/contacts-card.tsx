// The list of contact messages, newest first, with its filter.

import { usePages } from '../../../api/paged.ts';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsContactsMessages from '#messages/operators-contacts.json';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ANY_DAYS, FoldedDays, FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import {
  CONTACT_SEARCH_MAX_CHARACTERS,
  type ContactSummary,
} from '../../../../worker/contract/operators/contacts.ts';
import { isInquiry } from '../../../../worker/domain/contact-rules.ts';
import { CONTACT_STATES, type ContactState } from '../../../../worker/domain/contacts.ts';
import { useNow } from '../../../live/use-now.ts';
import { Email } from '../frame/email.tsx';
import { contactsQuery } from './queries.ts';

const CHOICES = {
  state: ['all', ...CONTACT_STATES],
  kind: ['all', 'complaint'],
  owner: ['all', 'me', 'nobody'],
  ...ANY_DAYS,
} as const;

type ContactsCardProps = { readonly onView: (id: string) => void };

export function ContactsCard({ onView }: ContactsCardProps) {
  const t = useMessages(operatorsContactsMessages);
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: CONTACT_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const query = usePages(contactsQuery({ ...filter.chosen, search: filter.search }));
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.contacts}
      rowKey={({ id }) => id}
      rowData={({ id, state }) => ({ 'data-contact': id, 'data-state': state })}
      columns={useColumns(onView)}
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
            label={t('list.kind')}
            options={CHOICES.kind.map((value) => ({ value, label: t(`list.kinds.${value}`) }))}
            {...filter.selectProps('kind')}
          />
          <FilterSelect
            label={t('list.owner')}
            options={CHOICES.owner.map((value) => ({ value, label: t(`list.owners.${value}`) }))}
            {...filter.selectProps('owner')}
          />
          <FoldedDays label={t('list.columns.date')} filter={filter} />
        </>
      }
      texts={listTexts(t, 'list')}
      shown={(n) => t.count('list.shown', n)}
    />
  );
}

const TONES: Readonly<Record<ContactState, BadgeTone>> = {
  open: 'pending',
  answered: 'success',
  closed: 'neutral',
};

export function StateBadge({ state }: { readonly state: ContactState }) {
  const t = useMessages(operatorsContactsMessages);
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>;
}

/** Until when a complaint is answered, as long as it is not. */
export function DueTime({ state, complaint }: Pick<ContactSummary, 'state' | 'complaint'>) {
  const t = useMessages(operatorsContactsMessages);
  const f = useFormat();
  const now = useNow(60_000);
  if (complaint === null || state !== 'open') return null;
  const when = f.dateTime(complaint.dueAt, 'dayMonth');
  const isLate = Date.parse(complaint.dueAt) < now;
  return (
    <>
      {isLate && (
        <>
          {' '}
          <Badge tone="failed">{t('due.late')}</Badge>
        </>
      )}
      <span className="sub">{t(isLate ? 'due.was' : 'due.next', { when })}</span>
    </>
  );
}

/** What the message is about, as the form names it. */
export function useInquiryName(): (inquiry: string) => string {
  const t = useMessages(operatorsContactsMessages);
  return (inquiry) => t(`inquiries.${isInquiry(inquiry) ? inquiry : 'general'}`);
}

function useColumns(onView: (id: string) => void): readonly TableColumn<ContactSummary>[] {
  const t = useMessages(operatorsContactsMessages);
  const f = useFormat();
  const inquiryName = useInquiryName();
  return [
    {
      key: 'subject',
      label: t('list.columns.subject'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ id, subject, inquiry, name, complaint }) => (
        <>
          <button
            type="button"
            className="link"
            aria-label={t('list.viewNamed', { subject, name })}
            onClick={() => onView(id)}
          >
            {subject}
          </button>
          <span className="sub">
            {inquiryName(inquiry)}
            {complaint !== null && ` ${complaint.number}`}
          </span>
        </>
      ),
    },
    {
      key: 'who',
      label: t('list.columns.who'),
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ name, email }) => (
        <>
          {name}
          <span className="sub">
            <Email>{email}</Email>
          </span>
        </>
      ),
    },
    {
      key: 'date',
      label: t('list.columns.date'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ sentAt }) => (
        <>
          <time dateTime={sentAt}>{f.dateTime(sentAt, 'date')}</time>
          <span className="sub">{f.dateTime(sentAt, 'clock')}</span>
        </>
      ),
    },
    {
      key: 'state',
      label: t('list.columns.state'),
      skeleton: 'badge',
      render: ({ state, complaint }) => (
        <>
          <StateBadge state={state} />
          <DueTime state={state} complaint={complaint} />
        </>
      ),
    },
    {
      key: 'owner',
      label: t('list.columns.owner'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ owner }) =>
        owner === null ? <span className="quiet">{t('list.nobody')}</span> : <Email>{owner.email}</Email>,
    },
  ];
}
