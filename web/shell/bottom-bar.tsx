import { useLocation } from 'react-router';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { Icon, type IconName } from '../ui/icon.tsx';

type BarLinkProps = {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly current: boolean;
};

function BarLink({ to, icon, label, current }: BarLinkProps) {
  return (
    <Link to={to} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
    </Link>
  );
}

/** The phone's five destinations (A2, shared page chrome). */
export function BottomBar() {
  const t = useMessages(shellMessages);
  const path = withoutLocale(useLocation().pathname);
  return (
    <nav className="bottom-bar" aria-label={t('bar.label')}>
      <BarLink to="/" icon="home" label={t('bar.home')} current={path === '/'} />
      <BarLink to="/pricing" icon="coin" label={t('nav.buy')} current={path === '/pricing'} />
      <BarLink to="/dashboard" icon="pie" label={t('bar.portfolio')} current={path === '/dashboard'} />
      <BarLink to="/tools" icon="tools" label={t('nav.tools')} current={path === '/tools'} />
      <BarLink to="/profile" icon="user" label={t('bar.profile')} current={path.startsWith('/profile')} />
    </nav>
  );
}
