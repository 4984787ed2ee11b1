import { useWords } from '../i18n/use-words.ts';
import { pricingWords } from '../i18n/words/pricing.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(pricingWords);

export default function PricingPage() {
  const t = useWords(pricingWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
