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

/** The phone's five destinations. Buying and depositing open their dialog on the dashboard. */
export function BottomBar({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  const t = useWords(shellWords);
  const { pathname, search } = useLocation();
  const { status } = useSession();
  const path = withoutLocale(pathname);
  const asked = new URLSearchParams(search);
  const onDashboard = path === '/dashboard';
  const buying = onDashboard && asked.has('trade');
  const depositing = onDashboard && asked.has('deposit');
  return (
    <nav className="bottom-bar" aria-label={t('bar.label')}>
      <BarLink to="/" icon="home" label={t('bar.home')} current={path === '/'} />
      <BarLink to="/dashboard?trade=buy&metal=gold" icon="coin" label={t('bar.buy')} current={buying} />
      <BarLink to="/dashboard?deposit=1" icon="deposit" label={t('bar.deposit')} current={depositing} />
      <BarLink
        to="/dashboard"
        icon="pie"
        label={t('bar.portfolio')}
        current={onDashboard && !buying && !depositing}
      />
      {status === 'out' ? (
        <BarLink to="/login" icon="user" label={t('account.signIn')} current={path === '/login'} />
      ) : (
        <button type="button" aria-haspopup="dialog" onClick={onOpenMenu}>
          <Icon name="user" />
          {t('bar.account')}
        </button>
      )}
    </nav>
  );
}
