// What appears by itself. It loads once the page is idle, so that the first paint does not wait for it, and lies over the page,
// so that nothing moves. It comes before the header in the document: the keyboard reaches it first.

import { lazy, Suspense } from 'react';
import { PricePopups } from '../features/prices/price-popups.tsx';
import { useSession } from '../features/auth/session.ts';
import '../styles/self-appearing.css';
import { IntoPlace } from '../ui/into-place.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { WelcomePromotion } from './welcome-promotion.tsx';

const SettingsKeeper = lazy(async () => ({
  default: (await import('../features/account/settings.ts')).SettingsKeeper,
}));

const Bell = lazy(async () => ({ default: (await import('../features/account/bell.tsx')).Bell }));

type SelfAppearingProps = {
  /** Without the language. */
  readonly path: string;
  /** Pages with the auth frame: only the cookie notice and toasts appear. */
  readonly bare: boolean;
};

export function SelfAppearing({ path, bare }: SelfAppearingProps) {
  const { profile } = useSession();
  return (
    <>
      {profile !== null && (
        <Suspense fallback={null}>
          <SettingsKeeper userId={profile.id} />
          {!bare && (
            // Into the space that the header keeps for it.
            <IntoPlace id="bell">
              <Bell key={profile.id} />
            </IntoPlace>
          )}
        </Suspense>
      )}
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
