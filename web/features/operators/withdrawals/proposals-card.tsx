// What was proposed about withdrawals that the bank has: how they ended, for another operator to decide, and what was decided.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import proposalsMessages from '#messages/operators-proposals.json';
import transactionsMessages from '#messages/transactions.json';
import type { WithdrawalProposal } from '../../../../worker/contract/operators/withdrawals.ts';
import { Table, type TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { type Deciding, useDecisionColumns } from '../frame/decide.tsx';
import { useProposalFilter } from '../frame/proposal-filter.tsx';
import { withdrawalProposalsQuery } from './queries.ts';

type OnDecide = (deciding: Deciding<WithdrawalProposal>) => void;

type ProposalsCardProps = { readonly onDecide: OnDecide; readonly onView: (withdrawalId: string) => void };

export function ProposalsCard({ onDecide, onView }: ProposalsCardProps) {
  const t = useMessages(messages.ends);
  const shared = useMessages(proposalsMessages);
  const [state, filter] = useProposalFilter('proposals', shared);
  return (
    <ListCard
      title={t('title')}
      query={usePages(withdrawalProposalsQuery(state))}
      rowsOf={(page) => page.proposals}
      rowKey={({ id }) => id}
      rowData={({ id, kind }) => ({ 'data-proposal': id, 'data-kind': kind })}
      columns={[useEndColumn(), useWithdrawalColumn(onView), ...useDecisions(onDecide)]}
      tableClass="admin-table"
      skeletons={1}
      filters={filter}
      texts={{
        error: { title: t('error.title'), text: t('error.text') },
        empty: { title: t(`empty.${state}`), text: t(`empty.${state}Text`) },
      }}
      shown={(n) => shared.count('shown', n)}
    />
  );
}

type ProposalsProps = { readonly proposals: readonly WithdrawalProposal[]; readonly onDecide: OnDecide };

/** Those about one withdrawal. */
export function Proposals({ proposals, onDecide }: ProposalsProps) {
  const t = useMessages(messages.ends);
  const columns = [useEndColumn(), ...useDecisions(onDecide)];
  if (proposals.length === 0) return null;
  return (
    <section className="ledger-section">
      <h3>{t('one')}</h3>
      <Table
        className="admin-table"
        caption={t('one')}
        rows={proposals}
        rowKey={({ id }) => id}
        rowData={({ id }) => ({ 'data-proposal': id })}
        columns={columns}
      />
    </section>
  );
}

function useDecisions(onDecide: OnDecide): readonly TableColumn<WithdrawalProposal>[] {
  const t = useMessages(messages.ends);
  return useDecisionColumns<WithdrawalProposal>({
    nameOf: ({ kind, customer }) => `${t(`kinds.${kind}.name`)}, ${customer.name}`,
    onDecide,
  });
}

function useEndColumn(): TableColumn<WithdrawalProposal> {
  const t = useMessages(messages.ends);
  return {
    key: 'what',
    label: t('what'),
    header: true,
    className: 'admin-breaks',
    skeleton: ['line', 'short'],
    render: ({ kind, reference }) => (
      <>
        {t(`kinds.${kind}.name`)}
        <span className="sub">{t('evidence', { reference })}</span>
      </>
    ),
  };
}

function useWithdrawalColumn(onView: ProposalsCardProps['onView']): TableColumn<WithdrawalProposal> {
  const t = useMessages(messages);
  const methods = useMessages(transactionsMessages.methods);
  const f = useFormat();
  return {
    key: 'withdrawal',
    label: t('ends.withdrawal'),
    className: 'admin-breaks',
    skeleton: ['line', 'line'],
    render: ({ withdrawal: { id, amountCents, method }, customer: { name } }) => (
      <>
        <button
          type="button"
          className="link num"
          aria-label={t('viewNamed', { name, amount: f.money(amountCents) })}
          onClick={() => onView(id)}
        >
          {f.money(amountCents)}
        </button>
        <span className="sub">{`${methods(method)}, ${name}`}</span>
      </>
    ),
  };
}
