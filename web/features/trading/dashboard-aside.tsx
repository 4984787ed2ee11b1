import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/button.tsx';

/** Links to price alerts (C2). */
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

/** Links beside the dashboard's own buttons. */
const LINKS = [
  ['statements', '/statements'],
  ['tax', '/statements/tax'],
  ['storage', '/security'],
  ['storageFee', '/storage'],
  ['prices', '/pricing'],
  ['tools', '/tools'],
  ['learn', '/learn'],
  ['profile', '/profile'],
] as const;

export function QuickLinks() {
  const t = useMessages(dashboardMessages);
  return (
    <Card title={t('links.title')}>
      <ul className="quick-links">
        {LINKS.map(([name, to]) => (
          <li key={name}>
            <Link to={to}>
              {t(`links.${name}`)}
              <Icon name="arrow" small />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
