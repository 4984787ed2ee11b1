import type { LedgerOperation } from '../../../../worker/contract/operators/ledger.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsLedgerMessages from '#messages/operators-ledger.json';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { Table } from '../../../ui/data-table.tsx';
import { CopyableId } from '../frame/copyable-id.tsx';
import { Fact, Facts } from '../frame/facts.tsx';

/** Whose prices a trade's price was made from, and when they were true: what was signed in the quote. */
export function QuoteOrigin({ quote }: { readonly quote: NonNullable<LedgerOperation['quote']> }) {
  const t = useMessages(operatorsLedgerMessages.quote);
  const kindOf = useMessages(operatorsPriceSourcesMessages.sources.kinds);
  const f = useFormat();
  const { id, evidence } = quote;
  return (
    <section className="ledger-section">
      <h3>{t('title')}</h3>
      <Facts>
        <Fact label={t('id')}>
          <CopyableId value={id} of={t('id')} whole />
        </Fact>
        {evidence === null ? (
          <Fact label={t('asOf')}>{t('none')}</Fact>
        ) : (
          <>
            <Fact label={t('asOf')}>{f.dateTime(evidence.asOf, 'stamp')}</Fact>
            <Fact label={t('seq')}>{f.integer(evidence.seq)}</Fact>
            <Fact label={t('kind')}>{kindOf(evidence.kind)}</Fact>
          </>
        )}
      </Facts>
      {evidence !== null && (
        <Table
          className="ledger-lines"
          cards={false}
          caption={t('title')}
          rows={evidence.observations}
          rowKey={({ source, at }) => `${source} ${at}`}
          columns={[
            { key: 'source', label: t('source'), header: true, render: ({ source }) => source },
            {
              key: 'price',
              label: t('price'),
              align: 'right',
              render: ({ midCents }) => f.amount(midCents),
            },
            { key: 'at', label: t('at'), className: 'num', render: ({ at }) => f.dateTime(at, 'stamp') },
          ]}
        />
      )}
    </section>
  );
}
