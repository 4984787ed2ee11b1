// The receipt of a transaction: shown when it is decided, and later from the list. One layout for trades, deposits and withdrawals in
// any state, and the bonus.

import { type ReactNode, Suspense, useState } from 'react';
import { type Rate, RateContext } from '../../i18n/display.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoneyText } from '../../i18n/money-text.ts';
import { useWeightText } from '../../i18n/weights.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Engraving } from '../../ui/engraving.tsx';
import { Note } from '../../ui/note.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import type { Withdrawal } from '../../../worker/contract/withdrawals.ts';
import { type DepositFailure, isDepositFailure } from '../../../worker/domain/deposits.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';
import { useRateAt } from './receipt-rate.ts';
import { ReceiptBasis } from './receipt-basis.tsx';
import { ReceiptAfter } from './receipt-after.tsx';
import { isReaisDeposit } from './reais-method.ts';
import { useLockedRate } from './reais-queries.ts';
import { isChargeBack, ReceiptRows, TakenBackRows } from './receipt-rows.tsx';
import '../../styles/orders.css';
import { lazyPart } from '../../ui/lazy-part.ts';

const WithdrawalBadge = lazyPart(() => import('./withdrawal/receipt-withdrawal.tsx'), 'WithdrawalBadge');
const ReceiptWithdrawal = lazyPart(() => import('./withdrawal/receipt-withdrawal.tsx'), 'ReceiptWithdrawal');

type ReceiptProps = {
  readonly transaction: Transaction;
  /** The portfolio right after it, on a new receipt; null on an older one. */
  readonly portfolio: Portfolio | null;
  /** Of the quote that it settled, on a new receipt. */
  readonly rate?: Rate | null;
  readonly replayed: boolean;
  /** How a new withdrawal stands; an older one is asked for. */
  readonly withdrawal?: Withdrawal;
  /** The reader's own, with its signature: operators see those of others without. */
  readonly own?: boolean;
  readonly actions: ReactNode;
};

const TONES: Readonly<Record<Transaction['status'], BadgeTone>> = {
  completed: 'success',
  pending: 'pending',
  failed: 'failed',
};

export function Receipt(props: ReceiptProps) {
  const [openedAt] = useState(() => Date.now());
  const ofItsTime = useRateAt(props.transaction.createdAt, openedAt);
  const locked = useLockedRate(props.transaction, props.own ?? true);
  return (
    <RateContext value={props.rate ?? locked ?? ofItsTime}>
      <Paper {...props} />
    </RateContext>
  );
}

function Paper({ transaction, portfolio, replayed, withdrawal, own = true, actions }: ReceiptProps) {
  const t = useMessages(ordersMessages.receipt);
  const f = useFormat();
  const title = useReceiptTitle();
  const share = useShare();
  const { type, status, reversedType, reversedBy, notes } = transaction;
  // The timeline of a withdrawal says it.
  const isTold = type === 'withdrawal' && own;
  // What a deposit in reais waits for, or failed by, its own rows say.
  const isExplained = !isTold && !(own && isReaisDeposit(transaction));
  return (
    <div className="receipt" data-status={status}>
      <div className="receipt-art">
        <Engraving />
      </div>
      <div className="receipt-inner">
        <div className="receipt-brand">
          <Wordmark />
        </div>
        {isTold ? (
          <Suspense fallback={<Badge tone={TONES[status]}>{title(transaction)}</Badge>}>
            <WithdrawalBadge transaction={transaction} known={withdrawal} />
          </Suspense>
        ) : (
          <Badge tone={TONES[status]}>{title(transaction)}</Badge>
        )}
        <p className="receipt-figure" data-of={transaction.metal === null ? 'money' : 'metal'}>
          <ReceiptFigure transaction={transaction} />
        </p>
        <p className="small muted">{f.dateTime(transaction.createdAt, 'stamp')}</p>
        {status === 'pending' && isExplained && <Explained tone="warning">{t('pendingNote')}</Explained>}
        {status === 'failed' && isExplained && (
          <Explained tone="error">
            {isFailureExplained(notes) ? t(`failedBecause.${notes}`) : t('failedNote')}
          </Explained>
        )}
        {transaction.announcedCents !== undefined && (
          <Explained tone="info">
            {t('arrivedNote', {
              arrived: f.money(transaction.totalCents + transaction.feeCents),
              announced: f.money(transaction.announcedCents),
            })}
          </Explained>
        )}
        {isChargeBack(transaction.type) && (
          <Explained tone="info">{t(`chargeBack.${transaction.type}`)}</Explained>
        )}
        {reversedType !== undefined && <Explained tone="info">{t(`reversal.${reversedType}`)}</Explained>}
        {reversedType !== undefined && notes !== null && (
          <Explained tone="info">{t('reversal.note', { note: notes })}</Explained>
        )}
        {reversedBy !== undefined && <Explained tone="warning">{t('reversal.reversed')}</Explained>}
        {replayed && <Explained tone="info">{t('replayed')}</Explained>}
        {isTold ? (
          <Suspense fallback={null}>
            <ReceiptWithdrawal transaction={transaction} known={withdrawal} />
          </Suspense>
        ) : (
          <ReceiptRows transaction={transaction} own={own} />
        )}
        {transaction.takenBack !== undefined && <TakenBackRows of={transaction.takenBack} />}
        <ReceiptAfter transaction={transaction} portfolio={portfolio} />
        {own && <ReceiptBasis transaction={transaction} />}
        {transaction.gateway === 'sandbox' && <p className="tiny quiet">{t('sandboxNote')}</p>}
        <div className="receipt-actions">
          {actions}
          <Button
            variant="ghost"
            full
            onClick={() => printPage(`${t('code')} ${receiptCode(transaction.id)}`)}
          >
            {t('print')}
          </Button>
          {/* Where the device has a place to share to. */}
          {'share' in navigator && (
            <Button variant="ghost" full onClick={() => void share(transaction)}>
              {t('share')}
            </Button>
          )}
        </div>
        <p className="tiny quiet receipt-kept">{t('kept')}</p>
      </div>
    </div>
  );
}

