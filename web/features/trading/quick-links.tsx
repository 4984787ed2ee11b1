import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Where the dashboard leads besides its own buttons; statements and tax documents join once they exist (decision 26). */
const LINKS = [
  ['storage', '/security'],
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
