import { useWords } from '../i18n/use-words.ts';
import { silverWords } from '../i18n/words/silver.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(silverWords);

export default function SilverPage() {
  const t = useWords(silverWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
