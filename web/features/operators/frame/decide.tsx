// What deciding on a proposal looks like, whatever it is about: its state in a row, the buttons of the row, and the question before
// the decision.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-proposals.json';
import type { ProposalDecision } from '../../../../worker/contract/operators/operators.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { PROPOSAL_TONES } from './proposal-filter.tsx';

export type Decision = {
  readonly id: string;
  readonly how: 'approve' | 'reject' | 'withdraw';
  readonly note: string;
};

export type Deciding<P extends ProposalDecision> = { readonly proposal: P; readonly how: Decision['how'] };

type Columns<P extends ProposalDecision> = {
  /** What the buttons are about, for who does not see the row. */
  readonly nameOf: (proposal: P) => string;
  readonly onDecide: (deciding: Deciding<P>) => void;
};

/** Who proposed it and why, what came of it, and what this operator may do. */
export function useDecisionColumns<P extends ProposalDecision>({
  nameOf,
  onDecide,
}: Columns<P>): readonly TableColumn<P>[] {
  const t = useMessages(messages);
  const f = useFormat();
  return [
    {
      key: 'proposed',
      label: t('columns.proposed'),
      className: 'admin-breaks',
      skeleton: ['short', 'short'],
      render: ({ proposedAt, proposedBy, reason }) => (
        <>
          {f.dateTime(proposedAt, 'dayMonthTime')}
          <span className="sub">{t('by', { who: proposedBy })}</span>
          <span className="sub">{t('reason', { reason })}</span>
        </>
      ),
    },
    {
      key: 'decision',
      label: t('columns.decision'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: (proposal) => <DecisionCell proposal={proposal} />,
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      hiddenLabel: true,
      actions: true,
      skeleton: 'badge',
      render: (proposal) => (
        <Actions
          proposal={proposal}
          name={nameOf(proposal)}
          onDecide={(how) => onDecide({ proposal, how })}
        />
      ),
    },
  ];
}

function DecisionCell({ proposal }: { readonly proposal: ProposalDecision }) {
  const t = useMessages(messages);
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

type ActionsProps = {
  readonly proposal: ProposalDecision;
  readonly name: string;
  readonly onDecide: (how: Decision['how']) => void;
};

function Actions({ proposal, name, onDecide }: ActionsProps) {
  const t = useMessages(messages);
  const { state, mine, waitsForMe } = proposal;
  const button = (how: Decision['how']) => (
    <Button
      size="small"
      variant={how === 'approve' ? 'primary' : 'ghost'}
      aria-label={t(`${how}Named`, { what: name })}
      onClick={() => onDecide(how)}
    >
      {t(how)}
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
