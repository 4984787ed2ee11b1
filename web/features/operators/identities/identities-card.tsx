// The list: what waits for a decision, or all of them by state.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-identities.json';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { FilterSelect } from '../../../ui/filter-bar.tsx';
import { ListCard, listTexts } from '../../../ui/list-card.tsx';
import { SearchInput } from '../../../ui/text-input.tsx';
import { useListFilter } from '../../../ui/use-list-filter.ts';
import {
  IDENTITY_SEARCH_MAX_CHARACTERS,
  type IdentitySummary,
} from '../../../../worker/contract/operators/identities.ts';
import { IDENTITY_STATES, type IdentityState } from '../../../../worker/domain/identity.ts';
import { Who } from '../frame/who.tsx';
import { identitiesQuery } from './queries.ts';

const CHOICES = { state: ['queue', 'all', ...IDENTITY_STATES] } as const;

export function IdentitiesCard({ onView }: { readonly onView: (userId: string) => void }) {
  const t = useMessages(messages);
  const filter = useListFilter({
    choices: CHOICES,
    maxCharacters: IDENTITY_SEARCH_MAX_CHARACTERS,
    address: useSearchParams(),
  });
  const query = useInfiniteQuery(identitiesQuery({ ...filter.chosen, search: filter.search }));
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.identities}
      rowKey={({ userId }) => userId}
      rowData={({ userId, state }) => ({ 'data-identity': userId, 'data-state': state })}
      columns={useColumns(onView)}
      tableClass="admin-table"
      filter={filter}
      filters={
        <>
          <SearchInput label={t('list.search')} aria-label={t('list.searchLabel')} {...filter.searchProps} />
          <FilterSelect
            label={t('list.state')}
            options={CHOICES.state.map((value) => ({
              value,
              label: value === 'queue' || value === 'all' ? t(`list.${value}`) : t(`states.${value}`),
            }))}
            {...filter.selectProps('state')}
          />
        </>
      }
      texts={listTexts(t, 'list')}
      shown={(n) => t.count('list.shown', n)}
    />
  );
}

const TONES: Readonly<Record<IdentityState, BadgeTone>> = {
  pending: 'pending',
  waiting: 'pending',
  appealed: 'failed',
  more: 'neutral',
  refused: 'neutral',
  review: 'stale',
  verified: 'success',
};

/** Why somebody waits, where a list is the reason, is the state. */
function IdentityStateBadge({ state, isListed }: Pick<IdentitySummary, 'state' | 'isListed'>) {
  const t = useMessages(messages);
  return isListed ? (
    <Badge tone="failed">{t('states.listed')}</Badge>
  ) : (
    <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
  );
}

export function IdentityBadges({
  isTest,
  ...stands
}: Pick<IdentitySummary, 'state' | 'isListed' | 'isTest'>) {
  const t = useMessages(messages);
  return (
    <>
      <IdentityStateBadge {...stands} /> {isTest && <Badge tone="held">{t('test')}</Badge>}
    </>
  );
}

function useColumns(onView: (userId: string) => void): readonly TableColumn<IdentitySummary>[] {
  const t = useMessages(messages);
  const f = useFormat();
  return [
    {
      key: 'who',
      label: t('list.columns.who'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ userId, fullName, email }) => (
        <Who
          name={fullName}
          email={email}
          label={t('list.viewNamed', { name: fullName })}
          onOpen={() => onView(userId)}
        />
      ),
    },
    {
      key: 'number',
      label: t('list.columns.number'),
      skeleton: ['line', 'short'],
      render: ({ kind, country, masked }) => (
        <>
          {masked}
          <span className="sub">
            {t(`kinds.${kind}`)} {country}
          </span>
        </>
      ),
    },
    {
      key: 'asks',
      label: t('list.columns.asks'),
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ asks, level, isPep }) => (
        <>
          {t('list.level', { asks, level })}
          {isPep && <span className="sub">{t('list.pep')}</span>}
        </>
      ),
    },
    {
      key: 'state',
      label: t('list.columns.state'),
      skeleton: 'badge',
      // Under each other: a tablet has no room for both.
      render: ({ state, isListed, isTest }) => (
        <>
          <IdentityStateBadge state={state} isListed={isListed} />
          {isTest && <span className="sub">{t('test')}</span>}
        </>
      ),
    },
    {
      key: 'since',
      label: t('list.columns.since'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: ({ updatedAt }) => (
        <>
          <time dateTime={updatedAt}>{f.dateTime(updatedAt, 'date')}</time>
          <span className="sub">{f.dateTime(updatedAt, 'clock')}</span>
        </>
      ),
    },
  ];
}
