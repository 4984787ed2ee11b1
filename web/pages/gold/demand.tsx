import { FactSources } from '../../features/prices/fact-sources.tsx';
import { GOLD, GOLD_DEMAND } from '../../features/prices/facts.ts';
import { ShareTable } from '../../features/prices/share-table.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import goldMoreMessages from '#messages/gold-more.json';
import marketMessages from '#messages/market.json';
import { Section } from '../../ui/section.tsx';

export function GoldDemand() {
  const t = useMessages(goldMoreMessages);
  const names = useMessages(marketMessages);
  return (
    <Section id="demand" title={t('demand.title')} lead={t('demand.lead')} tight>
      <ShareTable
        caption={t('demand.caption')}
        parts={GOLD_DEMAND}
        total={GOLD.demand.value}
        unit="tonnes"
        heading="sector"
        digits={1}
        totalName={names('total')}
        name={(sector) => names(`gold.${sector}`)}
      />
      <p className="small muted table-note">{t('demand.note')}</p>
      <FactSources sources={GOLD_DEMAND.map(({ source }) => source)} />
    </Section>
  );
}
