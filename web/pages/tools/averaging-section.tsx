import { DcaCalculator } from '../../features/site/calculators/dca-calculator.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import toolsMoreMessages from '#messages/tools-more.json';
import { Section } from '../../ui/section.tsx';

export function AveragingSection() {
  const t = useMessages(toolsMoreMessages);
  return (
    <Section id="averaging" title={t('averaging.title')} lead={t('averaging.lead')} tight>
      <DcaCalculator />
    </Section>
  );
}
