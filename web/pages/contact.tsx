import { useWords } from '../i18n/use-words.ts';
import { contactWords } from '../i18n/words/contact.ts';
import { pageMeta } from '../shell/page-meta.ts';
import '../styles/site.css';
import { PageHero } from '../ui/page-hero.tsx';

export const meta = pageMeta(contactWords);

export default function ContactPage() {
  const t = useWords(contactWords);
  return <PageHero title={t('meta.title')} lead={t('meta.description')} />;
}
