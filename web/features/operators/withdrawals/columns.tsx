// What both cards say of a row: whose it is, where the money goes, and since when it waits.

import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import { useNow } from '../../../live/use-now.ts';
import type { PaymentMethod } from '../../../../worker/domain/fees.ts';
import { MINUTE_MS } from '../../../../worker/domain/time.ts';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { Age } from '../frame/age.tsx';
import { Who } from '../frame/who.tsx';

export type Shown = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** What opening it is called, for who does not see the row. */
  readonly label: string;
  readonly method: PaymentMethod;
  readonly to: string;
  readonly note?: string | null;
  readonly since: string;
};

export function useSharedColumns<Row>(
  shownOf: (row: Row) => Shown,
  onView: (id: string) => void,
): readonly [customer: TableColumn<Row>, to: TableColumn<Row>, age: TableColumn<Row>] {
  const t = useMessages(messages);
  const methods = useMessages(transactionsMessages.methods);
  const now = useNow(MINUTE_MS);
  return [
    {
      key: 'customer',
      label: t('columns.customer'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render(row) {
        const { id, name, email, label } = shownOf(row);
        return <Who name={name} email={email} label={label} onOpen={() => onView(id)} />;
      },
    },
    {
      key: 'to',
      label: t('columns.to'),
      className: 'admin-breaks',
      skeleton: ['short', 'line'],
      render(row) {
        const { method, to, note = null } = shownOf(row);
        return (
          <>
            {methods(method)}
            <span className="sub">{to}</span>
            {note !== null && <span className="sub">{note}</span>}
          </>
        );
      },
    },
    {
      key: 'age',
      label: t('columns.age'),
      className: 'num',
      skeleton: ['short', 'short'],
      render: (row) => <Age at={shownOf(row).since} now={now} />,
    },
  ];
}
