import { AllocationAnalyzer } from '../../features/site/calculators/allocation-analyzer.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { toolsMoreWords } from '../../i18n/words/tools-more.ts';
import { Section } from '../../ui/section.tsx';

export function AllocationSection() {
  const t = useWords(toolsMoreWords);
  return (
    <Section id="allocation" title={t('allocation.title')} lead={t('allocation.lead')} tight>
      <AllocationAnalyzer />
    </Section>
  );
}
