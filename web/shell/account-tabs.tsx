import { useLocation } from 'react-router';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useWords } from '../i18n/use-words.ts';
import { profileFrameWords } from '../i18n/words/profile-frame.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

/** The account's four tabs (Account spec, section 2), each a page with an address of its own. */
const TABS = [
  { name: 'details', to: '/profile', icon: 'user' },
  { name: 'settings', to: '/profile/settings', icon: 'mail' },
  { name: 'alerts', to: '/profile/alerts', icon: 'bell' },
  { name: 'security', to: '/profile/security', icon: 'lock' },
] as const satisfies readonly { readonly name: string; readonly to: string; readonly icon: IconName }[];

export function AccountTabs() {
  const t = useWords(profileFrameWords);
  const path = withoutLocale(useLocation().pathname);
  return (
    <nav className="profile-tabs" aria-label={t('nav')}>
      {TABS.map(({ name, to, icon }) => (
        <Link key={to} to={to} className="profile-tab" aria-current={path === to ? 'page' : undefined}>
          <Icon name={icon} />
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
