import { useLocation } from 'react-router';
import { type AdminVisitor, mayOpenAdminPage } from '../../worker/domain/admin-pages.ts';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useWords } from '../i18n/use-words.ts';
import { adminFrameWords } from '../i18n/words/admin-frame.ts';

const TABS = [
  { name: 'customers', to: '/admin' },
  { name: 'images', to: '/admin/images' },
  { name: 'submissions', to: '/admin/submissions' },
  { name: 'feed', to: '/admin/feed' },
  { name: 'ledger', to: '/admin/ledger' },
  { name: 'mail', to: '/admin/mail' },
  { name: 'audit', to: '/admin/audit' },
] as const;

/** One customer's page is reached from the list of all, and belongs to it. */
const tabOf = (path: string): string => (path === '/admin/customer' ? '/admin' : path);

/** The tabs of the operators' area that this operator may open. */
export function AdminTabs({ visitor }: { readonly visitor: AdminVisitor }) {
  const t = useWords(adminFrameWords);
  const current = tabOf(withoutLocale(useLocation().pathname));
  return (
    <nav className="admin-tabs" aria-label={t('nav')}>
      {TABS.filter(({ to }) => mayOpenAdminPage(to, visitor)).map(({ name, to }) => (
        <Link key={to} to={to} className="admin-tab" aria-current={current === to ? 'page' : undefined}>
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
