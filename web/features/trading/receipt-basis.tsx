// What the price of a trade was made from, and our signature over the whole receipt: read when it is opened.

import { isUnread } from '../../ui/unread.ts';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import * as v from 'valibot';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { recordHash } from '../../api/record-link.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Link } from '../../i18n/link.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import ordersMessages from '#messages/orders.json';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { ReceiptContent, SignedReceipt } from '../../../worker/contract/signed-records.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';
import { recordText } from '../../../worker/domain/signed-records.ts';

export function ReceiptBasis({ transaction: { id } }: { readonly transaction: Transaction }) {
  const t = useMessages(ordersMessages.receipt.basis);
  const common = useMessages(commonMessages);
  const [opened, setOpened] = useState(false);
  const query = useQuery({
    queryKey: queryKeys.receipt(id),
    queryFn: () => receive(SignedReceipt, api.transactions[':id'].receipt.$get({ param: { id } })),
    enabled: opened,
  });
  const { data, isFetching, refetch } = query;
  return (
    <details
      className="receipt-basis"
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setOpened(event.currentTarget.open)}
    >
      <summary>{t('title')}</summary>
      {data !== undefined && <Basis receipt={data} />}
      {isUnread(query) && (
        <ErrorState title={t('failed')} onRetry={() => void refetch()} retrying={isFetching}>
          {null}
        </ErrorState>
      )}
      {data === undefined && !isUnread(query) && <p className="small quiet">{common('loading')}</p>}
    </details>
  );
}

function Basis({ receipt }: { readonly receipt: SignedReceipt }) {
  const t = useMessages(ordersMessages.receipt.basis);
  const f = useFormat();
  const { transaction, priceBasis } = v.parse(ReceiptContent, receipt.content);
  const text = recordText(receipt);
  const name = `onca-${receiptCode(transaction.id)}.json`;
  const hasPrice = transaction.type === 'buy' || transaction.type === 'sell';
  return (
    <>
      {hasPrice && priceBasis === null && <p className="small muted">{t('notKept')}</p>}
      <Rows>
        {priceBasis !== null && (
          <>
            <Row label={t('of', { seq: f.integer(priceBasis.seq) })}>{t(`kinds.${priceBasis.kind}`)}</Row>
            <Row label={t('asOf')}>{f.dateTime(priceBasis.asOf, 'stamp')}</Row>
            {priceBasis.observations.map(({ source, midCents, at }) => (
              <Row key={source} label={source}>
                {f.money(midCents)} <span className="quiet">{f.dateTime(at, 'clock')}</span>
              </Row>
            ))}
          </>
        )}
        <Row label={t('signed')}>
          <span className="receipt-signature">
            {receipt.signature} <span className="quiet">{t('key', { kid: receipt.kid })}</span>
          </span>
        </Row>
      </Rows>
      <p className="receipt-basis-ways">
        <Link to={`/verify${recordHash(text)}`} className={buttonClasses({ size: 'small' })}>
          {t('check')}
        </Link>
        <Button
          size="small"
          variant="ghost"
          onClick={() => saveFile(name, new Blob([text], { type: 'application/json' }))}
        >
          {t('download')}
        </Button>
      </p>
    </>
  );
}
