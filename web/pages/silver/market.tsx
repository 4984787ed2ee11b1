import { FactSources } from '../../features/prices/fact-sources.tsx';
import { SILVER, SILVER_DEMAND, SILVER_PRODUCERS, SOURCES } from '../../features/prices/facts.ts';
import { sumOfParts } from '../../features/prices/shares.ts';
import { ShareTable } from '../../features/prices/share-table.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import marketMessages from '#messages/market.json';
import silverMoreMessages from '#messages/silver-more.json';
import { Section } from '../../ui/section.tsx';

const PRODUCERS = SILVER_PRODUCERS.map(({ country, tonnes, source }) => ({
  id: country,
  value: tonnes,
  source,
}));

export function SilverMarket() {
  const t = useMessages(silverMoreMessages);
  const names = useMessages(marketMessages);
  const f = useFormat();
  return (
    <>
      <Section id="demand" title={t('demand.title')} lead={t('demand.lead')} band tight>
        <ShareTable
          caption={t('demand.caption')}
          parts={SILVER_DEMAND}
          total={SILVER.demand.value}
          unit="millionOunces"
          heading="sector"
          digits={1}
          totalName={names('total')}
          name={(sector) => names(`silver.${sector}`)}
        />
        <p className="small muted table-note">
          {t('demand.note', { sum: f.decimal(sumOfParts(SILVER_DEMAND), 1) })}
        </p>
        <FactSources sources={[SOURCES.silverDemand]} />
      </Section>
      <Section id="producers" title={t('producers.title')} lead={t('producers.lead')} tight>
        <ShareTable
          caption={t('producers.caption')}
          parts={PRODUCERS}
          total={SILVER.producedTonnes.value}
          unit="tonnes"
          heading="country"
          digits={0}
          totalName={t('producers.world')}
          name={(country) => names(`countries.${country}`)}
        />
        <p className="small muted table-note">{t('producers.note')}</p>
        <FactSources sources={[SOURCES.silverMines]} />
      </Section>
    </>
  );
}
