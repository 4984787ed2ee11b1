// Bars that wait for another operator to receive or release them, and the decided ones.

import { usePages } from '../../../api/paged.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-bars.json';
import proposalsMessages from '#messages/operators-proposals.json';
import type { BarProposal } from '../../../../worker/contract/operators/bars.ts';
import { ListCard } from '../../../ui/list-card.tsx';
import { type Deciding, useDecisionColumns } from '../frame/decide.tsx';
import { useProposalFilter } from '../frame/proposal-filter.tsx';
import { barProposalsQuery } from './queries.ts';
import { useBarTexts } from './texts.ts';

type ProposalsCardProps = { readonly onDecide: (deciding: Deciding<BarProposal>) => void };

export function ProposalsCard({ onDecide }: ProposalsCardProps) {
  const t = useMessages(messages);
  const shared = useMessages(proposalsMessages);
  const { nameOf, weightsOf } = useBarTexts();
  const [state, filter] = useProposalFilter('proposals', shared);
  const decision = useDecisionColumns<BarProposal>({
    nameOf: ({ kind, bar }) => `${t(`kinds.${kind}`)}, ${nameOf(bar)}`,
    onDecide,
  });
  return (
    <ListCard
      title={t('proposals.title')}
      query={usePages(barProposalsQuery(state))}
      rowsOf={(page) => page.proposals}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-proposal': id })}
      columns={[
        {
          key: 'what',
          label: t('proposals.what'),
          header: true,
          render: ({ kind }) => t(`kinds.${kind}`),
        },
        {
          key: 'bar',
          label: t('proposals.bar'),
          className: 'admin-breaks',
          skeleton: ['line', 'line'],
          render: ({ bar }) => (
            <>
              {nameOf(bar)}
              <span className="sub num">{weightsOf(bar)}</span>
            </>
          ),
        },
        ...decision,
      ]}
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
