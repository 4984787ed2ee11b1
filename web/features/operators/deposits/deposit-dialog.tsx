// One deposit: how it stands, what it did to the books, what was proposed about it, and proposing. Import it lazily, as every dialog.

import { Link } from '../../../i18n/link.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import transactionsMessages from '#messages/transactions.json';
import type { DepositDetails, DepositProposal } from '../../../../worker/contract/operators/deposits.ts';
import { Table } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { type Deciding, useDecisionColumns } from '../frame/decide.tsx';
import { Email } from '../frame/email.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { useMay } from '../frame/may.tsx';
import { EntriesTable } from '../frame/entries-table.tsx';
import { OpenedRecord } from '../frame/opened-record.tsx';
import { CustomerName } from './customer-name.tsx';
import { DepositBadges } from './deposits-card.tsx';
import { ProposeAboutDeposit } from './propose-form.tsx';
import { ProposedChange } from './proposals-card.tsx';
import { useDeposit } from './queries.ts';
import '../../../styles/operators.css';

type DepositDialogProps = {
  readonly open: boolean;
  readonly id: string;
  readonly onDecide: (deciding: Deciding<DepositProposal>) => void;
  readonly onClose: () => void;
};

export function DepositDialog({ open, id, onDecide, onClose }: DepositDialogProps) {
  const t = useMessages(messages);
  const may = useMay();
  return (
    <Dialog open={open} onClose={onClose} title={t('one.title')} width="wide">
      <OpenedRecord
        query={useDeposit(id)}
        gone={{ title: t('one.gone'), text: t('one.goneText') }}
        failed={{ title: t('list.error.title'), text: t('list.error.text') }}
      >
        {(details) => (
          <div className="ledger-operation">
            <DepositFacts deposit={details.deposit} />
            {details.deposit.strays.length > 0 && <Strays strays={details.deposit.strays} />}
            {details.deposit.disputes.length > 0 && <Disputes deposit={details.deposit} />}
            <Operations operations={details.operations} />
            {details.proposals.length > 0 && <Proposals proposals={details.proposals} onDecide={onDecide} />}
            {may('deposits.propose') && <ProposeAboutDeposit details={details} />}
          </div>
        )}
      </OpenedRecord>
    </Dialog>
  );
}

function DepositFacts({ deposit }: Pick<DepositDetails, 'deposit'>) {
  const t = useMessages(messages);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  const { id, customer, amountCents, feeCents, announcedCents, method, gateway, reference, paid } = deposit;
  const time = (at: string) => f.dateTime(at, 'stamp');
  return (
    <Facts>
      <Fact label={t('one.customer')}>
        <CustomerName customer={customer} />
        <span className="ledger-second">
          <Email>{customer.email}</Email>
        </span>
      </Fact>
      <Fact label={t('one.state')}>
        <DepositBadges deposit={deposit} />
      </Fact>
      {announcedCents !== null && <Fact label={t('one.announced')}>{f.money(announcedCents)}</Fact>}
      <Fact label={t('one.amount')}>{f.money(amountCents)}</Fact>
      <Fact label={t('one.fee')}>{f.money(feeCents)}</Fact>
      <Fact label={t('one.due')}>{f.money(paid.cents, paid.currency)}</Fact>
      <Fact label={t('one.method')}>
        {words(`methods.${method}`)}
        <span className="ledger-second">{gateway === 'sandbox' ? t('one.sandbox') : gateway}</span>
      </Fact>
      <Fact label={t('one.made')}>{time(deposit.createdAt)}</Fact>
      {deposit.settledAt !== null && <Fact label={t('one.settled')}>{time(deposit.settledAt)}</Fact>}
      {deposit.askedAt !== null && (
        <Fact label={t('one.asked')}>
          {t.count('one.asks', deposit.asks, { when: time(deposit.askedAt) })}
        </Fact>
      )}
      {deposit.nextAskAt !== null && <Fact label={t('one.nextAsk')}>{time(deposit.nextAskAt)}</Fact>}
      {deposit.expiresAt !== null && <Fact label={t('one.expires')}>{time(deposit.expiresAt)}</Fact>}
      {deposit.disputes.length > 0 && (
        <Fact label={t('one.takenBack')}>
          {t('disputes.ofPaid', {
            cents: f.money(paid.cents - paid.leftCents, paid.currency),
            paid: f.money(paid.cents, paid.currency),
          })}
        </Fact>
      )}
      {reference !== null && (
        <Fact label={t('one.reference')}>
          <CopyableId value={reference} of={t('one.reference')} whole />
        </Fact>
      )}
      <Fact label={t('one.id')}>
        <CopyableId value={id} of={t('one.id')} whole />
      </Fact>
    </Facts>
  );
}

