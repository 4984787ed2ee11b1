import { SpotCard } from '../features/prices/spot-card.tsx';
import { StartLink } from '../features/auth/start-link.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import silverMessages from '#messages/silver.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/chart.css';
import '../styles/market.css';
import '../styles/site.css';
import '../styles/spot.css';
import { late } from '../ui/late.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { SilverStats } from './silver/stats.tsx';

export const meta = pageMeta(silverMessages);

const Charts = late(() => import('./silver/charts.tsx').then((m) => m.SilverCharts));
const Uses = late(() => import('./silver/uses.tsx').then((m) => m.SilverUses));
const Market = late(() => import('./silver/market.tsx').then((m) => m.SilverMarket));
const Versus = late(() => import('./silver/versus.tsx').then((m) => m.SilverVersusGold));
const Why = late(() => import('./silver/why.tsx').then((m) => m.SilverWhy));

export default function SilverPage() {
  const t = useMessages(silverMessages);
  return (
    <>
      <PageHero
        title={t('hero.title')}
        lead={t('hero.lead')}
        actions={
          <>
            <StartLink variant="primary" size="large" />
            <LinkButton to="/pricing" size="large">
              {t('hero.pricing')}
            </LinkButton>
          </>
        }
        aside={<SpotCard metal="silver" />}
      />
      <SilverStats />
      <Charts />
      <Uses />
      <Market />
      <Versus />
      <Why />
    </>
  );
}
