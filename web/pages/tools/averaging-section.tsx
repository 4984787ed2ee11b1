import { DcaCalculator } from '../../features/site/calculators/dca-calculator.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { toolsMoreWords } from '../../i18n/words/tools-more.ts';
import { Section } from '../../ui/section.tsx';

export function AveragingSection() {
  const t = useWords(toolsMoreWords);
  return (
    <Section id="averaging" title={t('averaging.title')} lead={t('averaging.lead')} tight>
      <DcaCalculator />
    </Section>
  );
}
