// One withdrawal: who asked for what, why it is looked at, what it waits for, what was said of it, what moved, and the decision. Import it
// lazily, as every dialog.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import { Link } from '../../../i18n/link.tsx';
import messages from '#messages/operators-withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import withdrawalsMessages from '#messages/withdrawals.json';
import type {
  WithdrawalDetails,
  WithdrawalProposal,
} from '../../../../worker/contract/operators/withdrawals.ts';
import { APPROVALS_NEEDED } from '../../../../worker/domain/withdrawals.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import type { Deciding } from '../frame/decide.tsx';
import { Email } from '../frame/email.tsx';
import { EntriesTable } from '../frame/entries-table.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { Allowed, useMay } from '../frame/may.tsx';
import { OpenedRecord } from '../frame/opened-record.tsx';
import { Contradictions } from './contradictions.tsx';
import { DecisionForm } from './decision-form.tsx';
import { Proposals } from './proposals-card.tsx';
import { ProposeEnd } from './propose-end.tsx';
import { useQueued } from './queries.ts';
import { STATE_TONES } from './queue-card.tsx';
import '../../../styles/operators.css';

type WithdrawalDialogProps = {
  readonly open: boolean;
  readonly id: string;
  readonly onDecide: (deciding: Deciding<WithdrawalProposal>) => void;
  readonly onClose: () => void;
};

export function WithdrawalDialog({ open, id, onDecide, onClose }: WithdrawalDialogProps) {
  const t = useMessages(messages);
  return (
    <Dialog open={open} onClose={onClose} title={t('details.title')} width="wide">
      <OpenedRecord
        query={useQueued(id)}
        gone={{ title: t('details.gone'), text: t('details.goneText') }}
        failed={{ title: t('queue.error.title'), text: t('queue.error.text') }}
      >
        {(withdrawal) => (
          <div className="stack">
            <WithdrawalFacts withdrawal={withdrawal} />
            <Past withdrawal={withdrawal} />
            <Contradictions withdrawal={withdrawal} />
            <Proposals proposals={withdrawal.proposals} onDecide={onDecide} />
            <Allowed to="withdrawals.decide">
              <DecisionForm
                key={`${withdrawal.state} ${withdrawal.decisions.length}`}
                withdrawal={withdrawal}
              />
              <ProposeEnd withdrawal={withdrawal} />
            </Allowed>
            {withdrawal.operations.map(({ id: operation, at, entries }, index) => (
              <Moved key={operation} withdrawal={withdrawal} index={index} at={at} entries={entries} />
            ))}
          </div>
        )}
      </OpenedRecord>
    </Dialog>
  );
}

type Of = { readonly withdrawal: WithdrawalDetails };

function WithdrawalFacts({ withdrawal }: Of) {
  const t = useMessages(messages);
  const states = useMessages(transactionsMessages.withdrawalStates);
  const methods = useMessages(transactionsMessages.methods);
  const f = useFormat();
  const may = useMay();
  const { customer, state, method, to, amountCents, feeCents, brlCents, rateE4, gateway } = withdrawal;
  const receipt = t('details.receipt');
  return (
    <Facts>
      <Fact label={t('columns.state')}>
        <Badge tone={STATE_TONES[state]}>{states(state)}</Badge>{' '}
        {gateway === 'sandbox' && <Badge tone="held">{t('test')}</Badge>}
      </Fact>
      <Fact label={t('columns.customer')}>
        {may('customers.read') ? (
          <Link
            to={`/admin?search=${encodeURIComponent(customer.email)}&user=${customer.id}`}
            className="link"
          >
            {customer.name}
          </Link>
        ) : (
          customer.name
        )}
        <span className="ledger-second">
          <Email>{customer.email}</Email>
        </span>
      </Fact>
      <Fact label={t('details.amount')}>{f.money(amountCents)}</Fact>
      <Fact label={t('details.fee')}>{f.money(feeCents)}</Fact>
      <Fact label={t('details.sent')}>
        {f.money(amountCents - feeCents)}
        {brlCents !== null && rateE4 !== null && (
          <span className="ledger-second">
            {t('details.reais', { amount: f.money(brlCents, 'BRL'), rate: f.rate(rateE4) })}
          </span>
        )}
      </Fact>
      <Fact label={t('columns.to')}>{`${methods(method)}, ${to}`}</Fact>
      <Fact label={t('columns.flags')}>
        <Lines lines={withdrawal.flags.map((flag) => t(`flags.${flag}.text`))} none={t('details.noFlags')} />
      </Fact>
      {withdrawal.flags.length > 0 && (
        <Fact label={t('details.approvals')}>
          {t('approvals', { n: withdrawal.approvals, of: APPROVALS_NEEDED })}
        </Fact>
      )}
      <Fact label={t('details.holds')}>
        <Holds withdrawal={withdrawal} />
      </Fact>
      {withdrawal.failure !== null && (
        <Fact label={t('details.failure')}>
          {isOwnFailure(withdrawal.failure)
            ? t(`details.failures.${withdrawal.failure}`)
            : withdrawal.failure}
        </Fact>
      )}
      <Fact label={t('details.gateway')}>
        {gateway}
        {withdrawal.gatewayReference !== null && (
          <span className="ledger-second">{withdrawal.gatewayReference}</span>
        )}
      </Fact>
      {withdrawal.unsentBecause !== null && (
        <Fact label={t('details.unsent')}>{t(`details.unsentBecause.${withdrawal.unsentBecause}`)}</Fact>
      )}
      {withdrawal.refused !== null && <Fact label={t('details.refused')}>{withdrawal.refused}</Fact>}
      <Fact label={receipt}>
        <CopyableId value={withdrawal.id} of={receipt} whole />
      </Fact>
    </Facts>
  );
}

