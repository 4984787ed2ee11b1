// The account's frame: its tabs, each with its own URL, and the sign-out button. Visitors are sent to the sign-in page and
// back.

import { Outlet, useLocation } from 'react-router';
import { FrozenNote } from '../features/auth/frozen-note.tsx';
import { useSignInGate } from '../features/auth/sign-in-gate.tsx';
import { useSignOut } from '../features/auth/sign-out.ts';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useMessages } from '../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import '../styles/account.css';
import { ErrorState } from '../ui/data-state.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/button.tsx';

/** The account's tabs (A2), each a page with its own URL. */
const TABS = [
  { name: 'details', to: '/profile', icon: 'user' },
  { name: 'identity', to: '/profile/identity', icon: 'check' },
  { name: 'settings', to: '/profile/settings', icon: 'settings' },
  { name: 'alerts', to: '/profile/alerts', icon: 'bell' },
  { name: 'security', to: '/profile/security', icon: 'lock' },
  { name: 'payouts', to: '/profile/payouts', icon: 'deposit' },
  { name: 'data', to: '/profile/data', icon: 'table' },
] as const satisfies readonly { readonly name: string; readonly to: string; readonly icon: IconName }[];

export default function ProfilePage() {
  return (
    <div className="wrap profile">
      <div className="profile-side">
        <AccountTabs />
        <SignOut className="profile-leave" />
      </div>
      <Panel />
      <SignOut className="profile-leave profile-leave-below" />
    </div>
  );
}

function AccountTabs() {
  const t = useMessages(profileMessages.frame);
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

function Panel() {
  const t = useMessages(profileMessages.frame);
  const { status, profile, retry } = useSignInGate();
  if (status === 'unknown') {
    return (
      <section className="card account-panel">
        <ErrorState title={t('noAnswer.title')} onRetry={retry}>
          {t('noAnswer.text')}
        </ErrorState>
      </section>
    );
  }
  // Keyed by user: another user of the same window must not see the previous user's input.
  if (profile === null) return <Loading />;
  const { id, freeze } = profile;
  return freeze === null ? (
    <Outlet key={id} />
  ) : (
    <div className="stack">
      <FrozenNote freeze={freeze} />
      <Outlet key={id} />
    </div>
  );
}

function Loading() {
  const t = useMessages(profileMessages.frame);
  return (
    <div className="account-panel" aria-busy="true">
      <p className="account-panel-busy" aria-live="polite">
        <Spinner />
        {t('loading')}
      </p>
      <div className="card card-padded account-panel-skeleton">
        {[1, 2].map((line) => (
          <div key={line}>
            <Skeleton shape="short" />
            <Skeleton shape="block" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Beside the tabs on a wide screen and below the page on a phone; CSS hides one of the two. */
function SignOut({ className }: { readonly className: string }) {
  const t = useMessages(profileMessages.frame);
  const { signOut, signingOut } = useSignOut();
  return (
    <div className={className}>
      <button type="button" className="profile-tab" aria-busy={signingOut || undefined} onClick={signOut}>
        {signingOut ? <Spinner /> : <Icon name="sign-out" />}
        {signingOut ? t('signingOut') : t('signOut')}
      </button>
    </div>
  );
}
