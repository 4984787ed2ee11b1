import { InvestmentCalculator } from '../../features/site/calculators/investment-calculator.tsx';
import { Link } from '../../i18n/link.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { homeFiguresWords } from '../../i18n/words/home-figures.ts';
import { Section } from '../../ui/section.tsx';

export function CalculatorSection() {
  const t = useWords(homeFiguresWords);
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