/** Each payment that nothing credited by itself: how much, when, under which name, and what became of it by whom. */
function Strays({ strays }: Pick<DepositDetails['deposit'], 'strays'>) {
  const t = useMessages(messages.strays);
  const f = useFormat();
  return (
    <section className="ledger-section">
      <h3>{t('title')}</h3>
      <Table
        className="admin-table"
        caption={t('title')}
        rows={strays}
        rowKey={({ id }) => id}
        rowData={({ id }) => ({ 'data-stray': id })}
        columns={[
          {
            key: 'payment',
            label: t('payment'),
            header: true,
            className: 'admin-breaks',
            render: ({ reference, at }) => (
              <>
                {reference ?? <span className="quiet">{t('unnamed')}</span>}
                <span className="sub">{f.dateTime(at, 'stamp')}</span>
              </>
            ),
          },
          { key: 'amount', label: t('amount'), align: 'right', render: ({ cents }) => f.money(cents) },
          {
            key: 'end',
            label: t('end'),
            className: 'admin-breaks',
            render: ({ end }) =>
              end === null ? (
                t('waits')
              ) : (
                <>
                  {t(`outcomes.${end.outcome}`)}
                  {end.reason !== null && <span className="sub">{end.reason}</span>}
                  {end.proposedBy !== null && end.decidedBy !== null && (
                    <span className="sub">
                      {t('by', {
                        proposer: end.proposedBy,
                        decider: end.decidedBy,
                        time: f.dateTime(end.at, 'dayMonthTime'),
                      })}
                    </span>
                  )}
                </>
              ),
          },
        ]}
      />
    </section>
  );
}

/** Each charge-back: what the bank took, and what became of the customer's part. */
function Disputes({ deposit: { disputes, paid } }: Pick<DepositDetails, 'deposit'>) {
  const t = useMessages(messages.disputes);
  const f = useFormat();
  return (
    <section className="ledger-section">
      <h3>{t('title')}</h3>
      <Table
        className="admin-table"
        caption={t('title')}
        rows={disputes}
        rowKey={({ id }) => id}
        rowData={({ id }) => ({ 'data-dispute': id })}
        columns={[
          {
            key: 'case',
            label: t('case'),
            header: true,
            className: 'admin-breaks',
            render: ({ caseNumber, openedAt }) => (
              <>
                {caseNumber}
                <span className="sub">{f.dateTime(openedAt, 'stamp')}</span>
              </>
            ),
          },
          {
            key: 'amount',
            label: t('amount'),
            align: 'right',
            render: ({ amountCents }) => f.money(amountCents, paid.currency),
          },
          {
            key: 'customer',
            label: t('customer'),
            className: 'admin-breaks',
            render: ({ dueCents, takenCents, owedCents, forgivenCents, wonAt }) =>
              wonAt === null ? (
                <>
                  {f.money(dueCents)}
                  {takenCents > 0 && (
                    <span className="sub">{t('taken', { cents: f.money(takenCents) })}</span>
                  )}
                  {owedCents > 0 && <span className="sub">{t('owed', { cents: f.money(owedCents) })}</span>}
                  {forgivenCents > 0 && (
                    <span className="sub">{t('forgiven', { cents: f.money(forgivenCents) })}</span>
                  )}
                </>
              ) : (
                <>
                  {t('won')}
                  <span className="sub">{f.dateTime(wonAt, 'stamp')}</span>
                </>
              ),
          },
        ]}
      />
    </section>
  );
}

function Operations({ operations }: Pick<DepositDetails, 'operations'>) {
  const t = useMessages(messages);
  const f = useFormat();
  const may = useMay();
  if (operations.length === 0) return <p className="small quiet">{t('one.noEntries')}</p>;
  return operations.map(({ id, kind, at, entries }) => {
    const what = t(`operations.${kind === 'dispute' || kind === 'reversal' ? kind : 'settlement'}`);
    return (
      <div key={id}>
        <EntriesTable title={`${what}, ${f.dateTime(at, 'dayMonthTime')}`} entries={entries} />
        {may('ledger.read') && (
          <Link to={`/admin/ledger?operation=${encodeURIComponent(id)}`} className="link small">
            {t('one.inLedger')}
          </Link>
        )}
      </div>
    );
  });
}

type ProposalsProps = Pick<DepositDetails, 'proposals'> & Pick<DepositDialogProps, 'onDecide'>;

function Proposals({ proposals, onDecide }: ProposalsProps) {
  const t = useMessages(messages);
  const decision = useDecisionColumns<DepositProposal>({
    nameOf: ({ kind }) => t(`kinds.${kind}.name`),
    onDecide,
  });
  return (
    <section className="ledger-section">
      <h3>{t('one.proposals')}</h3>
      <Table
        className="admin-table"
        caption={t('one.proposals')}
        rows={proposals}
        rowKey={({ id }) => id}
        rowData={({ id }) => ({ 'data-proposal': id })}
        columns={[
          {
            key: 'what',
            label: t('proposals.what'),
            header: true,
            className: 'admin-breaks',
            render: (proposal) => <ProposedChange proposal={proposal} />,
          },
          ...decision,
        ]}
      />
    </section>
  );
}
