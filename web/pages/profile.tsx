// The account's frame: its tabs, each with its own URL, and the sign-out button. Visitors are sent to the sign-in page and
// back.

import { Outlet } from 'react-router';
import { useSignInGate } from '../features/auth/sign-in-gate.tsx';
import { useSignOut } from '../features/auth/sign-out.ts';
import { useWords } from '../i18n/use-words.ts';
import { profileFrameWords } from '../i18n/words/profile-frame.ts';
import { AccountTabs } from '../shell/account-tabs.tsx';
import '../styles/profile.css';
import { ErrorState } from '../ui/error-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';

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

function Panel() {
  const t = useWords(profileFrameWords);
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
  // Keyed by user: another user in the same window does not see what the one before typed.
  return profile === null ? <Loading /> : <Outlet key={profile.id} />;
}

function Loading() {
  const t = useWords(profileFrameWords);
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
  const t = useWords(profileFrameWords);
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
