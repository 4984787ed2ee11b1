// The receipt of a deposit in reais: what was paid, at which rate, and what went back.

import { isUnread } from '../../ui/unread.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useNow } from '../../live/use-now.ts';
import ordersMessages from '#messages/orders.json';
import reaisMessages from '#messages/reais.json';
import transactionsMessages from '#messages/transactions.json';
import { ErrorState } from '../../ui/data-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Note } from '../../ui/note.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import type { BrlDeposit } from '../../../worker/contract/pix.ts';
import { PixCode } from './pix-code.tsx';
import type { ReaisTransaction } from './reais-method.ts';
import { useReaisDeposit } from './reais-queries.ts';
import { ReaisRefunds } from './reais-refunds.tsx';
import { linesOf, ReaisBasis, ReaisRows } from './reais-rows.tsx';

const TOTAL = { completed: 'paid', pending: 'toPay', failed: 'wouldPay' } as const;

type ReaisReceiptProps = { readonly transaction: ReaisTransaction; readonly own: boolean };

/** Whoever sees it: the dollars. Its owner: the reais as well. */
export function ReaisReceipt({ transaction, own }: ReaisReceiptProps) {
  const t = useMessages(reaisMessages);
  const receipt = useMessages(ordersMessages.receipt);
  const transactionText = useMessages(transactionsMessages);
  const { id, method, gateway, status, totalCents } = transaction;
  const query = useReaisDeposit(own ? id : null);
  const { data, refetch, isFetching } = query;
  return (
    <>
      {data !== undefined && <State deposit={data} />}
      <Rows>
        <Row label={receipt('method')}>{transactionText(`methods.${method}`)}</Row>
        {gateway !== null && (
          <Row label={receipt('gateway')}>{gateway === 'sandbox' ? receipt('sandbox') : gateway}</Row>
        )}
        {!own && (
          <Row label={receipt(status === 'completed' ? 'credited' : 'toCredit')} sum>
            <Money cents={totalCents} />
          </Row>
        )}
      </Rows>
      {data !== undefined && (
        <>
          <ReaisRows {...linesOf(data)} total={TOTAL[status]} />
          <ReaisBasis {...linesOf(data)} />
          <Identifiers deposit={data} />
        </>
      )}
      {isUnread(query) && (
        <ErrorState title={t('unread')} onRetry={() => void refetch()} retrying={isFetching}>
          {null}
        </ErrorState>
      )}
    </>
  );
}

/** What is still to be done or known, with the code as long as it can be paid. */
function State({ deposit }: { readonly deposit: BrlDeposit }) {
  const t = useMessages(reaisMessages);
  const f = useFormat();
  const { state, expiresAt, payload, refunds, isPayerUnknown } = deposit;
  const now = useNow(1_000);
  const isUnpaid = state === 'active' && !isPayerUnknown;
  const isOpen = isUnpaid && expiresAt !== null && Date.parse(expiresAt) > now;
  const note = (tone: 'warning' | 'error' | 'info', text: string) => (
    <div className="receipt-note">
      <Note tone={tone}>{text}</Note>
    </div>
  );
  return (
    <>
      {isOpen && note('warning', t('code.until', { time: f.dateTime(expiresAt, 'clock') }))}
      {isOpen && payload !== null && (
        <div className="receipt-note">
          <PixCode payload={payload} />
          <p className="small muted">
            {t('own')} {t('code.exact')}
          </p>
        </div>
      )}
      {isPayerUnknown && note('info', t('payerUnknown'))}
      {isUnpaid &&
        !isOpen &&
        expiresAt !== null &&
        note('warning', t('ended.text', { time: f.dateTime(expiresAt, 'clock') }))}
      {state === 'expired' && note('error', t('expired.text'))}
      {state === 'contested' && note('warning', t('contested'))}
      {state === 'refunded' && note('info', t('refunded'))}
      {refunds.length > 0 && (
        <div className="receipt-note stack-close">
          <ReaisRefunds refunds={refunds} />
        </div>
      )}
    </>
  );
}

function Identifiers({ deposit: { endToEndId } }: { readonly deposit: BrlDeposit }) {
  const t = useMessages(reaisMessages.rows);
  if (endToEndId === null) return null;
  return (
    <Rows>
      <Row label={t('endToEnd')}>
        <span className="receipt-signature">{endToEndId}</span>
      </Row>
    </Rows>
  );
}
