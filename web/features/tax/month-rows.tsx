// Each sale and each purchase of a month, read when it is opened.

import { isUnread } from '../../ui/unread.ts';
import { useState } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Table } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Weight } from '../../ui/weight.tsx';
import type { Disposal } from '../../../worker/contract/tax.ts';
import { receiptCode } from '../../../worker/domain/receipt-code.ts';
import { Rate, Reais, useDay, useMonth, useReais } from './figures.tsx';
import { useTaxMonth } from './queries.ts';

export function MonthSales({ month }: { readonly month: string }) {
  const query = useTaxMonth(month, true);
  const { data, isFetching, refetch } = query;
  if (data === undefined) {
    return isUnread(query) ? (
      <Unread retry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton shape="block" />
    );
  }
  return (
    <ul className="tax-sales">
      {data.disposals.map((sale) => (
        <Sale key={sale.id} sale={sale} />
      ))}
    </ul>
  );
}

function Unread({ retry, retrying }: { readonly retry: () => void; readonly retrying: boolean }) {
  const t = useMessages(taxMessages.unread);
  return (
    <ErrorState title={t('title')} onRetry={retry} retrying={retrying}>
      {t('text')}
    </ErrorState>
  );
}

function Sale({ sale }: { readonly sale: Disposal }) {
  const t = useMessages(taxMessages.sale);
  const words = useMessages(taxMessages);
  const f = useFormat();
  const dayOf = useDay();
  const reais = useReais();
  const { average, fifo, undone } = sale;
  return (
    <li className="stack-close">
      <p>
        <strong>{dayOf(sale.day)}</strong> {words(`metals.${sale.metal}`)},{' '}
        <Weight ouncesE4={sale.ouncesE4} ledger both />{' '}
        <span className="small quiet">{t('receipt', { code: receiptCode(sale.id) })}</span>
      </p>
      {undone !== null && <p className="small loss">{t('undone', { day: dayOf(undone.day) })}</p>}
      <Rows>
        <Row label={t('received')}>
          <Money cents={sale.usdCents} />
        </Row>
        <Row label={t('rate')}>
          <Rate day={sale.day} rate={sale.rate} />
        </Row>
        <Row label={t('proceeds')}>
          <Reais cost={sale.proceeds} />
        </Row>
      </Rows>
      <div className="tax-methods">
        <div className="stack-close">
          <p className="tax-label">{words('methods.average')}</p>
          <Rows>
            <Row label={t('cost')}>
              <Reais cost={average.cost} />
            </Row>
            <Row label={t('gain')} sum>
              <Reais cost={average.gain} signed />
            </Row>
          </Rows>
          <p className="small quiet">
            {t('pool', { weight: f.weight(average.poolOuncesE4), cost: reais(average.poolCost) })}
          </p>
        </div>
        <div className="stack-close">
          <p className="tax-label">{words('methods.fifo')}</p>
          <Rows>
            <Row label={t('cost')}>
              <Reais cost={fifo.cost} />
            </Row>
            <Row label={t('gain')} sum>
              <Reais cost={fifo.gain} signed />
            </Row>
          </Rows>
          <p className="small quiet">{t('lots')}:</p>
          <ul className="small quiet tax-lots">
            {fifo.lots.map((lot) => (
              <li key={lot.id}>
                {t('lot', { weight: f.weight(lot.ouncesE4), day: dayOf(lot.day), cost: reais(lot.cost) })}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </li>
  );
}

export function MonthPurchases({ month }: { readonly month: string }) {
  const t = useMessages(taxMessages.purchases);
  const nameOf = useMonth();
  const dayOf = useDay();
  const words = useMessages(taxMessages);
  const [isOpen, setOpen] = useState(false);
  const query = useTaxMonth(month, isOpen);
  const { data, isFetching, refetch } = query;
  const name = nameOf(month);
  return (
    <section className="tax-purchases" aria-label={t('title', { month: name })}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('open', { month: name })}
      </Button>
      {isOpen && isUnread(query) && <Unread retry={() => void refetch()} retrying={isFetching} />}
      {isOpen && !isUnread(query) && (
        <Table
          caption={t('title', { month: name })}
          rows={data?.acquisitions}
          skeletons={1}
          rowKey={({ id }) => id}
          columns={[
            { key: 'day', label: t('day'), header: true, className: 'num', render: ({ day }) => dayOf(day) },
            {
              key: 'what',
              label: t('what'),
              render: ({ type, metal, ouncesE4, undone }) => (
                <>
                  {t(type)}, {words(`metals.${metal}`)}
                  <span className="sub">
                    <Weight ouncesE4={ouncesE4} ledger both />
                  </span>
                  {undone !== null && <span className="sub">{t('undone', { day: dayOf(undone.day) })}</span>}
                </>
              ),
            },
            {
              key: 'paid',
              label: t('paid'),
              align: 'right',
              render: ({ usdCents }) => <Money cents={usdCents} />,
            },
            {
              key: 'rate',
              label: t('rate'),
              align: 'right',
              render: ({ type, day, rate }) => (type === 'bonus' ? '–' : <Rate day={day} rate={rate} />),
            },
            { key: 'cost', label: t('cost'), align: 'right', render: ({ cost }) => <Reais cost={cost} /> },
          ]}
        />
      )}
    </section>
  );
}
