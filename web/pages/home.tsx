import { Suspense } from 'react';
import { StartLink } from '../features/auth/start-link.tsx';
import { PriceCard } from '../features/prices/price-card.tsx';
import { useVideoAllowed } from '../features/site/video-allowed.ts';
import { businessTerms } from '../i18n/business-terms.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import homeMessages from '#messages/home.json';
import { pageMeta } from '../shell/page-meta.ts';
import { Engraving } from '../ui/engraving.tsx';
import { late } from '../ui/late.tsx';
import { LinkButton } from '../ui/button.tsx';
import '../styles/home.css';
import { lazyPart } from '../ui/lazy-part.ts';

export const meta = pageMeta(homeMessages);

// Everything below the hero is in the prerendered page; its code loads when it nears the viewport.
const Below = late(() => import('./home-below.tsx'));

export default function HomePage() {
  return (
    <>
      <Hero />
      <Below />
    </>
  );
}

const HeroVideo = lazyPart(() => import('./home-hero-video.tsx'), 'HeroVideo', { unasked: true });

function Hero() {
  const t = useMessages(homeMessages);
  const named = businessTerms(useLocale());
  const video = useVideoAllowed();
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
            <StartLink variant="primary" size="large" />
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
      {video && (
        <Suspense fallback={null}>
          <HeroVideo />
        </Suspense>
      )}
    </section>
  );
}
