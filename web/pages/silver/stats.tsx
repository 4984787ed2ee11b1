import { FactSources } from '../../features/prices/fact-sources.tsx';
import { SILVER, SILVER_DEMAND, SOURCES } from '../../features/prices/facts.ts';
import { partRows } from '../../features/prices/shares.ts';
import { RatioFigure } from '../../features/prices/spot-figure.tsx';
import { SpotStats } from '../../features/prices/spot-stats.tsx';
import { TRUE_MINUS } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import silverMessages from '#messages/silver.json';
import { Section } from '../../ui/section.tsx';
import { Stat, Stats } from '../../ui/stats.tsx';

export function SilverStats() {
  const t = useMessages(silverMessages);
  const f = useFormat();
  const industry = partRows(SILVER_DEMAND, SILVER.demand.value).find(({ id }) => id === 'industrial');
  return (
    <Section id="market" title={t('stats.title')} lead={t('stats.lead')} tight>
      <Stats>
        <SpotStats metal="silver" />
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
      </Stats>
      <FactSources sources={[SOURCES.silverDemand]} />
    </Section>
  );
}