/** A deposit that was declined has not left the payer; of any other the customer reads what becomes of a payment that comes late. */
function isFailureExplained(note: string | null): note is Exclude<DepositFailure, 'declined'> {
  return isDepositFailure(note) && note !== 'declined';
}

/** The receipt as a text for the device's own sheet. */
function useShare(): (transaction: Transaction) => Promise<void> {
  const t = useMessages(ordersMessages.receipt);
  const f = useFormat();
  const { weight } = useWeightText();
  const moneyText = useMoneyText();
  const titleOf = useReceiptTitle();
  return async (transaction) => {
    const { metal, ouncesE4, totalCents, createdAt, id } = transaction;
    const ofMetal = metal === null || ouncesE4 === null ? [] : [`${weight(ouncesE4)} ${t(`of.${metal}`)}`];
    const total = isReaisDeposit(transaction) ? f.money(totalCents, 'USD') : moneyText(totalCents);
    const lines = [...ofMetal, total, f.dateTime(createdAt, 'stamp')];
    const text = [...lines, `${t('code')} ${receiptCode(id)}`].join('\n');
    try {
      await navigator.share({ title: titleOf(transaction), text });
    } catch {
      // The sheet was closed, or the device refuses: the receipt is still there to print.
    }
  };
}

/** The browser names a PDF after the title of the page. */
function printPage(title: string): void {
  const before = document.title;
  document.title = title;
  addEventListener('afterprint', () => (document.title = before), { once: true });
  print();
}

function Explained({
  tone,
  children,
}: {
  readonly tone: 'info' | 'warning' | 'error';
  readonly children: string;
}) {
  return (
    <div className="receipt-note">
      <Note tone={tone}>{children}</Note>
    </div>
  );
}

/** `0,5000 oz de ouro` in the chosen unit, or the amount of a deposit. */
function ReceiptFigure({ transaction }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt);
  const f = useFormat();
  const money = useMoneyText();
  const { weight } = useWeightText();
  if (transaction.metal !== null && transaction.ouncesE4 !== null) {
    return (
      <>
        <span>{weight(transaction.ouncesE4)}</span> {t(`of.${transaction.metal}`)}
      </>
    );
  }
  // Its reais stand in its lines, as they were paid.
  return isReaisDeposit(transaction) ? f.money(transaction.totalCents, 'USD') : money(transaction.totalCents);
}

/** The title of the receipt and of its dialog. */
export function useReceiptTitle(): (transaction: Transaction) => string {
  const t = useMessages(ordersMessages.receipt);
  return ({ type, status }) => {
    if (status === 'completed') return t(`title.${type}`);
    return t(`${status}.${type === 'deposit' || type === 'withdrawal' ? type : 'other'}`);
  };
}
