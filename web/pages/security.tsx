import { useWords } from '../i18n/use-words.ts';
import { securityWords } from '../i18n/words/security.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(securityWords);

export default function SecurityPage() {
  const t = useWords(securityWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
