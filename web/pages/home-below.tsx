import { StatsBand } from '../features/prices/stats-band.tsx';
import { MetalsSection } from './home-metals.tsx';
import { PageClosing } from './page-closing.tsx';
import { TestimonialsSection } from './home-testimonials.tsx';
import { StartLink } from '../features/auth/start-link.tsx';
import { AssetTable } from '../features/prices/asset-table.tsx';
import { FeeTable } from '../features/prices/fee-table.tsx';
import { PriceChart } from '../features/prices/price-chart.tsx';
import { InvestmentCalculator } from '../features/site/calculators/investment-calculator.tsx';
import { CardPicture } from '../features/site/card-picture.tsx';
import { businessTerms } from '../i18n/business-terms.ts';
import { Link } from '../i18n/link.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import belowMessages from '#messages/home-below.json';
import { Drawing, type DrawingName } from '../ui/drawing.tsx';
import { Faq } from '../ui/faq.tsx';
import { FlipCard } from '../ui/flip-card.tsx';
import { Fold } from '../ui/fold.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { HOME_CARDS, inCatalogue } from '../../worker/domain/card-catalogue.ts';
import { DEPOSIT_FEE_BASIS_POINTS } from '../../worker/domain/fees.ts';

/** The cards and their drawings. */
const CARDS = {
  fee: 'fee',
  hold: 'ticks',
  fractions: 'fractions',
  receipt: 'receipt',
  exit: 'exit',
  books: 'books',
} as const satisfies Record<string, DrawingName>;
const NAMES = Object.keys(CARDS) as (keyof typeof CARDS)[];

function WhySection() {
  const t = useMessages(belowMessages.why);
  const named = businessTerms(useLocale());
  return (
    <Section id="why" title={t('title')} lead={t('lead')}>
      <ul className="grid-3 flips">
        {NAMES.map((card) => {
          const title = t(`cards.${card}.title`);
          return (
            <li key={card}>
              <FlipCard
                title={title}
                short={t(`cards.${card}.short`, named)}
                long={t(`cards.${card}.long`, named)}
                {...picturesOf(card)}
                turnLabel={t('turn', { title })}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function picturesOf(name: keyof typeof CARDS) {
  const drawing = <Drawing name={CARDS[name]} />;
  // Three of them an operator may give an image.
  const card = inCatalogue(HOME_CARDS, name);
  if (card === undefined) return { picture: drawing };
  return {
    picture: (
      <CardPicture page="home" card={card} frame="drawing">
        {drawing}
      </CardPicture>
    ),
    backPicture: <CardPicture page="home" card={card} position="back" frame="card-back" />,
  };
}

function FeeSection() {
  const t = useMessages(belowMessages.fees);
  const { locale } = useFormat();
  const named = businessTerms(locale);
  return (
    <section className="section" id="fees" aria-labelledby="fees-title">
      <div className="wrap fees-grid">
        <div className="fees-words">
          <h2 id="fees-title">{t('title')}</h2>
          <p className="muted">{t('text', named)}</p>
          <p className="muted">{t('breakEven', named)}</p>
          <p>
            <Link to="/pricing" className="link">
              {t('all')}
            </Link>
          </p>
          <h3>{t('deposits.title')}</h3>
          <DepositFees />
        </div>
        <Fold summary={t('table')}>
          <FeeTable totals />
        </Fold>
      </div>
    </section>
  );
}

function DepositFees() {
  const t = useMessages(belowMessages.fees);
  const f = useFormat();
  const fee = (basisPoints: number) =>
    basisPoints === 0 ? t('deposits.free') : f.percentRound(basisPoints / 100);
  return (
    <Rows>
      <Row label={t('deposits.bank')}>{fee(DEPOSIT_FEE_BASIS_POINTS.bank_transfer)}</Row>
      <Row label={t('deposits.wire')}>{fee(DEPOSIT_FEE_BASIS_POINTS.wire)}</Row>
      <Row label={t('deposits.card')}>{fee(DEPOSIT_FEE_BASIS_POINTS.debit_card)}</Row>
    </Rows>
  );
}

const STEPS = ['open', 'fund', 'hold', 'watch'] as const satisfies readonly DrawingName[];

function HowSection() {
  const t = useMessages(belowMessages.how);
  const named = businessTerms(useLocale());
  return (
    <Section id="how" title={t('title')} lead={t('lead')}>
      <ol className="grid-4 flips how-steps">
        {STEPS.map((step) => {
          const title = t(`steps.${step}.title`);
          return (
            <li key={step}>
              <FlipCard
                title={title}
                short={t(`steps.${step}.short`, named)}
                long={t(`steps.${step}.long`, named)}
                picture={<Drawing name={step} />}
                turnLabel={t('turn', { title })}
              />
            </li>
          );
        })}
      </ol>
      <p className="section-foot">
        <StartLink />
      </p>
    </Section>
  );
}

/** The chart has its own heading, which names the metal beside its price. */
function ChartSection() {
  return (
    <div className="section section-band" id="chart">
      <div className="wrap">
        <PriceChart metal="gold" defaultRange="1M" />
      </div>
    </div>
  );
}

function AssetsSection() {
  const t = useMessages(belowMessages.figures);
  return (
    <Section id="assets" title={t('assets.title')} lead={t('assets.lead')}>
      <Fold summary={t('assets.table')}>
        <AssetTable />
      </Fold>
    </Section>
  );
}

function CalculatorSection() {
  const t = useMessages(belowMessages.figures);
  return (
    <Section id="calculator" title={t('calculator.title')} lead={t('calculator.lead')} band>
      <Fold summary={t('calculator.fold')}>
        <InvestmentCalculator />
      </Fold>
      <p className="section-foot">
        <Link to="/tools" className="link">
          {t('calculator.tools')}
        </Link>
      </p>
    </Section>
  );
}

/** The questions and the call to action. */
function QuestionsSection() {
  const text = useText(belowMessages.faq);
  return (
    <>
      <Section id="faq" title={text.title} narrow band>
        <Faq items={text.items} id="home-faq" />
        <p className="section-foot muted">
          {text.more}{' '}
          <Link to="/contact" className="link">
            {text.contact}
          </Link>
        </p>
      </Section>
      <PageClosing title={text.close.title} text={text.close.text}>
        <StartLink variant="inverse" size="large" />
      </PageClosing>
    </>
  );
}

export default function Below() {
  return (
    <>
      <StatsBand />
      <WhySection />
      <FeeSection />
      <MetalsSection />
      <HowSection />
      <ChartSection />
      <AssetsSection />
      <CalculatorSection />
      <TestimonialsSection />
      <QuestionsSection />
    </>
  );
}
