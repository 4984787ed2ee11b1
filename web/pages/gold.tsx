import { useWords } from '../i18n/use-words.ts';
import { goldWords } from '../i18n/words/gold.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(goldWords);

export default function GoldPage() {
  const t = useWords(goldWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
