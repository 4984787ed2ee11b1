import { stockValueDollars } from '../../../worker/domain/market.ts';
import { FactSources } from '../../features/prices/fact-sources.tsx';
import { GOLD, SOURCES } from '../../features/prices/facts.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SpotStats } from '../../features/prices/spot-stats.tsx';
import { useSpot } from '../../features/prices/use-spot.ts';
import { UNKNOWN } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import goldMessages from '#messages/gold.json';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stats.tsx';

export function GoldStats() {
  const t = useMessages(goldMessages);
  const f = useFormat();
  return (
    <Section id="market" title={t('stats.title')} lead={t('stats.lead')} tight>
      <Stats>
        <SpotStats metal="gold" />
        <Stat label={t('stats.mined')} note={t('stats.minedNote')}>
          {f.decimal(GOLD.mined.value, 0)}
          <span className="stat-unit">t</span>
        </Stat>
        <Stat label={t('stats.worth')} note={t('stats.worthNote')}>
          <Worth />
        </Stat>
        <Stat label={t('stats.demand')} note={t('stats.demandNote')}>
          {f.decimal(GOLD.demand.value, 1)}
          <span className="stat-unit">t</span>
        </Stat>
        <Stat label={t('stats.production')} note={t('stats.productionNote')}>
          {f.decimal(GOLD.mineProduction.value, 1)}
          <span className="stat-unit">t</span>
        </Stat>
      </Stats>
      <FactSources sources={[SOURCES.goldMined, SOURCES.goldSupply]} />
    </Section>
  );
}

const TRILLION = 1e12;

/** What all the gold ever mined is worth at the live price: computed, in trillions. */
function Worth() {
  const t = useMessages(goldMessages);
  const f = useFormat();
  const { price, prices } = useSpot('gold');
  if (prices === undefined) return <Skeleton shape="short" />;
  if (price === undefined) return UNKNOWN;
  const dollars = stockValueDollars(GOLD.mined.value, price.priceCents);
  return t('stats.trillions', { amount: f.decimal(dollars / TRILLION, 1) });
}
