import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import transactionsMessages from '#messages/transactions.json';
import { Money } from '../../ui/money.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { percentOf } from '../../../worker/domain/money.ts';

/** Price, subtotal, fee and total of one transaction. */
export function ReceiptRows({ transaction }: { readonly transaction: Transaction }) {
  if (transaction.reversedType !== undefined) return <ReversalRows transaction={transaction} />;
  return transaction.type === 'deposit' || transaction.type === 'withdrawal' ? (
    <DepositRows transaction={transaction} />
  ) : (
    <TradeRows transaction={transaction} />
  );
}

function TradeRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const { priceCents, subtotalCents, totalCents, realisedGainCents } = transaction;
  return (
    <Rows>
      {priceCents !== null && (
        <Row label={t('price')}>
          <Money cents={priceCents} />
        </Row>
      )}
      <Row label={t('subtotal')}>
        <Money cents={subtotalCents} />
      </Row>
      <FeeRow transaction={transaction} />
      <Row label={t(transaction.type === 'sell' ? 'totalReceived' : 'totalPaid')} sum>
        <Money cents={totalCents} />
      </Row>
      {realisedGainCents !== null && (
        <Row label={t(realisedGainCents < 0 ? 'realisedLoss' : 'realised')}>
          <Money cents={realisedGainCents} sign="always" />
        </Row>
      )}
    </Rows>
  );
}

/** A reversal: the returned and the taken amounts, which are those of the reversed operation. */
function ReversalRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const { priceCents, feeCents, totalCents, realisedGainCents, reversedType } = transaction;
  const taken = reversedType === 'sell' || reversedType === 'deposit';
  return (
    <Rows>
      {priceCents !== null && reversedType !== 'bonus' && (
        <Row label={t('price')}>
          <Money cents={priceCents} />
        </Row>
      )}
      {reversedType === 'buy' && (
        <Row label={t('reversal.fee')}>
          <Money cents={feeCents} />
        </Row>
      )}
      <Row label={t(taken ? 'reversal.taken' : 'reversal.returned')} sum>
        <Money cents={totalCents} />
      </Row>
      {realisedGainCents !== null && realisedGainCents !== 0 && (
        <Row label={t('reversal.gain')}>
          <Money cents={realisedGainCents} sign="always" />
        </Row>
      )}
    </Rows>
  );
}

const DEPOSIT_TOTAL = { completed: 'totalPaid', pending: 'totalToPay', failed: 'wouldPay' } as const;

function DepositRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const transactionText = useMessages(transactionsMessages);
  const { status, method, gateway, totalCents, feeCents } = transaction;
  return (
    <Rows>
      {method !== null && <Row label={t('method')}>{transactionText(`methods.${method}`)}</Row>}
      {gateway !== null && <Row label={t('gateway')}>{gateway === 'sandbox' ? t('sandbox') : gateway}</Row>}
      {status !== 'failed' && (
        <Row label={t(status === 'completed' ? 'credited' : 'toCredit')}>
          <Money cents={totalCents} />
        </Row>
      )}
      <FeeRow transaction={transaction} />
      <Row label={t(DEPOSIT_TOTAL[status])} sum>
        <Money cents={totalCents + feeCents} />
      </Row>
    </Rows>
  );
}

/** The real fee: its percentage of the subtotal, which may exceed the tariff. */
function FeeRow({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const f = useFormat();
  const percent = percentOf(transaction.feeCents, transaction.subtotalCents);
  return (
    <Row
      label={
        percent === null || percent === 0 ? t('feeNone') : t('fee', { percent: f.percentRound(percent) })
      }
    >
      <Money cents={transaction.feeCents} />
    </Row>
  );
}
