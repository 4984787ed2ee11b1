import { useSession } from '../features/session/queries.ts';
import { PriceCard } from '../features/prices/price-card.tsx';
import { figures } from '../i18n/figures.ts';
import { useLocale, useWords } from '../i18n/use-words.ts';
import { homeWords } from '../i18n/words/home.ts';
import { FeeSection } from './home/fee-section.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/home.css';
import '../styles/site.css';
import { Drawing, type DrawingName } from '../ui/drawing.tsx';
import { Engraving } from '../ui/engraving.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { SteadyText } from '../ui/steady-text.tsx';

export const meta = pageMeta(homeWords);

const STEPS = ['fund', 'hold', 'fractions', 'receipt'] as const satisfies readonly DrawingName[];

export default function HomePage() {
  return (
    <>
      <Hero />
      <HowSection />
      <FeeSection />
      <ClosingCall />
    </>
  );
}

function Hero() {
  const t = useWords(homeWords);
  const named = figures(useLocale());
  const { status } = useSession();
  return (
    <section className="hero">
      <div className="hero-art">
        <Engraving />
      </div>
      <div className="wrap hero-grid">
        <div>
          <h1>{t('hero.title')}</h1>
          <p className="hero-lead">{t('hero.lead', named)}</p>
          <div className="hero-actions">
            <LinkButton to={status === 'in' ? '/dashboard' : '/signup'} variant="primary" size="large">
              <SteadyText first={status !== 'in'} texts={[t('hero.open'), t('hero.dashboard')]} />
            </LinkButton>
            <LinkButton to="/#how" size="large">
              {t('hero.more')}
            </LinkButton>
          </div>
          <ul className="hero-facts">
            <li>{t('hero.deposit', named)}</li>
            <li>{t('hero.hold', named)}</li>
            <li>{t('hero.spread')}</li>
          </ul>
        </div>
        <PriceCard />
      </div>
    </section>
  );
}

function HowSection() {
  const t = useWords(homeWords);
  const named = figures(useLocale());
  return (
    <section className="section section-band" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <header className="section-header">
          <h2 id="how-title">{t('how.title')}</h2>
          <p className="muted">{t('how.lead')}</p>
        </header>
        <ol className="steps">
          {STEPS.map((step) => (
            <li key={step}>
              <Drawing name={step} />
              <h3>{t(`how.steps.${step}.title`)}</h3>
              <p className="muted">{t(`how.steps.${step}.text`, named)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function ClosingCall() {
  const t = useWords(homeWords);
  const named = figures(useLocale());
  const { status } = useSession();
  return (
    <section className="closing" aria-labelledby="closing-title">
      <div className="closing-art">
        <Engraving inverse />
      </div>
      <div className="wrap">
        <h2 id="closing-title">{t('close.title', named)}</h2>
        <p>{t('close.text')}</p>
        <LinkButton to={status === 'in' ? '/dashboard' : '/signup'} variant="inverse" size="large">
          <SteadyText first={status !== 'in'} texts={[t('hero.open'), t('hero.dashboard')]} />
          <Icon name="arrow" />
        </LinkButton>
      </div>
    </section>
  );
}
