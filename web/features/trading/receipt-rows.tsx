import { Suspense } from 'react';
import { grams } from '../../i18n/weights.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import transactionsMessages from '#messages/transactions.json';
import { Row, Rows } from '../../ui/rows.tsx';
import { Value } from '../../ui/value.tsx';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { percentOf } from '../../../worker/domain/money.ts';
import { isReaisDeposit } from './reais-method.ts';
import { StorageRows } from './receipt-storage.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

/** It draws QR codes, which no other receipt needs. */
const ReaisReceipt = lazyPart(() => import('./receipt-reais.tsx'), 'ReaisReceipt');

/** Price, subtotal, fee and total of one transaction. */
export function ReceiptRows({
  transaction,
  own,
}: {
  readonly transaction: Transaction;
  readonly own: boolean;
}) {
  if (transaction.reversedType !== undefined) return <ReversalRows transaction={transaction} />;
  if (isReaisDeposit(transaction)) {
    return (
      <Suspense fallback={null}>
        <ReaisReceipt transaction={transaction} own={own} />
      </Suspense>
    );
  }
  if (isChargeBack(transaction.type)) return <ChargeBackRows transaction={transaction} />;
  if (transaction.type === 'storage-fee') return <StorageRows transaction={transaction} own={own} />;
  if (transaction.type === 'withdrawal' || transaction.type === 'withdrawal-return') {
    return <PayoutRows transaction={transaction} />;
  }
  return transaction.type === 'deposit' ? (
    <DepositRows transaction={transaction} />
  ) : (
    <TradeRows transaction={transaction} />
  );
}

function TradeRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const f = useFormat();
  const { priceCents, subtotalCents, totalCents, realisedGainCents } = transaction;
  return (
    <Rows>
      {transaction.ouncesE4 !== null && (
        <Row label={t('weight')}>
          {f.weight(transaction.ouncesE4)} = {grams(f.locale, transaction.ouncesE4)}
        </Row>
      )}
      {priceCents !== null && (
        <Row label={t('price')}>
          <Value cents={priceCents} />
        </Row>
      )}
      <Row label={t('subtotal')}>
        <Value cents={subtotalCents} />
      </Row>
      <FeeRow transaction={transaction} />
      <Row label={t(transaction.type === 'sell' ? 'totalReceived' : 'totalPaid')} sum>
        <Value cents={totalCents} />
      </Row>
      {realisedGainCents !== null && (
        <Row label={t(realisedGainCents < 0 ? 'realisedLoss' : 'realised')}>
          <Value cents={realisedGainCents} sign="always" />
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
          <Value cents={priceCents} />
        </Row>
      )}
      {reversedType === 'buy' && (
        <Row label={t('reversal.fee')}>
          <Value cents={feeCents} />
        </Row>
      )}
      <Row label={t(taken ? 'reversal.taken' : 'reversal.returned')} sum>
        <Value cents={totalCents} />
      </Row>
      {realisedGainCents !== null && realisedGainCents !== 0 && (
        <Row label={t('reversal.gain')}>
          <Value cents={realisedGainCents} sign="always" />
        </Row>
      )}
    </Rows>
  );
}

/** Money that left, as operators see it of a customer, and money that a bank sent back. */
function PayoutRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const transactionText = useMessages(transactionsMessages);
  const { type, method, gateway, totalCents, feeCents } = transaction;
  return (
    <Rows>
      {method !== null && <Row label={t('method')}>{transactionText(`methods.${method}`)}</Row>}
      {gateway !== null && <Row label={t('gateway')}>{gateway === 'sandbox' ? t('sandbox') : gateway}</Row>}
      {feeCents > 0 && <FeeRow transaction={transaction} />}
      <Row label={t(type === 'withdrawal' ? 'reversal.taken' : 'reversal.returned')} sum>
        <Value cents={totalCents} />
      </Row>
    </Rows>
  );
}

const DEPOSIT_TOTAL = { completed: 'totalPaid', pending: 'totalToPay', failed: 'wouldPay' } as const;

function DepositRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const transactionText = useMessages(transactionsMessages);
  const { status, method, gateway, totalCents, feeCents, announcedCents } = transaction;
  return (
    <Rows>
      {method !== null && <Row label={t('method')}>{transactionText(`methods.${method}`)}</Row>}
      {gateway !== null && <Row label={t('gateway')}>{gateway === 'sandbox' ? t('sandbox') : gateway}</Row>}
      {announcedCents !== undefined && (
        <Row label={t('announced')}>
          <Value cents={announcedCents} />
        </Row>
      )}
      {status !== 'failed' && (
        <Row label={t(status === 'completed' ? 'credited' : 'toCredit')}>
          <Value cents={totalCents} />
        </Row>
      )}
      <FeeRow transaction={transaction} />
      <Row label={t(DEPOSIT_TOTAL[status])} sum>
        <Value cents={totalCents + feeCents} />
      </Row>
    </Rows>
  );
}

export function isChargeBack(type: Transaction['type']): type is 'charge-back' | 'charge-back-return' {
  return type === 'charge-back' || type === 'charge-back-return';
}

/** A deposit that was taken back, or stands again; its note is the receipt of the deposit. */
function ChargeBackRows({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const transactionText = useMessages(transactionsMessages);
  const { type, method, notes, totalCents } = transaction;
  return (
    <Rows>
      {notes !== null && <Row label={t('chargeBack.of')}>{notes}</Row>}
      {method !== null && <Row label={t('method')}>{transactionText(`methods.${method}`)}</Row>}
      <Row label={t(type === 'charge-back' ? 'reversal.taken' : 'reversal.returned')} sum>
        <Value cents={totalCents} />
      </Row>
    </Rows>
  );
}

/** What the bank took by this charge-back, and all that it has taken of the payment: in the currency that was paid. */
export function TakenBackRows({ of }: { readonly of: NonNullable<Transaction['takenBack']> }) {
  const t = useMessages(ordersMessages.receipt.chargeBack);
  const f = useFormat();
  const { currency, paidCents, takenCents, partCents } = of;
  const ofPaid = (cents: number) =>
    t('ofPaid', { cents: f.money(cents, currency), paid: f.money(paidCents, currency) });
  return (
    <Rows>
      {partCents !== null && <Row label={t('part')}>{ofPaid(partCents)}</Row>}
      {partCents !== takenCents && <Row label={t('inAll')}>{ofPaid(takenCents)}</Row>}
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
      <Value cents={transaction.feeCents} />
    </Row>
  );
}
