// The frame of every page: skip link, header, page, footer, the phone's bottom bar and menu. A page that breaks is
// replaced by a message inside the same frame. The operators' pages bring a frame of their own (pages/operators.tsx).

import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApplyTheme } from '../features/account/theme.ts';
import { withoutLocale } from '../i18n/locale.ts';
import { useMessages } from '../i18n/use-messages.ts';
import shellMessages from '#messages/shell.json';
import { late } from '../ui/late.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { BrokenScreen } from './message-screen.tsx';
import { MAIN_ID, RouteFocus } from './route-focus.tsx';
import { useMobileMenu } from './use-mobile-menu.ts';
import { useIdle } from '../live/when-idle.ts';
import { isAdminPage } from '../../worker/domain/admin-path.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const Footer = late(() => import('./footer.tsx'));
const Overlays = lazyPart(() => import('./overlays.tsx'), 'Overlays', { unasked: true });
const MobileMenu = lazyPart(() => import('./mobile-menu.tsx'), 'MobileMenu');

/** These pages have their own small header (auth-frame.tsx). */
const AUTH_PAGES: ReadonlySet<string> = new Set([
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/remove-factor',
  '/freeze',
  '/confirm-withdrawal',
  '/newsletter/confirm',
  '/newsletter/leave',
]);

export default function Site() {
  const { pathname } = useLocation();
  return (
    <Frame own={isAdminPage(withoutLocale(pathname))}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <BrokenScreen />
    </Frame>
  );
}

type FrameProps = {
  readonly children: ReactNode;
  /** The page brings its own header and `<main>`. */
  readonly own?: boolean;
};

function Frame({ children, own = false }: FrameProps) {
  useApplyTheme();
  const t = useMessages(shellMessages);
  const { pathname } = useLocation();
  const path = withoutLocale(pathname);
  const menu = useMobileMenu(path);
  const bare = AUTH_PAGES.has(path);
  const quiet = useIdle({ afterLoad: true });
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {t('skip')}
      </a>
      {quiet && (
        <Suspense fallback={null}>
          <Overlays path={path} bare={bare} />
        </Suspense>
      )}
      {!bare && !own && <Header onOpenMenu={menu.show} />}
      {own ? (
        children
      ) : (
        <main id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
      )}
      {!bare && !own && (
        <>
          {path !== '/dashboard' && <Footer key={pathname} />}
          <BottomBar />
        </>
      )}
      {menu.used && (
        <Suspense fallback={null}>
          <MobileMenu open={menu.open} onClose={menu.hide} />
        </Suspense>
      )}
      <RouteFocus />
    </>
  );
}
