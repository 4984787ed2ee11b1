import { InvestmentCalculator } from '../../features/site/calculators/investment-calculator.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { toolsMoreWords } from '../../i18n/words/tools-more.ts';
import { Section } from '../../ui/section.tsx';

export function InvestmentSection() {
  const t = useWords(toolsMoreWords);
  return (
    <Section id="investment" title={t('investment.title')} lead={t('investment.lead')} band tight>
      <InvestmentCalculator />
    </Section>
  );
}
