// Proposed reversals: those that wait for a second operator, and those that were decided.

import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ReversalProposal } from '../../../../worker/contract/operators/ledger.ts';
import { type ProposalFilter, useProposals } from './queries.ts';
import { useMovementName } from './use-movement-name.ts';

const FILTERS: readonly ProposalFilter[] = ['open', 'decided'];
const SKELETONS = ['one', 'two'] as const;
export const PROPOSAL_TONES: Readonly<Record<ReversalProposal['state'], BadgeTone>> = {
  open: 'pending',
  approved: 'success',
  rejected: 'failed',
  withdrawn: 'neutral',
};

export function ReversalsCard({ onOpen }: { readonly onOpen: (operationId: string) => void }) {
  const t = useWords(adminLedgerWords);
  const [state, setState] = useState<ProposalFilter>('open');
  const list = useProposals(state);
  const proposals = list.data?.pages.flatMap((page) => page.proposals);
  return (
    <Card title={t('reversals.title')} aria-busy={list.isPending || list.isPlaceholderData}>
      <FilterBar>
        <SegmentedControl
          label={t('reversals.which')}
          value={state}
          onChange={setState}
          options={FILTERS.map((value) => ({ value, label: t(`reversals.${value}`) }))}
        />
      </FilterBar>
      {proposals === undefined && list.isError ? (
        <ErrorState title={t('error.title')} onRetry={() => void list.refetch()} retrying={list.isFetching}>
          {t('error.text')}
        </ErrorState>
      ) : proposals?.length === 0 ? (
        <EmptyState title={t(`reversals.empty.${state}`)}>{t(`reversals.empty.${state}Text`)}</EmptyState>
      ) : (
        <Table>
          {proposals === undefined
            ? SKELETONS.map((key) => <LoadingRow key={key} />)
            : proposals.map((proposal) => (
                <ProposalRow
                  key={proposal.id}
                  proposal={proposal}
                  onOpen={() => onOpen(proposal.operationId)}
                />
              ))}
        </Table>
      )}
      {proposals !== undefined && proposals.length > 0 && (
        <LoadMore
          shown={t.count('reversals.shown', proposals.length)}
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
  const t = useWords(adminLedgerWords);
  return (
    <table className="table table-cards admin-table">
      <thead>
        <tr>
          <th scope="col">{t('reversals.operation')}</th>
          <th scope="col">{t('reversals.customer')}</th>
          <th scope="col" className="r">
            {t('reversals.total')}
          </th>
          <th scope="col" className="admin-wide">
            {t('reversals.proposed')}
          </th>
          <th scope="col">{t('reversals.decision')}</th>
          <th scope="col" className="admin-actions">
            <span className="visually-hidden">{t('reversals.review')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type ProposalRowProps = { readonly proposal: ReversalProposal; readonly onOpen: () => void };

function ProposalRow({ proposal, onOpen }: ProposalRowProps) {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  const nameOf = useMovementName();
  const name = nameOf(proposal);
  const { id, customer, totalCents, proposedAt, proposedBy, state, mine, decidedAt, decidedBy } = proposal;
  return (
    <tr data-proposal={id}>
      <th scope="row">{name}</th>
      <td className="admin-breaks" data-l={t('reversals.customer')}>
        {customer.name}
        <span className="sub">{customer.email}</span>
      </td>
      <td className="r" data-l={t('reversals.total')}>
        {f.amount(totalCents)}
      </td>
      <td className="num admin-breaks admin-wide" data-l={t('reversals.proposed')}>
        {f.dateTime(proposedAt, 'dayMonthTime')}
        <span className="sub">{t('reversals.by', { who: proposedBy })}</span>
      </td>
      <td className="admin-breaks" data-l={t('reversals.decision')}>
        <Badge tone={PROPOSAL_TONES[state]}>{t(`reversals.states.${state}`)}</Badge>
        <span className="sub">
          {decidedAt === null || decidedBy === null
            ? t(mine ? 'reversals.yours' : 'reversals.waiting')
            : `${f.dateTime(decidedAt, 'dayMonthTime')}, ${t('reversals.by', { who: decidedBy })}`}
        </span>
      </td>
      <td className="admin-actions">
        <Button
          size="small"
          aria-label={t('reversals.reviewNamed', { name, customer: customer.email })}
          onClick={onOpen}
        >
          {t('reversals.review')}
        </Button>
      </td>
    </tr>
  );
}

function LoadingRow() {
  return (
    <tr>
      <th scope="row">
        <Skeleton shape="short" />
      </th>
      <td className="admin-breaks">
        <Skeleton shape="line" />
      </td>
      <td className="r">
        <Skeleton shape="short" />
      </td>
      <td className="admin-wide">
        <Skeleton shape="short" />
      </td>
      <td>
        <Skeleton shape="badge" />
      </td>
      <td className="admin-actions">
        <Skeleton shape="badge" />
      </td>
    </tr>
  );
}
