// What was proposed about deposits and waits for another operator, and what was decided.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import proposalsMessages from '#messages/operators-proposals.json';
import transactionsMessages from '#messages/transactions.json';
import type { DepositProposal } from '../../../../worker/contract/operators/deposits.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { type Deciding, useDecisionColumns } from '../frame/decide.tsx';
import { useProposalFilter } from '../frame/proposal-filter.tsx';
import { depositProposalsQuery } from './queries.ts';

type ProposalsCardProps = {
  readonly onDecide: (deciding: Deciding<DepositProposal>) => void;
  readonly onView: (depositId: string) => void;
};

export function ProposalsCard({ onDecide, onView }: ProposalsCardProps) {
  const t = useMessages(messages);
  const shared = useMessages(proposalsMessages);
  const [state, filter] = useProposalFilter('proposals', shared);
  return (
    <ListCard
      title={t('proposals.title')}
      query={usePages(depositProposalsQuery(state))}
      rowsOf={(page) => page.proposals}
      rowKey={({ id }) => id}
      rowData={({ id, kind }) => ({ 'data-proposal': id, 'data-kind': kind })}
      columns={[...useDepositColumns(onView), ...useDecisions(onDecide)]}
      tableClass="admin-table"
      skeletons={1}
      filters={filter}
      texts={{
        error: { title: t('proposals.error.title'), text: t('proposals.error.text') },
        empty: { title: t(`proposals.empty.${state}`), text: t(`proposals.empty.${state}Text`) },
      }}
      shown={(n) => shared.count('shown', n)}
    />
  );
}

/** What is to be done, of how much or of which charge-back, and by what evidence. */
export function ProposedChange({ proposal }: { readonly proposal: DepositProposal }) {
  const t = useMessages(messages);
  const f = useFormat();
  const { kind, part, caseNumber, paidCents, reference } = proposal;
  return (
    <>
      {t(`kinds.${kind}.name`)}
      {part !== null && (
        <span className="sub">{t('proposals.part', { amount: f.money(part.cents, part.currency) })}</span>
      )}
      {caseNumber !== null && <span className="sub">{t('proposals.case', { case: caseNumber })}</span>}
      {paidCents !== null && (
        <span className="sub">{t('proposals.paid', { amount: f.money(paidCents) })}</span>
      )}
      <span className="sub">{t('proposals.evidence', { reference })}</span>
    </>
  );
}

function useDecisions(
  onDecide: (deciding: Deciding<DepositProposal>) => void,
): readonly TableColumn<DepositProposal>[] {
  const t = useMessages(messages);
  return useDecisionColumns<DepositProposal>({
    nameOf: ({ kind, customer }) => `${t(`kinds.${kind}.name`)}, ${customer.name}`,
    onDecide,
  });
}

function useDepositColumns(onView: (depositId: string) => void): readonly TableColumn<DepositProposal>[] {
  const t = useMessages(messages);
  const f = useFormat();
  const words = useMessages(transactionsMessages);
  return [
    {
      key: 'what',
      label: t('proposals.what'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: (proposal) => <ProposedChange proposal={proposal} />,
    },
    {
      key: 'deposit',
      label: t('proposals.deposit'),
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ deposit, customer }) => (
        <>
          <button
            type="button"
            className="link num"
            aria-label={t('list.viewNamed', { amount: f.money(deposit.amountCents), name: customer.name })}
            onClick={() => onView(deposit.id)}
          >
            {f.money(deposit.amountCents)}
          </button>
          <span className="sub">{`${words(`methods.${deposit.method}`)}, ${customer.name}`}</span>
        </>
      ),
    },
  ];
}
