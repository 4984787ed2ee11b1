// When the welcome offer appears: on the home page, once per device, to somebody who is not signed in, and never in the
// middle of something (Customer spec, section 2, welcome promotion modal).

import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../features/auth/session.ts';

/** Customer spec, sections 2 and 9: promotion delay 1.5 s. */
const PROMOTION_DELAY_MS = 1_500;
/** While the visitor is busy the offer waits in steps of this length. */
const BUSY_STEP_MS = 1_000;
const SHOWN_KEY = 'welcome_promo_shown';

const WelcomeDialog = lazy(async () => ({ default: (await import('./welcome-dialog.tsx')).WelcomeDialog }));

export function WelcomePromotion() {
  const { status } = useSession();
  const [stage, setStage] = useState<'waiting' | 'open' | 'closed'>('waiting');
  useEffect(() => {
    if (status !== 'out' || stage !== 'waiting' || wasShown()) return;
    let timer = setTimeout(appear, PROMOTION_DELAY_MS);
    function appear() {
      if (isBusy()) timer = setTimeout(appear, BUSY_STEP_MS);
      else if (!wasShown()) setStage('open');
    }
    return () => clearTimeout(timer);
  }, [status, stage]);
  const close = () => {
    rememberShown();
    setStage('closed');
  };
  return (
    stage !== 'waiting' && (
      <Suspense fallback={null}>
        <WelcomeDialog open={stage === 'open'} onClose={close} />
      </Suspense>
    )
  );
}

/** Typing, choosing in a menu or a dialog, answering the cookie notice, or looking at another tab. */
function isBusy(): boolean {
  const busyPlaces = 'input, textarea, select, [contenteditable], .cookie-notice *';
  return (
    document.hidden ||
    document.activeElement?.matches(busyPlaces) === true ||
    document.querySelector('[role="dialog"], [role="menu"]') !== null
  );
}

/** Lives on when the browser refuses storage. */
let shown = false;

function wasShown(): boolean {
  try {
    return shown || localStorage.getItem(SHOWN_KEY) !== null;
  } catch {
    return shown;
  }
}

function rememberShown(): void {
  shown = true;
  try {
    localStorage.setItem(SHOWN_KEY, 'true');
  } catch {
    // Storage is blocked: not twice on this page.
  }
}
