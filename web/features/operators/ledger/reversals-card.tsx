// Proposed reversals: those that wait for a second operator, and the decided ones.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import type { ReversalProposal } from '../../../../worker/contract/operators/ledger.ts';
import { proposalsQuery } from './queries.ts';
import { Email } from '../frame/email.tsx';
import { PROPOSAL_TONES, useProposalFilter } from '../frame/proposal-filter.tsx';
import { useTransactionName } from './use-transaction-name.ts';

type Open = (operationId: string) => void;

export function ReversalsCard({ onOpen }: { readonly onOpen: Open }) {
  const t = useMessages(operatorsLedgerMessages);
  const [state, filter] = useProposalFilter('reversals', (half) => t(`reversals.${half}`));
  return (
    <ListCard
      title={t('reversals.title')}
      query={usePages(proposalsQuery(state))}
      rowsOf={(page) => page.proposals}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-proposal': id })}
      columns={useColumns(onOpen)}
      tableClass="admin-table"
      skeletons={2}
      filters={filter}
      texts={{
        error: { title: t('error.title'), text: t('error.text') },
        empty: { title: t(`reversals.empty.${state}`), text: t(`reversals.empty.${state}Text`) },
      }}
      shown={(n) => t.count('reversals.shown', n)}
    />
  );
}

function useColumns(onOpen: Open): readonly TableColumn<ReversalProposal>[] {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const nameOf = useTransactionName();
  return [
    { key: 'operation', label: t('reversals.operation'), header: true, render: nameOf },
    {
      key: 'customer',
      label: t('reversals.customer'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ customer }) => (
        <>
          {customer.name}
          <span className="sub">
            <Email>{customer.email}</Email>
          </span>
        </>
      ),
    },
    {
      key: 'total',
      label: t('reversals.total'),
      align: 'right',
      render: ({ totalCents }) => f.amount(totalCents),
    },
    {
      key: 'proposed',
      label: t('reversals.proposed'),
      wide: true,
      className: 'num admin-breaks',
      skeleton: ['short', 'short'],
      render: ({ proposedAt, proposedBy }) => (
        <>
          {f.dateTime(proposedAt, 'dayMonthTime')}
          <span className="sub">{t('reversals.by', { who: proposedBy })}</span>
        </>
      ),
    },
    {
      key: 'decision',
      label: t('reversals.decision'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: ({ state, mine, waitsForMe, decidedAt, decidedBy }) => (
        <>
          <Badge tone={PROPOSAL_TONES[state]}>{t(`reversals.states.${state}`)}</Badge>
          <span className="sub">
            {decidedAt === null || decidedBy === null
              ? t(waitsForMe ? 'reversals.waitsForYou' : mine ? 'reversals.yours' : 'reversals.waiting')
              : `${f.dateTime(decidedAt, 'dayMonthTime')}, ${t('reversals.by', { who: decidedBy })}`}
          </span>
        </>
      ),
    },
    {
      key: 'actions',
      label: t('reversals.review'),
      hiddenLabel: true,
      actions: true,
      skeleton: 'badge',
      render: (proposal) => (
        <Button
          size="small"
          aria-label={t('reversals.reviewNamed', {
            name: nameOf(proposal),
            customer: proposal.customer.email,
          })}
          onClick={() => onOpen(proposal.operationId)}
        >
          {t('reversals.review')}
        </Button>
      ),
    },
  ];
}
