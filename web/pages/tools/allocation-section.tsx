import { AllocationAnalyzer } from '../../features/site/calculators/allocation-analyzer.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import toolsMoreMessages from '#messages/tools-more.json';
import { Section } from '../../ui/section.tsx';

export function AllocationSection() {
  const t = useMessages(toolsMoreMessages);
  return (
    <Section id="allocation" title={t('allocation.title')} lead={t('allocation.lead')} tight>
      <AllocationAnalyzer />
    </Section>
  );
}
