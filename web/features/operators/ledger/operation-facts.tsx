import { Link } from '../../../i18n/link.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import type { LedgerOperation } from '../../../../worker/contract/operators/ledger.ts';
import { useMovementName } from './use-movement-name.ts';

type OperationFactsProps = {
  readonly operation: LedgerOperation;
  readonly onOpen: (operationId: string) => void;
};

export function OperationFacts({ operation, onOpen }: OperationFactsProps) {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  const nameOf = useMovementName();
  const { transaction, customer, operationId, initiator, createdAt, reverses, reversedBy } = operation;
  const { ouncesE4, totalCents, feeCents, notes, type } = transaction;
  const receipt = t('operation.receipt');
  return (
    <Facts>
      <Fact label={t('operation.what')}>{nameOf(transaction)}</Fact>
      <Fact label={t('operation.customer')}>
        <Link to={`/admin/customer?id=${encodeURIComponent(customer.id)}`} className="link">
          {customer.name}
        </Link>
        <span className="ledger-second">{customer.email}</span>
      </Fact>
      {ouncesE4 !== null && <Fact label={t('operation.amount')}>{f.weight(ouncesE4)}</Fact>}
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
  const t = useWords(adminLedgerWords);
  return (
    <Fact label={label}>
      <button type="button" className="link" onClick={() => onOpen(id)}>
        {t('operation.see')}
      </button>
    </Fact>
  );
}
