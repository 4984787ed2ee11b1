// Rows that one operator proposes and another decides, such as tariffs and treasury orders: how each stands, by whom, and deciding on what waits.

import { type ReactNode, Suspense, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators.json';
import type { TreasuryOrder } from '../../../../worker/contract/operators/treasury.ts';
import type { TariffProposal } from '../../../../worker/contract/operators/tariffs.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useOpening } from '../../../ui/use-opening.ts';
import { Email } from './email.tsx';
import { Fact, Facts } from './facts.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const ConfirmChange = lazyPart(() => import('./confirm-change.tsx'), 'ConfirmChange');

/** `approve`: it happens, or is announced. `drop`: another rejects it, its proposer takes it back. */
export type Decision = { readonly id: string; readonly how: 'approve' | 'drop' };

type Proposed = Pick<
  TariffProposal,
  'id' | 'proposedBy' | 'proposedAt' | 'decidedBy' | 'decidedAt' | 'mine' | 'waitsForMe'
> & { readonly state: TariffProposal['state'] | TreasuryOrder['state'] };

type Line = { readonly label: string; readonly text: string };

/** What one kind of row shows besides who proposed and decided. */
type Shown = {
  readonly heading: string;
  readonly badge: { readonly tone: BadgeTone; readonly label: string };
  /** Before who proposed it. */
  readonly terms?: readonly Line[];
  /** What became of it, after who decided. */
  readonly outcome?: Line | null;
  /** Why it can't be approved any more. */
  readonly fault?: string | null;
};

type Question = {
  /** The last look before it is done. */
  readonly about: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly done: string;
};

type ProposedRowsProps<T extends Proposed> = {
  readonly rows: readonly T[];
  /** On the button of the approval. */
  readonly approve: string;
  readonly show: (row: T) => Shown;
  /** What is to be done about one that was decided. */
  readonly renderBeside?: (row: T) => ReactNode;
  readonly ask: (row: T, how: Decision['how']) => Question;
  readonly decide: {
    readonly mutateAsync: (decision: Decision) => Promise<unknown>;
    readonly reset: () => void;
    readonly isPending: boolean;
    readonly error: unknown;
  };
};

export function ProposedRows<T extends Proposed>(props: ProposedRowsProps<T>) {
  const { rows, approve, show, renderBeside, ask, decide } = props;
  const t = useMessages(messages.proposed);
  const [asked, setAsked] = useState<(Decision & { readonly row: T }) | null>(null);
  const opened = useOpening(asked, asked === null ? null : asked.id + asked.how);
  const begin = (row: T, how: Decision['how']) => {
    // What was refused last time is of another question.
    decide.reset();
    setAsked({ id: row.id, how, row });
  };
  const confirm = ({ id, how }: Decision, done: string) =>
    afterwards(decide.mutateAsync({ id, how }), {
      onSuccess() {
        showToast({ type: 'success', title: done });
        setAsked(null);
      },
    });
  const question = opened === null ? null : ask(opened.value.row, opened.value.how);
  return (
    <>
      <ul className="proposed-rows">
        {rows.map((row) => (
          <li key={row.id} data-proposed={row.state}>
            <ProposedOne row={row} approve={approve} shown={show(row)} onAsk={(how) => begin(row, how)}>
              {renderBeside?.(row)}
            </ProposedOne>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened !== null && question !== null && (
          <ConfirmChange
            key={opened.number}
            open={opened.open}
            title={question.title}
            about={question.about}
            text={question.text}
            submit={question.submit}
            busyLabel={t('busy')}
            busy={decide.isPending}
            error={decide.error}
            onConfirm={() => confirm(opened.value, question.done)}
            onCancel={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type ProposedOneProps = {
  readonly row: Proposed;
  readonly approve: string;
  readonly shown: Shown;
  readonly onAsk: (how: Decision['how']) => void;
  readonly children?: ReactNode;
};

function ProposedOne({ row, approve, shown, onAsk, children }: ProposedOneProps) {
  const t = useMessages(messages.proposed);
  const f = useFormat();
  const { state, proposedBy, proposedAt, decidedBy, decidedAt, mine, waitsForMe } = row;
  const { heading, badge, terms = [], outcome = null, fault = null } = shown;
  const by = (who: string, at: string) => (
    <>
      <Email>{who}</Email> <span className="quiet">{f.dateTime(at, 'dayMonthYear')}</span>
    </>
  );
  return (
    <div className="stack">
      <h3>{heading}</h3>
      <p>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <Facts>
        {terms.map(({ label, text }) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
        <Fact label={t('proposed')}>{by(proposedBy, proposedAt)}</Fact>
        {decidedBy !== null && decidedAt !== null && (
          <Fact label={t('decided')}>{by(decidedBy, decidedAt)}</Fact>
        )}
        {outcome !== null && <Fact label={outcome.label}>{outcome.text}</Fact>}
      </Facts>
      {fault !== null && <p className="small">{fault}</p>}
      {children}
      {state === 'open' && (waitsForMe || mine) && (
        <div className="ledger-buttons">
          {waitsForMe && fault === null && (
            <Button variant="primary" onClick={() => onAsk('approve')}>
              {approve}
            </Button>
          )}
          <Button onClick={() => onAsk('drop')}>{t(mine ? 'withdraw' : 'reject')}</Button>
        </div>
      )}
    </div>
  );
}
