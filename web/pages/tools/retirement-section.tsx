import { RetirementCalculator } from '../../features/site/calculators/retirement-calculator.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { toolsMoreWords } from '../../i18n/words/tools-more.ts';
import { Section } from '../../ui/section.tsx';

export function RetirementSection() {
  const t = useWords(toolsMoreWords);
  return (
    <Section id="retirement" title={t('retirement.title')} lead={t('retirement.lead')} band tight>
      <RetirementCalculator />
    </Section>
  );
}
