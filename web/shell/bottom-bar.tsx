import { useLocation } from 'react-router';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useWay } from './site-links.ts';

type BarLinkProps = { readonly to: string; readonly icon: IconName; readonly label: string };

function BarLink({ to, icon, label }: BarLinkProps) {
  const path = withoutLocale(useLocation().pathname);
  const way = useWay(to);
  const here = path === way || (to === '/profile' && path.startsWith(to));
  return (
    <Link to={way} aria-current={here ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
    </Link>
  );
}

/** The phone's five destinations (A2, shared page chrome). */
export function BottomBar() {
  const t = useMessages(shellMessages);
  return (
    <nav className="bottom-bar" aria-label={t('bar.label')}>
      <BarLink to="/" icon="home" label={t('bar.home')} />
      <BarLink to="/pricing" icon="coin" label={t('nav.buy')} />
      <BarLink to="/dashboard" icon="pie" label={t('bar.portfolio')} />
      <BarLink to="/tools" icon="tools" label={t('nav.tools')} />
      <BarLink to="/profile" icon="user" label={t('bar.profile')} />
    </nav>
  );
}
