import { StartLink } from '../../features/auth/start-link.tsx';
import { figures } from '../../i18n/figures.ts';
import { useLocale, useWords } from '../../i18n/use-words.ts';
import { Link } from '../../i18n/link.tsx';
import { toolsMoreWords } from '../../i18n/words/tools-more.ts';
import { ClosingCall } from '../../ui/closing-call.tsx';

export function ClosingSection() {
  const t = useWords(toolsMoreWords);
  return (
    <ClosingCall title={t('close.title')} text={t('close.text', figures(useLocale()))}>
      <StartLink text={t('close.open')} variant="inverse" size="large" />
      <Link to="/learn" className="closing-link">
        {t('close.learn')}
      </Link>
    </ClosingCall>
  );
}
