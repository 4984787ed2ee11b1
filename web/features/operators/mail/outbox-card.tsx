// The lists of messages: not delivered, waiting and sent, with the actions on each message.

import { usePages } from '../../../api/paged.ts';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMailMessages from '#messages/operators-mail.json';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ANY_DAYS, FilterDays, FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import {
  MAIL_PAGE,
  MAIL_SEARCH_MAX_CHARACTERS,
  type OutboxMail,
} from '../../../../worker/contract/operators/mail.ts';
import { Email } from '../frame/email.tsx';
import { Allowed } from '../frame/may.tsx';
import { outboxQuery, useResending } from './queries.ts';
import '../../../styles/operators.css';

/** Messages that need a decision come first. */
const CHOICES = { state: ['dead', 'waiting', 'sent'], ...ANY_DAYS } as const;

/** An operator's request; the page asks for confirmation before it is carried out. */
export type OutboxRequest =
  | { readonly what: 'discard'; readonly mail: OutboxMail }
  | { readonly what: 'resend'; readonly ids: readonly string[] };

type OutboxCardProps = { readonly onRequest: (request: OutboxRequest) => void };

export function OutboxCard({ onRequest }: OutboxCardProps) {
  const t = useMessages(operatorsMailMessages);
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: MAIL_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const { search } = filter;
  const { state, from, until } = filter.chosen;
  const query = usePages(outboxQuery({ state, search, from, until }));
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? [];
  const resendable = mails.filter(({ canResend }) => canResend).slice(0, MAIL_PAGE);
  const resendAll = state !== 'sent' && resendable.length > 1 && !query.isPlaceholderData && (
    <Button size="small" onClick={() => onRequest({ what: 'resend', ids: resendable.map(({ id }) => id) })}>
      {t(`all.${state}`)}
    </Button>
  );
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.mails}
      rowKey={({ id }) => id}
      rowData={(mail) => ({ 'data-mail': mail.id, 'data-state': mail.state })}
      columns={useColumns((mail) => onRequest({ what: 'discard', mail }))}
      tableClass="admin-table"
      skeletons={5}
      filter={{
        isFiltered: search !== '' || from !== '' || until !== '',
        // Which list it is stays.
        clear: () => {
          filter.setTyped('');
          filter.choose('from', '');
          filter.choose('until', '');
        },
      }}
      filters={
        <>
          <FilterSelect
            label={t('list.which')}
            options={CHOICES.state.map((value) => ({ value, label: t(`list.states.${value}`) }))}
            {...filter.selectProps('state')}
          />
          <SearchInput label={t('list.search')} {...filter.searchProps} />
          <FilterDays filter={filter} />
        </>
      }
      filtersEnd={<Allowed to="mail.change">{resendAll}</Allowed>}
      texts={{
        error: { title: t('list.error.title'), text: t('list.error.text') },
        empty: { title: t(`list.empty.${state}.title`), text: t(`list.empty.${state}.text`) },
        none: { title: t('list.none.title'), text: t('list.none.text'), action: t('list.none.action') },
      }}
      shown={(n) => t.count('list.shown', n)}
    />
  );
}

function useColumns(onDiscard: (mail: OutboxMail) => void): readonly TableColumn<OutboxMail>[] {
  const t = useMessages(operatorsMailMessages);
  const f = useFormat();
  return [
    {
      key: 'kind',
      label: t('list.columns.kind'),
      header: true,
      className: 'admin-kind',
      render: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      key: 'email',
      label: t('list.columns.email'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ email }) => <Email>{email}</Email>,
    },
    {
      key: 'written',
      label: t('list.columns.written'),
      wide: true,
      render: ({ createdAt }) => (
        <time className="num" dateTime={createdAt}>
          {f.dateTime(createdAt, 'dayMonthTime')}
        </time>
      ),
    },
    {
      key: 'attempts',
      label: t('list.columns.attempts'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ attempts, state, nextAttemptAt, updatedAt }) => {
        const time = f.dateTime(nextAttemptAt ?? updatedAt, 'dayMonthTime');
        return (
          <>
            {f.integer(attempts)}
            <span className="sub">
              {state === 'waiting' ? t('list.next', { time }) : t(`list.over.${state}`, { time })}
            </span>
          </>
        );
      },
    },
    {
      key: 'error',
      label: t('list.columns.error'),
      className: 'admin-breaks admin-said',
      skeleton: 'line',
      render: ({ lastError }) => <LastError error={lastError} />,
    },
    {
      key: 'actions',
      label: t('list.columns.actions'),
      actions: true,
      skeleton: 'badge',
      render: (mail) =>
        mail.state !== 'sent' && (
          <Allowed to="mail.change">
            <Actions mail={mail} onDiscard={onDiscard} />
          </Allowed>
        ),
    },
  ];
}

/** The sender's own notes in the user's language; a mail server's answer unchanged. */
function LastError({ error }: { readonly error: string | null }) {
  const t = useMessages(operatorsMailMessages);
  if (error === null) return <span className="quiet">{t('list.noError')}</span>;
  if (error.startsWith('Came too late')) return t('errors.late');
  if (error.startsWith('The last attempt never ended')) return t('errors.endless');
  if (error.startsWith('The link was used')) return t('errors.link');
  return <span lang="en">{error}</span>;
}

type ActionsProps = { readonly mail: OutboxMail; readonly onDiscard: (mail: OutboxMail) => void };

function Actions({ mail, onDiscard }: ActionsProps) {
  const t = useMessages(operatorsMailMessages);
  const { send, sending } = useResending();
  const { id, email, state } = mail;
  const kind = t(`kinds.${mail.kind}`);
  const action = t(state === 'waiting' ? 'resend.waiting' : 'resend.dead');
  return (
    <div className="admin-row-actions">
      <Button
        size="small"
        disabled={!mail.canResend}
        title={mail.canResend ? undefined : t('resend.expired')}
        busy={sending}
        busyLabel={t('resend.busy')}
        aria-label={t('resend.named', { action, kind, email })}
        onClick={() => send([id])}
      >
        {action}
      </Button>
      <Button
        size="small"
        variant="ghost"
        aria-label={t('discard.named', { kind, email })}
        onClick={() => onDiscard(mail)}
      >
        {t('discard.button')}
      </Button>
    </div>
  );
}
