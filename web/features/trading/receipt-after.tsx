import { useEffect, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import ordersMessages from '#messages/orders.json';
import { useRateText } from '../../ui/rate-text.ts';
import { Row, Rows } from '../../ui/rows.tsx';
import { Value } from '../../ui/value.tsx';
import { Weight } from '../../ui/weight.tsx';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';

const COPIED_MS = 2_000;

type ReceiptAfterProps = { readonly transaction: Transaction; readonly portfolio: Portfolio | null };

/** The portfolio after the operation, and the receipt's code. */
export function ReceiptAfter({ transaction, portfolio }: ReceiptAfterProps) {
  const t = useMessages(ordersMessages.receipt);
  const rate = useRateText('dayMonthTime');
  const { metal } = transaction;
  const ouncesE4 = portfolio?.holdings.find((holding) => holding.metal === metal)?.ouncesE4 ?? 0;
  return (
    <div className="receipt-after">
      <Rows>
        {portfolio !== null && metal !== null && (
          <Row label={t(`holding.${metal}`)}>
            <Weight ouncesE4={ouncesE4} />
          </Row>
        )}
        {portfolio !== null && (
          <Row label={t('cash')}>
            <Value cents={portfolio.cashCents} />
          </Row>
        )}
        {rate !== null && (
          <Row label={t('rate')}>
            <span className="quiet">{rate}</span>
          </Row>
        )}
        <Row label={t('code')}>
          <Code id={transaction.id} />
        </Row>
      </Rows>
    </div>
  );
}

function Code({ id }: { readonly id: string }) {
  const t = useMessages(ordersMessages.receipt);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  // Absent outside secure contexts: a button would then do nothing.
  const canCopy = 'clipboard' in navigator;
  return (
    <span className="receipt-code">
      {receiptCode(id)}
      {canCopy && (
        <button
          type="button"
          className="link"
          onClick={copy}
          aria-label={copied ? t('copied') : t('copyLabel')}
        >
          {copied ? t('copied') : t('copy')}
        </button>
      )}
      <output className="visually-hidden">{copied ? t('copied') : ''}</output>
    </span>
  );
}
