import { useWords } from '../i18n/use-words.ts';
import { aboutWords } from '../i18n/words/about.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(aboutWords);

export default function AboutPage() {
  const t = useWords(aboutWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
