import { GOLD, SOURCES } from '../features/prices/facts.ts';
import { useSpot } from '../features/prices/use-spot.ts';
import { UNKNOWN } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import goldMessages from '#messages/gold.json';
import { pageMeta } from '../shell/page-meta.ts';
import { late } from '../ui/late.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Stat } from '../ui/stats.tsx';
import { MetalPage } from './metal-page.tsx';
import { stockValueDollars } from '../../worker/domain/market.ts';
import '../styles/charts.css';
import '../styles/parts.css';
import '../styles/prices.css';
import '../styles/markets.css';
import '../styles/site.css';

export const meta = pageMeta(goldMessages);

const Below = late(() => import('./gold-below.tsx'));

export default function GoldPage() {
  const t = useMessages(goldMessages);
  const f = useFormat();
  return (
    <MetalPage
      metal="gold"
      messages={goldMessages}
      stats={
        <>
          <Stat label={t('stats.mined')} note={t('stats.minedNote')}>
            {f.decimal(GOLD.mined.value, 0)}
            <span className="stat-unit">t</span>
          </Stat>
          <Stat label={t('stats.worth')} note={t('stats.worthNote')}>
            <Worth />
          </Stat>
          <Stat label={t('stats.demand')} note={t('stats.demandNote')}>
            {f.decimal(GOLD.demand.value, 1)}
            <span className="stat-unit">t</span>
          </Stat>
          <Stat label={t('stats.production')} note={t('stats.productionNote')}>
            {f.decimal(GOLD.mineProduction.value, 1)}
            <span className="stat-unit">t</span>
          </Stat>
        </>
      }
      sources={[SOURCES.goldMined, SOURCES.goldSupply]}
      parts={[
        { id: 'demand', title: t('more.demand.title') },
        { id: 'central-banks', title: t('more.reserves.title') },
        { id: 'why', title: t('more.why.title') },
      ]}
      Below={Below}
    />
  );
}

const TRILLION = 1e12;

/** The value of all gold ever mined at the live price, computed, in trillions. */
function Worth() {
  const t = useMessages(goldMessages);
  const f = useFormat();
  const { price, prices } = useSpot('gold');
  if (prices === undefined) return <Skeleton shape="short" />;
  if (price === undefined) return UNKNOWN;
  const dollars = stockValueDollars(GOLD.mined.value, price.priceCents);
  return t('stats.trillions', { amount: f.decimal(dollars / TRILLION, 1) });
}
