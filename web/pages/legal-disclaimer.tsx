import { useWords } from '../i18n/use-words.ts';
import { legalDisclaimerWords } from '../i18n/words/legal-disclaimer.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(legalDisclaimerWords);

export default function LegalDisclaimerPage() {
  const t = useWords(legalDisclaimerWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
