// The reversal of an operation: its earlier proposals, the open one with the decision, or the form that proposes one.

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed } from '../frame/may.tsx';
import { Note } from '../../../ui/note.tsx';
import type { LedgerOperation, ReversalProposal } from '../../../../worker/contract/operators/ledger.ts';
import { ReversalDecision } from './reversal-decision.tsx';
import { PROPOSAL_TONES } from '../frame/proposal-filter.tsx';
import { Table } from '../../../ui/data-table.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import {
  REVERSAL_NOTE_MAX,
  REVERSAL_REASON_MAX,
  REVERSAL_REASON_MIN,
} from '../../../../worker/domain/reversals.ts';
import { usePropose } from './queries.ts';

export function OperationReversal({ operation }: { readonly operation: LedgerOperation }) {
  const { proposals, reversal } = operation;
  const open = proposals.find(({ state }) => state === 'open');
  return (
    <>
      {proposals.map((proposal) => (
        <Proposal key={proposal.id} proposal={proposal}>
          {proposal === open && reversal !== null && (
            <>
              <ReversalEffect metal={operation.transaction.metal} reversal={reversal} />
              <ReversalDecision proposal={proposal} reversal={reversal} />
            </>
          )}
        </Proposal>
      ))}
      {open === undefined && reversal !== null && (
        <Allowed to="reversals.propose">
          <Propose operation={operation} reversal={reversal} />
        </Allowed>
      )}
    </>
  );
}

type ProposalProps = { readonly proposal: ReversalProposal; readonly children: ReactNode };

function Proposal({ proposal, children }: ProposalProps) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const { state, proposedBy, proposedAt, reason, customerNote, decidedBy, decidedAt, decisionNote } =
    proposal;
  return (
    <section className="ledger-section" data-state={state}>
      <h3>
        {t('decide.title')} <Badge tone={PROPOSAL_TONES[state]}>{t(`reversals.states.${state}`)}</Badge>
      </h3>
      <Facts>
        <Fact label={t('decide.reason')}>{reason}</Fact>
        <Fact label={t('decide.note')}>{customerNote ?? t('decide.noNote')}</Fact>
        <Fact label={t('decide.proposedBy')}>{proposedBy}</Fact>
        <Fact label={t('decide.proposedAt')}>{f.dateTime(proposedAt, 'stamp')}</Fact>
        {decidedBy !== null && <Fact label={t('decide.decidedBy')}>{decidedBy}</Fact>}
        {decidedAt !== null && <Fact label={t('decide.decidedAt')}>{f.dateTime(decidedAt, 'stamp')}</Fact>}
        {decisionNote !== null && <Fact label={t('decide.decisionNote')}>{decisionNote}</Fact>}
      </Facts>
      {children}
    </section>
  );
}

/** What has just opened below the fold of the dialog comes into sight whole. */
const scrollToTop = (section: HTMLElement | null): void => section?.scrollIntoView({ block: 'start' });

type ProposeProps = {
  readonly operation: LedgerOperation;
  readonly reversal: NonNullable<LedgerOperation['reversal']>;
};

function Propose({ operation, reversal }: ProposeProps) {
  const t = useMessages(operatorsLedgerMessages);
  const [started, setStarted] = useState(false);
  const { transaction, operationId } = operation;
  if (reversal.ownAccount) return <Note tone="info">{t('propose.own')}</Note>;
  if (!started) {
    return (
      <div className="ledger-buttons">
        <Button onClick={() => setStarted(true)}>{t('propose.start')}</Button>
      </div>
    );
  }
  return (
    <section className="ledger-section" ref={scrollToTop}>
      <h3>{t('propose.title')}</h3>
      <p className="small">{t(transaction.type === 'deposit' ? 'propose.deposit' : 'propose.text')}</p>
      <ReversalEffect metal={transaction.metal} reversal={reversal} />
      <ProposeForm operationId={operationId} onDone={() => setStarted(false)} />
    </section>
  );
}

type Reversal = NonNullable<LedgerOperation['reversal']>;
type EffectProps = {
  readonly metal: LedgerOperation['transaction']['metal'];
  readonly reversal: Reversal;
};

/** The customer's balances before and after, computed by the same rule that posts the reversal; or why it is not possible. */
function ReversalEffect({ metal, reversal }: EffectProps) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const { before, after, shortfall } = reversal;
  if (after === null) {
    return shortfall === null ? null : <Note tone="warning">{t(`effect.short.${shortfall}`)}</Note>;
  }
  const lines: Line[] = [
    { label: t('effect.cash'), before: before.cashCents, after: after.cashCents },
    ...(metal === null
      ? []
      : [
          { label: t(`effect.${metal}`), before: before.ouncesE4, after: after.ouncesE4, weight: true },
          ...(metal === 'silver'
            ? [
                {
                  label: t('effect.held'),
                  before: before.heldOuncesE4,
                  after: after.heldOuncesE4,
                  weight: true,
                },
              ]
            : []),
          { label: t('effect.basis'), before: before.costBasisCents, after: after.costBasisCents },
          { label: t('effect.gain'), before: before.realisedGainCents, after: after.realisedGainCents },
        ]),
  ];
  const text = (value: number | null, weight = false) => {
    if (value === null) return '–';
    return weight ? f.weight(value) : f.money(value);
  };
  return (
    <Table
      className="ledger-lines"
      cards={false}
      caption={t('effect.title')}
      visibleCaption
      rows={lines}
      rowKey={({ label }) => label}
      rowData={(line) => ({ 'data-changed': line.before !== line.after })}
      columns={[
        { key: 'what', label: t('effect.what'), header: true, render: ({ label }) => label },
        {
          key: 'before',
          label: t('effect.before'),
          align: 'right',
          render: (line) => text(line.before, line.weight),
        },
        {
          key: 'after',
          label: t('effect.after'),
          align: 'right',
          render: (line) => text(line.after, line.weight),
        },
      ]}
    />
  );
}

type Line = {
  readonly label: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly weight?: boolean;
};

type ProposeFormProps = { readonly operationId: string; readonly onDone: () => void };

/** The reason, for the operators, and what the customer reads. */
function ProposeForm({ operationId, onDone }: ProposeFormProps) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const propose = usePropose();
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const least = f.integer(REVERSAL_REASON_MIN);
  const isShort = reason.trim().length < REVERSAL_REASON_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isShort) return;
    afterwards(propose.mutateAsync({ operationId, reason: reason.trim(), customerNote: note.trim() }), {
      onSuccess() {
        showToast({ type: 'success', title: t('propose.done'), message: t('propose.doneText') });
        onDone();
      },
    });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextArea
        ref={first}
        label={t('propose.reason')}
        hint={t('propose.reasonHint', { least, most: f.integer(REVERSAL_REASON_MAX) })}
        rows={3}
        required
        maxLength={REVERSAL_REASON_MAX}
        value={reason}
        error={asked && isShort ? t('propose.reasonShort', { least }) : null}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextArea
        label={t('propose.note')}
        hint={t('propose.noteHint', { most: f.integer(REVERSAL_NOTE_MAX) })}
        rows={2}
        maxLength={REVERSAL_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {propose.error !== null && <ProblemNotice error={propose.error} />}
      <div className="ledger-buttons">
        <Button type="submit" variant="primary" busy={propose.isPending} busyLabel={t('propose.busy')}>
          {t('propose.submit')}
        </Button>
      </div>
    </form>
  );
}
