import type { ReactNode } from 'react';
import { StartLink } from '../features/auth/start-link.tsx';
import { PriceStateBadge } from '../features/prices/price-state-badge.tsx';
import { priceState } from '../features/prices/price-state.ts';
import { PriceChart } from '../features/prices/price-chart.tsx';
import { RatioFigure } from '../features/prices/spot-figure.tsx';
import { SpotOrigin } from '../features/prices/spot-card.tsx';
import { SpotFigure } from '../features/prices/spot-figure.tsx';
import { useNowOnceHydrated } from '../live/use-now.ts';
import { AllocationAnalyzer } from '../features/site/calculators/allocation-analyzer.tsx';
import { DcaCalculator } from '../features/site/calculators/dca-calculator.tsx';
import { InvestmentCalculator } from '../features/site/calculators/investment-calculator.tsx';
import { PriceCalculator } from '../features/site/calculators/price-calculator.tsx';
import { RetirementCalculator } from '../features/site/calculators/retirement-calculator.tsx';
import { businessTerms } from '../i18n/business-terms.ts';
import { Link } from '../i18n/link.tsx';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import toolsMessages from '#messages/tools.json';
import { useStreamState, usePrices } from '../live/live-prices.tsx';
import { Fold } from '../ui/fold.tsx';
import { MetalDial } from '../ui/metal-dial.tsx';
import { Section } from '../ui/section.tsx';
import { TRADED_METALS } from '../../worker/domain/metals.ts';
import { PageClosing } from './page-closing.tsx';

function MarketSection() {
  const t = useMessages(toolsMessages.more);
  return (
    <Section id="market" title={t('market.title')} lead={t('market.lead')} tight>
      <div className="tools-market">
        <div>
          <h3>{t('market.widget')}</h3>
          <MetalWidget />
        </div>
        <div>
          <h3>{t('market.converter')}</h3>
          <PriceCalculator />
        </div>
      </div>
      <PriceChart metal="gold" defaultRange="1M" headingLevel={3} />
    </Section>
  );
}

const CLOCK_MS = 15_000;

/** Gold and silver at the live price, and the ratio of the two. */
function MetalWidget() {
  const t = useMessages(toolsMessages.more);
  const names = useMessages(commonMessages);
  const { data } = usePrices();
  const stream = useStreamState();
  const now = useNowOnceHydrated(CLOCK_MS);
  const state = now === null ? 'connecting' : priceState(data, stream, now);
  return (
    <div className="card tools-widget">
      <ul>
        {TRADED_METALS.map((metal) => (
          <li key={metal}>
            <span className="spot-name">
              <MetalDial metal={metal} size="small" />
              {names(`metals.${metal}`)}
            </span>
            <SpotFigure metal={metal} />
          </li>
        ))}
        <li>
          <span className="spot-name">{t('market.ratio')}</span>
          <span className="tools-ratio">
            <RatioFigure />
            <span className="small muted">{t('market.ratioNote')}</span>
          </span>
        </li>
      </ul>
      <div className="tools-widget-foot">
        <PriceStateBadge key={state} state={state} />
        <SpotOrigin prices={data} hydrated={now !== null} />
      </div>
    </div>
  );
}

type CalculatorProps = {
  readonly name: 'retirement' | 'averaging' | 'investment' | 'allocation';
  readonly children: ReactNode;
};

function Calculator({ name, children }: CalculatorProps) {
  const t = useMessages(toolsMessages);
  return <Fold summary={t('more.calculator', { name: t(`index.${name}`) })}>{children}</Fold>;
}

function RetirementSection() {
  const t = useMessages(toolsMessages.more);
  return (
    <Section id="retirement" title={t('retirement.title')} lead={t('retirement.lead')} band tight>
      <Calculator name="retirement">
        <RetirementCalculator />
      </Calculator>
    </Section>
  );
}

function AveragingSection() {
  const t = useMessages(toolsMessages.more);
  return (
    <Section id="averaging" title={t('averaging.title')} lead={t('averaging.lead')} tight>
      <Calculator name="averaging">
        <DcaCalculator />
      </Calculator>
    </Section>
  );
}

function InvestmentSection() {
  const t = useMessages(toolsMessages.more);
  return (
    <Section id="investment" title={t('investment.title')} lead={t('investment.lead')} band tight>
      <Calculator name="investment">
        <InvestmentCalculator />
      </Calculator>
    </Section>
  );
}

function AllocationSection() {
  const t = useMessages(toolsMessages.more);
  return (
    <Section id="allocation" title={t('allocation.title')} lead={t('allocation.lead')} tight>
      <Calculator name="allocation">
        <AllocationAnalyzer />
      </Calculator>
    </Section>
  );
}

function ClosingSection() {
  const t = useMessages(toolsMessages.more);
  return (
    <PageClosing
      title={t('close.title')}
      text={t('close.text', businessTerms(useLocale()))}
      plain
      customers="alerts"
    >
      <StartLink variant="inverse" size="large" text={t('close.open')} />
      <Link to="/learn" className="closing-link">
        {t('close.learn')}
      </Link>
    </PageClosing>
  );
}

export default function Below() {
  return (
    <>
      <MarketSection />
      <RetirementSection />
      <AveragingSection />
      <InvestmentSection />
      <AllocationSection />
      <ClosingSection />
    </>
  );
}
