import { SpotBoard } from '../features/prices/spot-board.tsx';
import { businessTerms } from '../i18n/business-terms.ts';
import { storageTerms } from '../i18n/storage-terms.ts';
import { useLocale, useMessages } from '../i18n/use-messages.ts';
import pricingMessages from '#messages/pricing.json';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/prices.css';
import '../styles/markets.css';
import '../styles/parts.css';
import '../styles/site.css';
import '../styles/calculators.css';
import '../styles/forms.css';
import { late } from '../ui/late.tsx';
import { PageContents } from '../ui/page-contents.tsx';
import { PageHero } from '../ui/page-hero.tsx';
import { Section } from '../ui/section.tsx';
import { TradeActions } from './trade-actions.tsx';

export const meta = pageMeta(pricingMessages);

const Below = late(() => import('./pricing-below.tsx'));

export default function PricingPage() {
  const t = useMessages(pricingMessages);
  const named = businessTerms(useLocale());
  return (
    <>
      <PageHero
        title={t('hero.title')}
        lead={t('hero.lead', named)}
        actions={<TradeActions otherwise="tools" />}
        aside={<CostCard />}
      />
      <PageContents
        parts={[
          { id: 'spot', title: t('spot.title') },
          { id: 'fees', title: t('more.fees.title') },
          { id: 'storage', title: t('more.storage.title') },
          { id: 'funding', title: t('more.funding.title') },
          { id: 'withdrawals', title: t('more.withdrawals.title') },
          { id: 'included', title: t('more.lists.title') },
        ]}
      />
      <Section id="spot" title={t('spot.title')} lead={t('spot.lead')} tight>
        <SpotBoard />
      </Section>
      <Below />
    </>
  );
}

const COSTS = ['trade', 'storage', 'smallest'] as const;

function CostCard() {
  const t = useMessages(pricingMessages);
  const locale = useLocale();
  const named = { ...businessTerms(locale), ...storageTerms(locale) };
  return (
    <dl className="card card-lifted cost-card">
      {COSTS.map((cost) => (
        <div key={cost}>
          <dt>{t(`costs.${cost}.name`)}</dt>
          <dd className="cost-figure num">{t(`costs.${cost}.figure`, named)}</dd>
          <dd className="cost-note">{t(`costs.${cost}.note`, named)}</dd>
        </div>
      ))}
    </dl>
  );
}
