// The first screen that /gold and /silver share. Each page passes its messages, its figures and its late sections.

import type { ComponentType, ReactNode } from 'react';
import { FactSources } from '../features/prices/fact-sources.tsx';
import type { FactSource } from '../features/prices/facts.ts';
import { SoldOut } from '../features/prices/sold-out.tsx';
import { SpotCard } from '../features/prices/spot-card.tsx';
import { SpotStats } from '../features/prices/spot-stats.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import chartsMessages from '#messages/charts.json';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { PageContents } from '../ui/page-contents.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { Stats } from '../ui/stats.tsx';
import { TradeActions } from './trade-actions.tsx';

type MetalPageProps = {
  readonly metal: TradedMetal;
  readonly messages: {
    readonly hero: { readonly title: string; readonly lead: string };
    readonly stats: { readonly title: string; readonly lead: string };
  };
  /** The `Stat` elements after the four live ones. */
  readonly stats: ReactNode;
  readonly sources: readonly FactSource[];
  /** The sections of `Below` that have an id, in their order. */
  readonly parts: readonly { readonly id: string; readonly title: string }[];
  readonly Below: ComponentType;
};

export function MetalPage({ metal, messages, stats, sources, parts, Below }: MetalPageProps) {
  const t = useMessages(messages);
  const charts = useMessages(chartsMessages);
  return (
    <>
      <PageHero
        title={t('hero.title')}
        lead={t('hero.lead')}
        actions={<TradeActions metal={metal} otherwise="pricing" />}
        aside={<SpotCard metal={metal} />}
      />
      <SoldOut metal={metal} />
      <PageContents
        parts={[
          { id: 'market', title: t('stats.title') },
          { id: 'chart', title: charts(`title.${metal}`) },
          ...parts,
        ]}
      />
      <Section id="market" title={t('stats.title')} lead={t('stats.lead')} tight>
        <Stats>
          <SpotStats metal={metal} />
          {stats}
        </Stats>
        <FactSources sources={sources} />
      </Section>
      <Below />
    </>
  );
}
