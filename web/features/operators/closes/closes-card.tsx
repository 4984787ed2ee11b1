// The list, newest first: marks, what customers and the house have, hash, and the signed record of each day.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-closes.json';
import type { DayClosesPage, DayCloseSummary } from '../../../../worker/contract/operators/closes.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { TableColumn } from '../../../ui/data-table.tsx';
import { ListCard, type ListQuery } from '../../../ui/list-card.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { downloadRecord } from './queries.ts';
import { useDayText } from '../../../i18n/use-day-text.ts';

export function ClosesCard({ query }: { readonly query: ListQuery<DayClosesPage> }) {
  const t = useMessages(messages);
  return (
    <ListCard
      title={t('list.title')}
      query={query}
      rowsOf={(page) => page.closes}
      rowKey={({ day }) => day}
      rowData={({ day }) => ({ 'data-close': day })}
      columns={useColumns()}
      tableClass="admin-table"
      texts={{
        error: { title: t('list.error.title'), text: t('list.error.text') },
        empty: { title: t('list.empty.title'), text: t('list.empty.text') },
      }}
      shown={(n) => t.count('list.shown', n)}
    />
  );
}

function useColumns(): readonly TableColumn<DayCloseSummary>[] {
  const t = useMessages(messages);
  const f = useFormat();
  const dayText = useDayText();
  const unknown = <span className="quiet">{t('list.unknown')}</span>;
  return [
    {
      key: 'day',
      label: t('list.columns.day'),
      header: true,
      skeleton: ['short', 'short'],
      render: ({ day, priceKind, beginsChain }) => (
        <>
          <time dateTime={day}>{dayText(day)}</time>
          <span className="sub">{t(`kinds.${priceKind}`)}</span>
          {beginsChain && <Badge tone="neutral">{t('list.chain')}</Badge>}
        </>
      ),
    },
    {
      key: 'marks',
      label: t('list.columns.marks'),
      className: 'num admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ marks: { gold, silver, usdBrl } }) => (
        <>
          {t('list.gold')} {gold === null ? unknown : f.money(gold.value)}
          <span className="sub">
            {t('list.silver')} {silver === null ? unknown : f.money(silver.value)}
          </span>
          <span className="sub">
            {t('list.rate')} {usdBrl === null ? unknown : f.rate(usdBrl.value)}
          </span>
        </>
      ),
    },
    {
      key: 'customers',
      label: t('list.columns.customers'),
      className: 'num admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ customers, cashCents, goldE4, silverE4 }) => (
        <>
          {f.money(cashCents)}
          <span className="sub">{t('list.goldOf', { ounces: f.ounces(goldE4) })}</span>
          <span className="sub">{t('list.silverOf', { ounces: f.ounces(silverE4) })}</span>
          <span className="sub">{t.count('list.customers', customers, { n: f.integer(customers) })}</span>
        </>
      ),
    },
    {
      key: 'stock',
      label: t('list.columns.stock'),
      className: 'num',
      wide: true,
      skeleton: ['line', 'line'],
      render: ({ stockGoldE4, stockSilverE4 }) => (
        <>
          {t('list.gold')} {f.ounces(stockGoldE4)}
          <span className="sub">
            {t('list.silver')} {f.ounces(stockSilverE4)}
          </span>
        </>
      ),
    },
    {
      key: 'hash',
      label: t('list.columns.hash'),
      className: 'admin-breaks',
      skeleton: ['line', 'line'],
      render: ({ day, hash, seqTo, closedAt }) => (
        <>
          <CopyableId value={hash} of={t('list.hashOf', { day: dayText(day) })} />
          <span className="sub">{t('list.seqTo', { seq: f.integer(seqTo) })}</span>
          <span className="sub">
            <time dateTime={closedAt}>
              {t('list.closedAt', { time: f.dateTime(closedAt, 'dayMonthTime') })}
            </time>
          </span>
        </>
      ),
    },
    {
      key: 'record',
      label: t('list.columns.record'),
      actions: true,
      skeleton: 'badge',
      render: ({ day }) => (
        <Button
          size="small"
          aria-label={t('list.recordOf', { day: dayText(day) })}
          onClick={() => downloadRecord(day)}
        >
          {t('list.record')}
        </Button>
      ),
    },
  ];
}
