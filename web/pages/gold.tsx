import { StartLink } from '../features/auth/start-link.tsx';
import { SpotCard } from '../features/prices/spot-card.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import goldMessages from '#messages/gold.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/note.css';
import '../styles/chart.css';
import '../styles/market.css';
import '../styles/site.css';
import '../styles/spot.css';
import { late } from '../ui/late.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { GoldStats } from './gold/stats.tsx';

export const meta = pageMeta(goldMessages);

const Charts = late(() => import('./gold/charts.tsx').then((m) => m.GoldCharts));
const Demand = late(() => import('./gold/demand.tsx').then((m) => m.GoldDemand));
const Reserves = late(() => import('./gold/reserves.tsx').then((m) => m.GoldReserves));
const Why = late(() => import('./gold/why.tsx').then((m) => m.GoldWhy));

export default function GoldPage() {
  const t = useMessages(goldMessages);
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
        aside={<SpotCard metal="gold" />}
      />
      <GoldStats />
      <Charts />
      <Demand />
      <Reserves />
      <Why />
    </>
  );
}
