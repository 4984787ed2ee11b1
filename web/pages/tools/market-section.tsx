import { PriceCalculator } from '../../features/site/calculators/price-calculator.tsx';
import { PriceChart } from '../../features/prices/price-chart.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import toolsMoreMessages from '#messages/tools-more.json';
import { Section } from '../../ui/section.tsx';
import { MetalWidget } from './metal-widget.tsx';

export function MarketSection() {
  const t = useMessages(toolsMoreMessages);
  return (
    <Section id="market" title={t('market.title')} lead={t('market.lead')} tight>
      <div className="tools-market">
        <div>
          <h3>{t('market.widget')}</h3>
          <MetalWidget />
        </div>
        <div>
          <h3>{t('market.converter')}</h3>
          <PriceCalculator />
        </div>
      </div>
      <PriceChart metal="gold" defaultRange="1M" headingLevel={3} />
    </Section>
  );
}
