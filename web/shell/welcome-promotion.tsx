// Shows the welcome offer: on the home page, once per device, to visitors who are not signed in, and never while they are
// busy (C2, welcome promotion modal).

import { Suspense, useEffect, useState } from 'react';
import { stored } from '../api/stored.ts';
import { useSession } from '../features/auth/session.ts';
import { isCookieNoticeAnswered } from './cookie-notice.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

/** C2, C9: promotion delay 1.5 s. */
const PROMOTION_DELAY_MS = 1_500;
/** How often a busy visitor is checked again. */
const BUSY_STEP_MS = 1_000;
const shown = stored('welcome_promo_shown', (text) => text !== null);

const WelcomeDialog = lazyPart(() => import('./welcome-dialog.tsx'), 'WelcomeDialog');

export function WelcomePromotion() {
  const { status } = useSession();
  const [stage, setStage] = useState<'waiting' | 'open' | 'closed'>('waiting');
  useEffect(() => {
    if (status !== 'out' || stage !== 'waiting' || shown.read()) return;
    let timer = setTimeout(appear, PROMOTION_DELAY_MS);
    function appear() {
      if (isBusy()) timer = setTimeout(appear, BUSY_STEP_MS);
      else if (!shown.read()) setStage('open');
    }
    return () => clearTimeout(timer);
  }, [status, stage]);
  const close = () => {
    shown.write('true');
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

/** Typing, in a menu or a dialog, asked by the cookie notice or about to be, or on another tab. */
function isBusy(): boolean {
  return (
    document.hidden ||
    !isCookieNoticeAnswered() ||
    document.activeElement?.matches('input, textarea, select, [contenteditable]') === true ||
    document.querySelector('[role="dialog"], [role="menu"]') !== null
  );
}
