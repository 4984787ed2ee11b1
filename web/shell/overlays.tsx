// The parts that appear by themselves. They load when the page is idle, so that the first paint does not wait for them,
// and lie over the page, so that nothing moves. In the document they come before the header: the keyboard reaches them
// first.

import { useIsMutating } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { SIGN_OUT_KEY } from '../api/keys.ts';
import { PricePopups } from '../features/prices/price-popups.tsx';
import { useSession } from '../features/auth/session.ts';
import { usePrices } from '../live/live-prices.tsx';
import '../styles/overlays.css';
import { SlotPortal } from '../ui/slot-portal.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { WelcomePromotion } from './welcome-promotion.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import lateMessages from '#messages/shell-late.json';
import { IconButton } from '../ui/icon-button.tsx';
import { MAIN_ID } from './route-focus.tsx';
import { useScrolledPast } from './use-scrolled-past.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const SettingsKeeper = lazyPart(() => import('../features/account/settings.ts'), 'SettingsKeeper', {
  unasked: true,
});

const IncidentBanner = lazyPart(() => import('./incident-banner.tsx'), 'IncidentBanner', { unasked: true });

const Bell = lazyPart(() => import('../features/account/bell.tsx'), 'Bell', { unasked: true });

type OverlaysProps = {
  /** Without the language. */
  readonly path: string;
  /** Pages with the auth frame: only the cookie notice and toasts appear. */
  readonly bare: boolean;
};

export function Overlays({ path, bare }: OverlaysProps) {
  const { profile } = useSession({ late: true });
  // A sign-out ends the session before its reply arrives: the bell's requests meanwhile would be refused.
  const signingOut = useIsMutating({ mutationKey: SIGN_OUT_KEY }) > 0;
  return (
    <>
      {profile !== null && (
        <Suspense fallback={null}>
          <SettingsKeeper userId={profile.id} />
          {!bare && !signingOut && (
            // Into the space that the header reserves.
            <SlotPortal id="bell">
              <Bell key={profile.id} />
            </SlotPortal>
          )}
        </Suspense>
      )}
      <Incident path={path} />
      <CookieNotice />
      <Toasts />
      {!bare && (
        <>
          <PricePopups />
          <ScrollToTop />
        </>
      )}
      {path === '/' && <WelcomePromotion />}
    </>
  );
}

/** The code of the notice loads when there is one. */
function Incident({ path }: { readonly path: string }) {
  const incident = usePrices().data?.incident ?? null;
  const [used, setUsed] = useState(false);
  if (incident !== null && !used) setUsed(true);
  return (
    used && (
      <Suspense fallback={null}>
        <IncidentBanner path={path} incident={incident} />
      </Suspense>
    )
  );
}

/** A2, A9: scroll-to-top 400 px. */
const SHOWN_AFTER_PX = 400;

function ScrollToTop() {
  const t = useMessages(lateMessages.notices);
  const shown = useScrolledPast(SHOWN_AFTER_PX);
  const scrollUp = () => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: reducedMotion ? 'instant' : 'smooth' });
    // The button unmounts: the next Tab starts at the beginning of the page.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return (
    shown && <IconButton className="scroll-top" icon="up" label={t('top')} outlined onClick={scrollUp} />
  );
}
