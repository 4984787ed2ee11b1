import { useWords } from '../i18n/use-words.ts';
import { toolsWords } from '../i18n/words/tools.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(toolsWords);

export default function ToolsPage() {
  const t = useWords(toolsWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
