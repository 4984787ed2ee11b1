import { InvestmentCalculator } from '../../features/site/calculators/investment-calculator.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import toolsMoreMessages from '#messages/tools-more.json';
import { Section } from '../../ui/section.tsx';

export function InvestmentSection() {
  const t = useMessages(toolsMoreMessages);
  return (
    <Section id="investment" title={t('investment.title')} lead={t('investment.lead')} band tight>
      <InvestmentCalculator />
    </Section>
  );
}
