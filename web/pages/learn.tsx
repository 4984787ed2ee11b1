import { useWords } from '../i18n/use-words.ts';
import { learnWords } from '../i18n/words/learn.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(learnWords);

export default function LearnPage() {
  const t = useWords(learnWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
