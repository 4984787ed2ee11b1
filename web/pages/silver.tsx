import { SILVER, SILVER_DEMAND, SOURCES } from '../features/prices/facts.ts';
import { partRows } from '../features/prices/shares.ts';
import { RatioFigure } from '../features/prices/spot-figure.tsx';
import { TRUE_MINUS } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import silverMessages from '#messages/silver.json';
import { pageMeta } from '../shell/page-meta.ts';
import { late } from '../ui/late.tsx';
import { MetalPage } from './metal-page.tsx';
import { Stat } from '../ui/stats.tsx';
import '../styles/charts.css';
import '../styles/prices.css';
import '../styles/markets.css';
import '../styles/site.css';
import '../styles/parts.css';

export const meta = pageMeta(silverMessages);

const Below = late(() => import('./silver-below.tsx'));

export default function SilverPage() {
  const t = useMessages(silverMessages);
  const f = useFormat();
  const industry = partRows(SILVER_DEMAND, SILVER.demand.value).find(({ id }) => id === 'industrial');
  return (
    <MetalPage
      metal="silver"
      messages={silverMessages}
      stats={
        <>
          <Stat label={t('stats.ratio')} note={t('stats.ratioNote')}>
            <RatioFigure />
          </Stat>
          <Stat label={t('stats.demand')} note={t('stats.demandNote')}>
            {f.decimal(SILVER.demand.value, 1)}
            <span className="stat-unit">{t('stats.millionOunces')}</span>
          </Stat>
          <Stat label={t('stats.industry')} note={t('stats.industryNote')}>
            {f.percent(industry?.percent ?? null, 'none', 1)}
          </Stat>
          <Stat label={t('stats.balance')} note={t('stats.balanceNote')}>
            {TRUE_MINUS}
            {f.decimal(Math.abs(SILVER.balance.value), 1)}
            <span className="stat-unit">{t('stats.millionOunces')}</span>
          </Stat>
        </>
      }
      sources={[SOURCES.silverDemand]}
      parts={(['uses', 'demand', 'producers', 'versus', 'why'] as const).map((id) => ({
        id,
        title: t(`more.${id}.title`),
      }))}
      Below={Below}
    />
  );
}
