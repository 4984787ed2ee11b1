import { useMessages } from '../../i18n/use-messages.ts';
import storageMessages from '#messages/storage.json';
import { Row, Rows } from '../../ui/rows.tsx';
import { Value } from '../../ui/value.tsx';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { FormulaRows, useMonthName } from './storage-month.tsx';
import { useStorage } from './storage-query.ts';

type StorageRowsProps = { readonly transaction: Transaction; readonly own: boolean };

/** The charge of a month, which its note names; for its owner with what the month came to. */
export function StorageRows({ transaction, own }: StorageRowsProps) {
  const t = useMessages(storageMessages);
  const monthName = useMonthName();
  const { notes: month, totalCents } = transaction;
  return (
    <Rows>
      {month !== null && <Row label={t('months.month')}>{monthName(month)}</Row>}
      {month !== null && own && <Counted month={month} />}
      <Row label={t('formula.charged')} sum>
        <Value cents={totalCents} />
      </Row>
    </Rows>
  );
}

function Counted({ month }: { readonly month: string }) {
  const t = useMessages(storageMessages.formula);
  const counted = useStorage(month).data?.months.find((other) => other.month === month);
  if (counted === undefined) return null;
  const { owedBeforeCents, owedCents } = counted;
  return (
    <>
      <FormulaRows of={counted} label={t('due')} />
      {owedBeforeCents !== null && owedBeforeCents > 0 && (
        <Row label={t('owedBefore')}>
          <Value cents={owedBeforeCents} />
        </Row>
      )}
      {owedCents !== null && owedCents > 0 && (
        <Row label={t('owed')}>
          <Value cents={owedCents} />
        </Row>
      )}
    </>
  );
}
