// One operation: its details, its entries and its reversal. Import it lazily, as every dialog.

import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntriesTable } from '../frame/entries-table.tsx';
import { useOperation } from './queries.ts';
import { OperationReversal } from './operation-reversal.tsx';
import { QuoteOrigin } from './quote-origin.tsx';
import { Link } from '../../../i18n/link.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Email } from '../frame/email.tsx';
import { useMay } from '../frame/may.tsx';
import { Fact, Facts } from '../frame/facts.tsx';
import { OpenedRecord } from '../frame/opened-record.tsx';
import type { LedgerOperation } from '../../../../worker/contract/operators/ledger.ts';
import { useTransactionName } from './use-transaction-name.ts';
import '../../../styles/operators.css';

type OperationDialogProps = {
  readonly open: boolean;
  /** An operation's or a receipt's. */
  readonly id: string;
  /** Opens another operation: the one that this one reverses, or its reversal. */
  readonly onOpen: (operationId: string) => void;
  readonly onClose: () => void;
};

export function OperationDialog({ open, id, onOpen, onClose }: OperationDialogProps) {
  const t = useMessages(operatorsLedgerMessages);
  return (
    <Dialog open={open} onClose={onClose} title={t('operation.title')}>
      <OpenedRecord
        query={useOperation(id)}
        gone={{ title: t('operation.gone'), text: t('operation.goneText') }}
        failed={{ title: t('error.title'), text: t('error.text') }}
      >
        {(operation) => (
          <div className="ledger-operation">
            <OperationFacts operation={operation} onOpen={onOpen} />
            {operation.quote !== null && <QuoteOrigin quote={operation.quote} />}
            <EntriesTable title={t('operation.entries')} entries={operation.entries} />
            <OperationReversal operation={operation} />
          </div>
        )}
      </OpenedRecord>
    </Dialog>
  );
}

type OperationFactsProps = {
  readonly operation: LedgerOperation;
  readonly onOpen: (operationId: string) => void;
};

export function OperationFacts({ operation, onOpen }: OperationFactsProps) {
  const t = useMessages(operatorsLedgerMessages);
  const f = useFormat();
  const may = useMay();
  const nameOf = useTransactionName();
  const { transaction, customer, operationId, initiator, createdAt, reverses, reversedBy } = operation;
  const { ouncesE4, priceCents, totalCents, feeCents, notes, type } = transaction;
  const receipt = t('operation.receipt');
  return (
    <Facts>
      <Fact label={t('operation.what')}>{nameOf(transaction)}</Fact>
      <Fact label={t('operation.customer')}>
        {may('customers.read') ? (
          <Link to={`/admin/customer?id=${encodeURIComponent(customer.id)}`} className="link">
            {customer.name}
          </Link>
        ) : (
          customer.name
        )}
        <span className="ledger-second">
          <Email>{customer.email}</Email>
        </span>
      </Fact>
      {ouncesE4 !== null && <Fact label={t('operation.amount')}>{f.weight(ouncesE4)}</Fact>}
      {priceCents !== null && <Fact label={t('operation.price')}>{f.money(priceCents)}</Fact>}
      <Fact label={t('operation.total')}>{f.money(totalCents)}</Fact>
      <Fact label={t('operation.fee')}>{f.money(feeCents)}</Fact>
      <Fact label={t('operation.when')}>{f.dateTime(createdAt, 'stamp')}</Fact>
      <Fact label={t('operation.started')}>{t(`operation.initiators.${initiator}`)}</Fact>
      <Fact label={t('operation.id')}>
        <CopyableId value={operationId} of={t('operation.id')} whole />
      </Fact>
      <Fact label={receipt}>
        <CopyableId value={transaction.id} of={receipt} whole />
      </Fact>
      {type === 'reversal' && notes !== null && <Fact label={t('operation.note')}>{notes}</Fact>}
      {reverses !== null && <Other label={t('operation.reverses')} id={reverses} onOpen={onOpen} />}
      {reversedBy !== null && <Other label={t('operation.reversedBy')} id={reversedBy} onOpen={onOpen} />}
    </Facts>
  );
}

type OtherProps = {
  readonly label: string;
  readonly id: string;
  readonly onOpen: (operationId: string) => void;
};

/** The operation at the other end of a reversal. */
function Other({ label, id, onOpen }: OtherProps) {
  const t = useMessages(operatorsLedgerMessages);
  return (
    <Fact label={label}>
      <button type="button" className="link" onClick={() => onOpen(id)}>
        {t('operation.see')}
      </button>
    </Fact>
  );
}
