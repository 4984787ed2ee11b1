import { lazy, Suspense } from 'react';
import { PriceCard } from '../../features/prices/price-card.tsx';
import { StartLink } from '../../features/auth/start-link.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import homeMessages from '#messages/home.json';
import { Engraving } from '../../ui/engraving.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useIdle } from '../../live/when-idle.ts';
import { useVideoMoment } from '../../ui/use-video-moment.ts';

const HeroVideo = lazy(async () => ({ default: (await import('./hero-video.tsx')).HeroVideo }));

export function Hero() {
  const t = useMessages(homeMessages);
  const named = businessTerms(useLocale());
  const video = useVideoMoment(useIdle({ afterLoad: true }));
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
