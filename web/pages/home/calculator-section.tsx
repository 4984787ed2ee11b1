import { InvestmentCalculator } from '../../features/site/calculators/investment-calculator.tsx';
import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import homeFiguresMessages from '#messages/home-figures.json';
import { Section } from '../../ui/section.tsx';

export function CalculatorSection() {
  const t = useMessages(homeFiguresMessages);
  return (
    <Section id="calculator" title={t('calculator.title')} lead={t('calculator.lead')} band>
      <InvestmentCalculator />
      <p className="section-foot">
        <Link to="/tools" className="link">
          {t('calculator.tools')}
        </Link>
      </p>
    </Section>
  );
}
