import { Link } from '../../i18n/link.tsx';
import { useWords } from '../../i18n/use-words.ts';
import { dashboardWords } from '../../i18n/words/dashboard.ts';
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
  const t = useWords(dashboardWords);
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
