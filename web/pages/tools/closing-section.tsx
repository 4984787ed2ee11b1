import { StartLink } from '../../features/auth/start-link.tsx';
import { businessTerms } from '../../i18n/business-terms.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import { Link } from '../../i18n/link.tsx';
import toolsMoreMessages from '#messages/tools-more.json';
import { ClosingCall } from '../../ui/closing-call.tsx';

export function ClosingSection() {
  const t = useMessages(toolsMoreMessages);
  return (
    <ClosingCall title={t('close.title')} text={t('close.text', businessTerms(useLocale()))}>
      <StartLink text={t('close.open')} variant="inverse" size="large" />
      <Link to="/learn" className="closing-link">
        {t('close.learn')}
      </Link>
    </ClosingCall>
  );
}
