import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminLedgerWords } from '../../../i18n/words/admin-ledger.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Weight } from '../../../ui/weight.tsx';
import type { LedgerTransaction } from '../../../../worker/contract/operators/ledger.ts';
import { useMovementName } from './use-movement-name.ts';

type MovementRowProps = { readonly movement: LedgerTransaction; readonly onOpen: () => void };

/** One movement; its name opens the operation. */
export function MovementRow({ movement, onOpen }: MovementRowProps) {
  const t = useWords(adminLedgerWords);
  const f = useFormat();
  const nameOf = useMovementName();
  const { customer, settledAt, ouncesE4, totalCents, transactionId } = movement;
  const name = nameOf(movement);
  return (
    <tr data-transaction={transactionId}>
      <th scope="row">
        <button
          type="button"
          className="link"
          aria-label={t('movements.open', { name, customer: customer.email })}
          onClick={onOpen}
        >
          {name}
        </button>
      </th>
      <td className="admin-breaks" data-l={t('movements.customer')}>
        {customer.name}
        <span className="sub">{customer.email}</span>
      </td>
      <td className="num" data-l={t('movements.time')}>
        <time dateTime={settledAt}>{f.dateTime(settledAt, 'dayMonthYear')}</time>
        <span className="sub">{f.dateTime(settledAt, 'time')}</span>
      </td>
      <td className="r admin-wide" data-l={t('movements.amount')}>
        {ouncesE4 === null ? <span className="quiet">–</span> : <Weight ouncesE4={ouncesE4} />}
      </td>
      <td className="r" data-l={t('movements.total')}>
        {f.amount(totalCents)}
      </td>
      <td data-l={t('movements.status')}>
        <Standing movement={movement} />
      </td>
    </tr>
  );
}

function Standing({ movement }: { readonly movement: LedgerTransaction }) {
  const t = useWords(adminLedgerWords);
  if (movement.reversed) return <Badge tone="neutral">{t('movements.reversed')}</Badge>;
  if (movement.proposed) return <Badge tone="pending">{t('movements.proposed')}</Badge>;
  return <Badge tone="success">{t('movements.done')}</Badge>;
}

export function LoadingRow() {
  return (
    <tr>
      <th scope="row">
        <Skeleton shape="short" />
      </th>
      <td className="admin-breaks">
        <Skeleton shape="short" />
        <span className="sub">
          <Skeleton shape="short" />
        </span>
      </td>
      <td>
        <Skeleton shape="short" />
      </td>
      <td className="r admin-wide">
        <Skeleton shape="short" />
      </td>
      <td className="r">
        <Skeleton shape="short" />
      </td>
      <td>
        <Skeleton shape="badge" />
      </td>
    </tr>
  );
}
