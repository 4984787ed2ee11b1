// The frame of the operators' pages: the rail, and a pause of quoting. The server refuses all other users on every page and
// call; the gate redirects those who follow a link inside the app.

import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import type { OperatorFacts } from '../../worker/domain/operator-roles.ts';
import { useOperatorGate } from '../features/auth/operator-gate.ts';
import { AlertsBell } from '../features/operators/frame/alerts-bell.tsx';
import { OperatorContext } from '../features/operators/frame/may.tsx';
import { PauseStrip } from '../features/operators/frame/pause-strip.tsx';
import '../features/operators/frame/problem-texts.ts';
import { Rail, RailLinks } from '../features/operators/frame/rail.tsx';
import { useRetryTogether } from '../features/operators/frame/retry-together.ts';
import { Shortcuts } from '../features/operators/frame/shortcuts.tsx';
import { Link } from '../i18n/link.tsx';
import { withoutLocale } from '../i18n/locale.ts';
import { useMessages } from '../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { AccountActions, PreferenceMenus } from '../shell/header.tsx';
import { BrokenScreen } from '../shell/message-screen.tsx';
import { MAIN_ID } from '../shell/route-focus.tsx';
import { useMobileMenu } from '../shell/use-mobile-menu.ts';
import '../styles/operators.css';
import { ErrorState } from '../ui/data-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

const MobileMenu = lazyPart(() => import('../shell/mobile-menu.tsx'), 'MobileMenu');

export default function OperatorsPage() {
  const t = useMessages(operatorsMessages.frame);
  const { status, profile, allowed, retry } = useOperatorGate();
  const path = withoutLocale(useLocation().pathname);
  useRetryTogether();
  if (status === 'unknown') {
    return (
      <Frame>
        <section className="card">
          <ErrorState title={t('noAnswer.title')} onRetry={retry}>
            {t('noAnswer.text')}
          </ErrorState>
        </section>
      </Frame>
    );
  }
  if (profile === null || !allowed) {
    return (
      <Frame>
        <Checking />
      </Frame>
    );
  }
  return (
    <Frame visitor={profile}>
      {path !== '/admin/feed' && <PauseStrip />}
      <Outlet key={profile.id} />
      <Shortcuts />
    </Frame>
  );
}

/** A page that breaks leaves the frame, and with it the way to the others. */
export function ErrorBoundary() {
  const { profile, allowed } = useOperatorGate();
  return (
    <Frame {...(profile !== null && allowed ? { visitor: profile } : {})}>
      <BrokenScreen />
    </Frame>
  );
}

type FrameProps = {
  /** The rail is empty until the operator check has answered. */
  readonly visitor?: OperatorFacts;
  readonly children: ReactNode;
};

function Frame({ visitor, children }: FrameProps) {
  const t = useMessages(operatorsMessages.frame);
  const menu = useMobileMenu(withoutLocale(useLocation().pathname));
  return (
    <OperatorContext value={visitor ?? null}>
      <div className="operators-frame">
        {visitor === undefined ? (
          <header className="rail" />
        ) : (
          <Rail visitor={visitor} brand={<Brand />} tools={<Tools />} onOpenMenu={menu.show} />
        )}
        <main id={MAIN_ID} tabIndex={-1} className="admin">
          {children}
        </main>
        {menu.used && visitor !== undefined && (
          <Suspense fallback={null}>
            <MobileMenu
              open={menu.open}
              onClose={menu.hide}
              links={{ label: t('nav'), content: <RailLinks visitor={visitor} onFollow={menu.hide} /> }}
            />
          </Suspense>
        )}
      </div>
    </OperatorContext>
  );
}

function Brand() {
  const t = useMessages(operatorsMessages.frame);
  return (
    <Link to="/admin/today" className="brand" aria-label={t('brand')}>
      <Wordmark />
    </Link>
  );
}

function Tools() {
  return (
    <>
      <AlertsBell />
      {/* Filled by overlays.tsx when the page is idle. */}
      <span id="bell" className="bell-place" />
      <PreferenceMenus withCurrency={false} />
      <AccountActions />
    </>
  );
}

/** Renders nothing of the page until the operator check has answered. */
function Checking() {
  const t = useMessages(operatorsMessages.frame);
  return (
    <div className="admin-checking" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {t('loading')}
      </p>
      <Skeleton shape="line" />
      <Skeleton shape="block" />
    </div>
  );
}
