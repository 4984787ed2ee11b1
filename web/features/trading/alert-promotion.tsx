import { useWords } from '../../i18n/use-words.ts';
import { dashboardWords } from '../../i18n/words/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** The way to price alerts (Customer spec, section 2). */
export function AlertPromotion() {
  const t = useWords(dashboardWords);
  return (
    <Card padded title={t('alerts.title')} aside={<Icon name="bell" />} className="aside-card">
      <p className="small muted">{t('alerts.text')}</p>
      <LinkButton to="/profile/alerts" full>
        {t('alerts.action')}
      </LinkButton>
    </Card>
  );
}
