// The operators' frame: its tabs. The server refuses everybody else on every page and call; this leads them away when
// they come by a link of the app.

import { Outlet } from 'react-router';
import { useAdminGate } from '../features/auth/operator-gate.ts';
import { useWords } from '../i18n/use-words.ts';
import { adminFrameWords } from '../i18n/words/admin-frame.ts';
import { AdminTabs } from '../shell/admin-tabs.tsx';
import '../styles/admin.css';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export default function AdminPage() {
  const t = useWords(adminFrameWords);
  const { status, profile, admitted, retry } = useAdminGate();
  if (status === 'unknown') {
    return (
      <div className="wrap admin">
        <section className="card">
          <ErrorState title={t('noAnswer.title')} onRetry={retry}>
            {t('noAnswer.text')}
          </ErrorState>
        </section>
      </div>
    );
  }
  if (profile === null || !admitted) return <Checking />;
  return (
    <div className="wrap admin">
      <AdminTabs visitor={profile} />
      <Outlet key={profile.id} />
    </div>
  );
}

/** Says nothing of what is behind the door until it is known who stands before it. */
function Checking() {
  const t = useWords(adminFrameWords);
  return (
    <div className="wrap admin" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {t('loading')}
      </p>
      <div className="admin-checking">
        <Skeleton shape="line" />
        <Skeleton shape="block" />
      </div>
    </div>
  );
}
