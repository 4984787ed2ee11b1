// Proposals about operators: those that wait for another one, and the decided ones.

import { usePages } from '../../../api/paged.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import proposalsMessages from '#messages/operators-proposals.json';
import type { OperatorProposal } from '../../../../worker/contract/operators/operators.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { type Deciding, useDecisionColumns } from '../frame/decide.tsx';
import { Email } from '../frame/email.tsx';
import { useProposalFilter } from '../frame/proposal-filter.tsx';
import { proposalsQuery } from './queries.ts';
import { useRoleNames } from './role-fields.tsx';

type OnDecide = (deciding: Deciding<OperatorProposal>) => void;

export function ProposalsCard({ onDecide }: { readonly onDecide: OnDecide }) {
  const t = useMessages(operatorsPeopleMessages);
  const shared = useMessages(proposalsMessages);
  const [state, filter] = useProposalFilter('proposals', shared);
  return (
    <ListCard
      title={t('proposals.title')}
      query={usePages(proposalsQuery(state))}
      rowsOf={(page) => page.proposals}
      rowKey={({ id }) => id}
      rowData={({ id }) => ({ 'data-proposal': id })}
      columns={useColumns(onDecide)}
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

/** What a proposal is about, in a line: for its row and for the question before the decision. */
export function useTermsText(): (proposal: OperatorProposal) => string | null {
  const t = useMessages(operatorsPeopleMessages.proposals);
  const namesOf = useRoleNames();
  return ({ terms, email }) => {
    if (email !== null) return t('newEmail', { email });
    if (terms === null) return null;
    const tier = t(terms.premium ? 'tiers.premium' : 'tiers.standard');
    return t('terms', { roles: namesOf(terms.roles), tier });
  };
}

function useColumns(onDecide: OnDecide): readonly TableColumn<OperatorProposal>[] {
  const t = useMessages(operatorsPeopleMessages);
  const termsOf = useTermsText();
  const decision = useDecisionColumns<OperatorProposal>({
    nameOf: ({ kind, subject }) => `${t(`kinds.${kind}`)}, ${subject.email}`,
    onDecide,
  });
  return [
    {
      key: 'what',
      label: t('proposals.columns.what'),
      header: true,
      className: 'admin-breaks',
      render: (proposal) => (
        <>
          {t(`kinds.${proposal.kind}`)}
          {termsOf(proposal) !== null && <span className="sub">{termsOf(proposal)}</span>}
        </>
      ),
    },
    {
      key: 'who',
      label: t('proposals.columns.who'),
      className: 'admin-breaks',
      skeleton: 'line',
      render: ({ subject }) => (
        <>
          {subject.fullName}
          <span className="sub">
            <Email>{subject.email}</Email>
          </span>
        </>
      ),
    },
    ...decision,
  ];
}
