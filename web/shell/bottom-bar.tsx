import { useLocation } from 'react-router';
import { useSession } from '../features/session/queries.ts';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useWords } from '../i18n/use-words.ts';
import { shellWords } from '../i18n/words/shell.ts';
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

/** The phone's five destinations (Account spec, section 2, shared page chrome). */
export function BottomBar({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  const t = useWords(shellWords);
  const { status } = useSession();
  const path = withoutLocale(useLocation().pathname);
  return (
    <nav className="bottom-bar" aria-label={t('bar.label')}>
      <BarLink to="/" icon="home" label={t('bar.home')} current={path === '/'} />
      <BarLink to="/pricing" icon="coin" label={t('nav.buy')} current={path === '/pricing'} />
      <BarLink to="/dashboard" icon="pie" label={t('bar.portfolio')} current={path === '/dashboard'} />
      <BarLink to="/tools" icon="tools" label={t('nav.tools')} current={path === '/tools'} />
      {status === 'out' ? (
        <BarLink to="/login" icon="user" label={t('account.signIn')} current={false} />
      ) : (
        <button type="button" aria-haspopup="dialog" onClick={onOpenMenu}>
          <Icon name="user" />
          {t('bar.account')}
        </button>
      )}
    </nav>
  );
}
