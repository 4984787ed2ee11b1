import { RetirementCalculator } from '../../features/site/calculators/retirement-calculator.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import toolsMoreMessages from '#messages/tools-more.json';
import { Section } from '../../ui/section.tsx';

export function RetirementSection() {
  const t = useMessages(toolsMoreMessages);
  return (
    <Section id="retirement" title={t('retirement.title')} lead={t('retirement.lead')} band tight>
      <RetirementCalculator />
    </Section>
  );
}