/** A word of ours; otherwise it is a text of the bank or the note to the customer. */
const isOwnFailure = (failure: string): failure is keyof typeof messages.details.failures =>
  Object.hasOwn(messages.details.failures, failure);

function Holds({ withdrawal: { holds } }: Of) {
  const t = useMessages(messages);
  const words = useMessages(withdrawalsMessages.holds);
  const f = useFormat();
  const lines = holds.map(({ reason, until }) =>
    words('until', { reason: t(`holds.${reason}`), until: f.dateTime(until, 'dayMonthTime') }),
  );
  return <Lines lines={lines} none={t('details.noHolds')} />;
}

function Lines({ lines, none }: { readonly lines: readonly string[]; readonly none: string }) {
  if (lines.length === 0) return <span className="quiet">{none}</span>;
  return lines.map((line) => (
    <span key={line} className="sub">
      {line}
    </span>
  ));
}

type Event = { readonly key: string; readonly at: string; readonly text: string; readonly reason?: string };

/** Everything that happened to it, in the order of time. */
function Past({ withdrawal }: Of) {
  const t = useMessages(messages);
  const f = useFormat();
  const { requestedAt, sentAt, settledAt, returnedAt, state, decisions, expectedOn } = withdrawal;
  const end =
    state === 'paid' || state === 'returned' || state === 'cancelled' || state === 'rejected' ? state : null;
  const events: Event[] = [
    { key: 'requested', at: requestedAt, text: t('past.requested') },
    ...decisions.map(({ by, decision, reason, at, isVoid }, index) => ({
      key: `decision ${index}`,
      at,
      text: t(`past.${isVoid ? 'void' : decision}`, { who: by }),
      reason,
    })),
    ...(sentAt === null ? [] : [{ key: 'sent', at: sentAt, text: t('past.sent') }]),
    ...(settledAt === null || end === null ? [] : [{ key: 'end', at: settledAt, text: t(`past.${end}`) }]),
    ...(returnedAt === null ? [] : [{ key: 'back', at: returnedAt, text: t('past.cameBack') }]),
  ];
  return (
    <section aria-label={t('past.title')}>
      <h3 className="admin-details-heading">{t('past.title')}</h3>
      <ol className="identity-steps">
        {events
          .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
          .map(({ key, at, text, reason }) => (
            <li key={key} className="small">
              <strong>{text}</strong>, {f.dateTime(at, 'stamp')}
              {reason !== undefined && <span className="sub">{reason}</span>}
            </li>
          ))}
        {end === null && (
          <li className="small quiet">
            {t('past.expected', { date: f.dateTime(`${expectedOn}T12:00:00Z`, 'dayMonthYear', 'UTC') })}
          </li>
        )}
      </ol>
    </section>
  );
}

type MovedProps = Of &
  Pick<WithdrawalDetails['operations'][number], 'at' | 'entries'> & { readonly index: number };

/** The first operation took the money aside; the second ended it; a third is what the bank sent back after it had been paid. */
function Moved({ withdrawal: { state }, index, at, entries }: MovedProps) {
  const t = useMessages(messages);
  const f = useFormat();
  const what = index === 0 ? 'reserved' : index === 1 ? (state === 'paid' ? 'paid' : 'given') : 'back';
  return (
    <EntriesTable title={`${t(`moved.${what}`)}, ${f.dateTime(at, 'dayMonthTime')}`} entries={entries} />
  );
}
