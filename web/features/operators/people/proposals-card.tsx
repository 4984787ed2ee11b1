// Proposals about operators: those that wait for another one, and the decided ones.

import { usePages } from '../../../api/paged.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPeopleMessages from '#messages/operators-people.json';
import type { OperatorProposal } from '../../../../worker/contract/operators/operators.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { Email } from '../frame/email.tsx';
import { PROPOSAL_TONES, useProposalFilter } from '../frame/proposal-filter.tsx';
import { type Decision, proposalsQuery } from './queries.ts';
import { useRoleNames } from './role-fields.tsx';

export type Deciding = { readonly proposal: OperatorProposal; readonly how: Decision['how'] };
type OnDecide = (deciding: Deciding) => void;

export function ProposalsCard({ onDecide }: { readonly onDecide: OnDecide }) {
  const t = useMessages(operatorsPeopleMessages);
  const [state, filter] = useProposalFilter('proposals', (half) => t(`proposals.${half}`));
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
      shown={(n) => t.count('proposals.shown', n)}
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
  const f = useFormat();
  const termsOf = useTermsText();
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
    {
      key: 'proposed',
      label: t('proposals.columns.proposed'),
      className: 'admin-breaks',
      skeleton: ['short', 'short'],
      render: ({ proposedAt, proposedBy, reason }) => (
        <>
          {f.dateTime(proposedAt, 'dayMonthTime')}
          <span className="sub">{t('proposals.by', { who: proposedBy })}</span>
          <span className="sub">{t('proposals.reason', { reason })}</span>
        </>
      ),
    },
    {
      key: 'decision',
      label: t('proposals.columns.decision'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: (proposal) => <DecisionCell proposal={proposal} />,
    },
    {
      key: 'actions',
      label: t('proposals.columns.actions'),
      hiddenLabel: true,
      actions: true,
      skeleton: 'badge',
      render: (proposal) => <Actions proposal={proposal} onDecide={onDecide} />,
    },
  ];
}

function DecisionCell({ proposal }: { readonly proposal: OperatorProposal }) {
  const t = useMessages(operatorsPeopleMessages.proposals);
  const f = useFormat();
  const { state, mine, waitsForMe, decidedAt, decidedBy, decisionNote, expiresAt } = proposal;
  const until = t('until', { date: f.dateTime(expiresAt, 'dayMonthTime') });
  return (
    <>
      <Badge tone={PROPOSAL_TONES[state]}>{t(`states.${state}`)}</Badge>
      {state === 'open' && (
        <span className="sub">{t(waitsForMe ? 'waitsForYou' : mine ? 'yours' : 'others', { until })}</span>
      )}
      {decidedAt !== null && decidedBy !== null && (
        <span className="sub">{`${f.dateTime(decidedAt, 'dayMonthTime')}, ${t('by', { who: decidedBy })}`}</span>
      )}
      {decisionNote !== null && <span className="sub">{t('note', { note: decisionNote })}</span>}
    </>
  );
}

type ActionsProps = { readonly proposal: OperatorProposal; readonly onDecide: OnDecide };

function Actions({ proposal, onDecide }: ActionsProps) {
  const t = useMessages(operatorsPeopleMessages);
  const { kind, subject, state, mine, waitsForMe } = proposal;
  const named = { what: t(`kinds.${kind}`), email: subject.email };
  const button = (how: Decision['how']) => (
    <Button
      size="small"
      variant={how === 'approve' ? 'primary' : 'ghost'}
      aria-label={t(`proposals.${how}Named`, named)}
      onClick={() => onDecide({ proposal, how })}
    >
      {t(`proposals.${how}`)}
    </Button>
  );
  if (waitsForMe) {
    return (
      <div className="admin-row-actions">
        {button('approve')}
        {button('reject')}
      </div>
    );
  }
  return state === 'open' && mine && <div className="admin-row-actions">{button('withdraw')}</div>;
}
