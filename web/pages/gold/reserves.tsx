import { asOfText, FactSources } from '../../features/prices/fact-sources.tsx';
import { CENTRAL_BANKS, GOLD, SOURCES } from '../../features/prices/facts.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import goldMoreMessages from '#messages/gold-more.json';
import marketMessages from '#messages/market.json';
import { DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/section.tsx';

export function GoldReserves() {
  const t = useMessages(goldMoreMessages);
  const names = useMessages(marketMessages);
  const f = useFormat();
  return (
    <Section id="central-banks" title={t('reserves.title')} lead={t('reserves.lead')} band tight>
      <div className="card reserves-table">
        <DataTable
          caption={t('reserves.caption')}
          rowHeader="country"
          columns={[
            { key: 'country', label: names('country') },
            { key: 'tonnes', label: names('tonnes'), align: 'right' },
            { key: 'percent', label: t('reserves.percent'), align: 'right' },
            { key: 'asOf', label: t('reserves.asOf'), align: 'right' },
          ]}
          rows={CENTRAL_BANKS.map(({ country, tonnes, percentOfReserves, source }) => ({
            id: country,
            cells: {
              country: (
                <>
                  {names(`countries.${country}`)}
                  {country === 'br' && <span className="sub">{t('reserves.outside')}</span>}
                </>
              ),
              tonnes: f.decimal(tonnes, 1),
              percent: f.percent(percentOfReserves, 'none', 1),
              asOf: asOfText(f.locale, source.asOf),
            },
          }))}
        />
      </div>
      <p className="small muted table-note">
        {t('reserves.note', { imf: f.decimal(GOLD.reservesImf.value, 1) })}{' '}
        {t('reserves.brazil', { bought: f.decimal(GOLD.brazilBought.value, 1) })}
      </p>
      <FactSources sources={[SOURCES.reserves, GOLD.brazilBought.source]} />
    </Section>
  );
}
