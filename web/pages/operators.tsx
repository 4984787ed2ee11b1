// The frame of the operators' pages: their tabs, with the work that waits, and a pause of quoting. The server refuses all other users on every page and call; the gate
// redirects those who follow a link inside the app.

import { Outlet, useLocation } from 'react-router';
import { type AdminVisitor, mayOpenAdminPage } from '../../worker/domain/admin-pages.ts';
import { useOperatorGate } from '../features/auth/operator-gate.ts';
import { PauseStrip } from '../features/operators/frame/pause-strip.tsx';
import { useRetryTogether } from '../features/operators/frame/retry-together.ts';
import { useWaitingNotes, type WaitingNote } from '../features/operators/frame/waiting-notes.ts';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useMessages } from '../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import '../styles/operators.css';
import { ErrorState } from '../ui/data-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export default function OperatorsPage() {
  const t = useMessages(operatorsMessages.frame);
  const { status, profile, allowed, retry } = useOperatorGate();
  const path = withoutLocale(useLocation().pathname);
  useRetryTogether();
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
  if (profile === null || !allowed) return <Checking />;
  return (
    <div className="wrap admin">
      <Tabs visitor={profile} />
      {path !== '/admin/feed' && <PauseStrip />}
      <Outlet key={profile.id} />
    </div>
  );
}

/** Renders nothing of the page until the operator check has answered. */
function Checking() {
  const t = useMessages(operatorsMessages.frame);
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

const TABS = [
  { name: 'customers', to: '/admin' },
  { name: 'images', to: '/admin/images' },
  { name: 'submissions', to: '/admin/submissions' },
  { name: 'contacts', to: '/admin/contacts' },
  { name: 'feed', to: '/admin/feed' },
  { name: 'incident', to: '/admin/incident' },
  { name: 'ledger', to: '/admin/ledger' },
  { name: 'mail', to: '/admin/mail' },
  { name: 'audit', to: '/admin/audit' },
] as const;

/** A customer's page belongs to the tab of the list of customers. */
const tabOf = (path: string): string => (path === '/admin/customer' ? '/admin' : path);

/** The tabs that this operator may open. */
function Tabs({ visitor }: { readonly visitor: AdminVisitor }) {
  const t = useMessages(operatorsMessages.frame);
  const current = tabOf(withoutLocale(useLocation().pathname));
  const waiting = useWaitingNotes();
  return (
    <nav className="admin-tabs" aria-label={t('nav')}>
      {TABS.filter(({ to }) => mayOpenAdminPage(to, visitor)).map(({ name, to }) => (
        <Link key={to} to={to} className="admin-tab" aria-current={current === to ? 'page' : undefined}>
          {t(`tabs.${name}`)}
          <Waiting note={waiting[name]} />
        </Link>
      ))}
    </nav>
  );
}

function Waiting({ note }: { readonly note: WaitingNote | undefined }) {
  if (note === undefined) return null;
  return (
    <>
      <span className="admin-tab-count" aria-hidden="true" title={note.text}>
        {note.count}
      </span>
      <span className="visually-hidden">{note.text}</span>
    </>
  );
}
