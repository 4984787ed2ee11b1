// Payments in reais that arrived and are nobody's deposit: those of which nobody knows whose they are wait for an operator, the others
// for a rate or for the bank.

import { usePages } from '../../../api/paged.ts';
import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import transactionsMessages from '#messages/transactions.json';
import type { ReaisPayment } from '../../../../worker/contract/operators/reais.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { useMay } from '../frame/may.tsx';
import { CustomerName } from './customer-name.tsx';
import { reaisQuery } from './queries.ts';
import type { RefundQuestion } from './refund-confirmation.tsx';

type ReaisCardProps = { readonly onAsk: (question: RefundQuestion) => void };

export function ReaisCard({ onAsk }: ReaisCardProps) {
  const t = useMessages(messages);
  const query = usePages(reaisQuery());
  const actions = useActions(onAsk);
  return (
    <ListCard
      title={t('reais.title')}
      query={query}
      rowsOf={(page) => page.payments}
      rowKey={({ gateway, id }) => `${gateway} ${id}`}
      rowData={({ id, state }) => ({ 'data-payment': id, 'data-state': state })}
      columns={[...useColumns(query.dataUpdatedAt), ...(useMay()('deposits.decide') ? [actions] : [])]}
      tableClass="admin-table"
      skeletons={1}
      texts={{
        error: { title: t('reais.error.title'), text: t('list.error.text') },
        empty: { title: t('reais.empty.title'), text: t('reais.empty.text') },
      }}
      shown={(n) => t.count('reais.shown', n)}
      note={<p className="card-note small quiet">{t('reais.explained')}</p>}
    />
  );
}

const TONES: Readonly<Record<ReaisPayment['state'], BadgeTone>> = {
  unknown: 'failed',
  waiting: 'pending',
  refunding: 'pending',
};

function useColumns(readAt: number): readonly TableColumn<ReaisPayment>[] {
  const t = useMessages(messages.reais);
  const one = useMessages(messages.one);
  const words = useMessages(transactionsMessages);
  const f = useFormat();
  return [
    {
      key: 'payment',
      label: t('columns.payment'),
      header: true,
      className: 'admin-breaks',
      skeleton: ['line', 'short'],
      render: ({ id, method, gateway }) => (
        <>
          <CopyableId value={id} of={t('columns.payment')} whole />
          <span className="sub">
            {`${words(`methods.${method}`)}, ${gateway === 'sandbox' ? one('sandbox') : gateway}`}
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      label: t('columns.amount'),
      align: 'right',
      className: 'num',
      skeleton: 'short',
      render: ({ brlCents }) => f.money(brlCents, 'BRL'),
    },
    {
      key: 'age',
      label: t('columns.age'),
      className: 'admin-breaks num',
      skeleton: ['short', 'short'],
      render: ({ receivedAt, paidAt }) => (
        <>
          <time dateTime={receivedAt}>{relativeTime(f.locale, receivedAt, readAt)}</time>
          <span className="sub">{t('paid', { time: f.dateTime(paidAt, 'dayMonthTime') })}</span>
        </>
      ),
    },
    {
      key: 'state',
      label: t('columns.state'),
      className: 'admin-breaks',
      skeleton: 'badge',
      render: ({ state, reason, attempt, customer, refusedAt, nextTryAt, heldAt, heldBy }) => (
        <>
          <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
          {reason !== null && <span className="sub">{t(`reasons.${reason}`)}</span>}
          {state === 'refunding' && attempt > 1 && (
            <span className="sub">{t('attempt', { n: attempt })}</span>
          )}
          {refusedAt !== null && (
            <span className="sub">{t('refused', { time: f.dateTime(refusedAt, 'dayMonthTime') })}</span>
          )}
          {refusedAt !== null && nextTryAt !== null && (
            <span className="sub">{t('next', { time: f.dateTime(nextTryAt, 'dayMonthTime') })}</span>
          )}
          {heldAt !== null && (
            <span className="sub">
              {t('held', { who: heldBy ?? '', time: f.dateTime(heldAt, 'dayMonthTime') })}
            </span>
          )}
          {customer !== null && (
            <span className="sub">
              <CustomerName customer={customer} />
            </span>
          )}
        </>
      ),
    },
  ];
}

/** What may be asked of a payment as it is now. */
function questionOf({ state, refusedAt, heldAt }: ReaisPayment): 'sendBack' | 'hold' | 'release' | null {
  if (state === 'unknown') return 'sendBack';
  if (heldAt !== null) return 'release';
  return state === 'refunding' && refusedAt !== null ? 'hold' : null;
}

function useActions(onAsk: ReaisCardProps['onAsk']): TableColumn<ReaisPayment> {
  const t = useMessages(messages.reais);
  const f = useFormat();
  return {
    key: 'actions',
    label: t('columns.actions'),
    hiddenLabel: true,
    actions: true,
    skeleton: 'badge',
    render(payment) {
      const how = questionOf(payment);
      const { gateway, id, brlCents, method } = payment;
      return (
        how !== null && (
          <div className="admin-row-actions">
            <Button
              size="small"
              aria-label={t(`${how}Named`, { amount: f.money(brlCents, 'BRL'), id })}
              onClick={() => onAsk({ how, gateway, id, brlCents, method })}
            >
              {t(how)}
            </Button>
          </div>
        )
      );
    },
  };
}
