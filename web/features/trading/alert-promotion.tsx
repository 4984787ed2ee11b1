import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** The way to price alerts (Customer spec, section 2). */
export function AlertPromotion() {
  const t = useMessages(dashboardMessages);
  return (
    <Card padded title={t('alerts.title')} aside={<Icon name="bell" />} className="aside-card">
      <p className="small muted">{t('alerts.text')}</p>
      <LinkButton to="/profile/alerts" full>
        {t('alerts.action')}
      </LinkButton>
    </Card>
  );
}
