// The first screen that /gold and /silver share. Each page passes its messages, its figures and its late sections.

import type { ComponentType, ReactNode } from 'react';
import { FactSources } from '../features/prices/fact-sources.tsx';
import type { FactSource } from '../features/prices/facts.ts';
import { SpotCard } from '../features/prices/spot-card.tsx';
import { SpotStats } from '../features/prices/spot-stats.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import type { TradedMetal } from '../../worker/domain/metals.ts';
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
  readonly Below: ComponentType;
};

export function MetalPage({ metal, messages, stats, sources, Below }: MetalPageProps) {
  const t = useMessages(messages);
  return (
    <>
      <PageHero
        title={t('hero.title')}
        lead={t('hero.lead')}
        actions={<TradeActions metal={metal} otherwise="pricing" />}
        aside={<SpotCard metal={metal} />}
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
