import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/use-words.ts';
import { commonWords } from '../../i18n/words/common.ts';
import { transactionsWords } from '../../i18n/words/transactions.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Weight } from '../../ui/weight.tsx';
import type { Transaction } from '../../../worker/contract/transactions.ts';

const TONES: Readonly<Record<Transaction['status'], BadgeTone>> = {
  completed: 'success',
  pending: 'pending',
  failed: 'failed',
};

type TransactionRowProps = {
  readonly transaction: Transaction;
  readonly masked: boolean;
  readonly onOpen: (transaction: Transaction) => void;
};

/** One movement; the whole row opens its receipt, by the one button in it. */
export function TransactionRow({ transaction, masked, onOpen }: TransactionRowProps) {
  const t = useWords(transactionsWords);
  const f = useFormat();
  const { type, status, createdAt, ouncesE4, reversedType, reversedBy } = transaction;
  const name = reversedType === undefined ? t(`types.${type}`) : t(`undone.${reversedType}`);
  const date = f.dateTime(createdAt, 'dayMonth');
  return (
    <tr className="transaction" data-status={status} data-type={type}>
      <td className="transaction-date" data-l={t('columns.date')}>
        <span className="num">{date}</span> <span className="quiet num">{f.dateTime(createdAt, 'time')}</span>
      </td>
      <td className="transaction-type" data-l={t('columns.type')}>
        <button
          type="button"
          className="transaction-open"
          onClick={() => onOpen(transaction)}
          aria-label={t('open', { type: name, date })}
        >
          {name}
        </button>
      </td>
      <td className="transaction-what" data-l={t('columns.what')}>
        <What transaction={transaction} />
      </td>
      <td className="r transaction-amount" data-l={t('columns.amount')}>
        {ouncesE4 === null ? (
          <span className="quiet transaction-nil">–</span>
        ) : (
          <Weight ouncesE4={ouncesE4} masked={masked} />
        )}
      </td>
      <td className="r transaction-total" data-l={t('columns.total')}>
        <Total transaction={transaction} masked={masked} />
      </td>
      <td className="transaction-status" data-l={t('columns.status')}>
        {reversedBy === undefined ? (
          <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
        ) : (
          <Badge tone="neutral">{t('reversed')}</Badge>
        )}
      </td>
    </tr>
  );
}

function What({ transaction }: { readonly transaction: Transaction }) {
  const t = useWords(transactionsWords);
  const names = useWords(commonWords);
  if (transaction.metal !== null) return names(`metals.${transaction.metal}`);
  return transaction.method === null ? '–' : t(`methods.${transaction.method}`);
}

/** What it did to the balance. A failed movement did nothing: it loses its sign and goes quiet. */
function Total({ transaction, masked }: { readonly transaction: Transaction; readonly masked: boolean }) {
  const { type, status, totalCents, reversedType } = transaction;
  if (status === 'failed') {
    return (
      <span className="quiet">
        <Money cents={totalCents} bare masked={masked} />
      </span>
    );
  }
  const leaves =
    type === 'buy' || type === 'withdrawal' || reversedType === 'sell' || reversedType === 'deposit';
  return <Money cents={leaves ? -totalCents : totalCents} bare sign="always" masked={masked} />;
}

export function LoadingRow() {
  return (
    <tr className="transaction">
      <td className="transaction-date">
        <Skeleton shape="short" />
      </td>
      <td className="transaction-type">
        <Skeleton shape="short" />
      </td>
      <td className="transaction-what">
        <Skeleton shape="short" />
      </td>
      <td className="r transaction-amount">
        <Skeleton shape="short" />
      </td>
      <td className="r transaction-total">
        <Skeleton shape="short" />
      </td>
      <td className="transaction-status">
        <Skeleton shape="badge" />
      </td>
    </tr>
  );
}
