// Whether the visitor has answered the cookie notice (A3, A4): acceptance is stored on the device, closing lasts as
// long as the session. An answer in one tab applies to all of them.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from '../i18n/link.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import lateMessages from '#messages/shell-late.json';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MAIN_ID } from './route-focus.tsx';
import { stored } from '../api/stored.ts';

const accepted = stored('cookie-consent', (text) => text === 'accepted');
const closed = stored(
  'cookie-notice-closed',
  (text) => text !== null,
  () => sessionStorage,
);

/** For good, or for this session. */
export const isCookieNoticeAnswered = () => accepted.read() || closed.read();

type Consent = {
  readonly isAnswered: () => boolean;
  readonly accept: () => void;
  readonly close: () => void;
  readonly stop: () => void;
};

/** Asks the other tabs at once; calls back when another tab has the answer. */
function followConsent(onAnswer: () => void): Consent {
  // Session storage belongs to one tab and sends other tabs no event: the open tabs use a channel.
  const channel = new BroadcastChannel('cookie-notice');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel belongs to one origin
  const send = (message: 'asking' | 'answered') => channel.postMessage(message);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'asking' && isCookieNoticeAnswered()) send('answered');
    if (data !== 'answered') return;
    closed.write('true');
    onAnswer();
  });
  send('asking');
  return {
    isAnswered: isCookieNoticeAnswered,
    accept() {
      accepted.write('accepted');
      send('answered');
    },
    close() {
      closed.write('true');
      send('answered');
    },
    stop: () => channel.close(),
  };
}

/** A4, A9: cookie notice delay 1 s. */
const NOTICE_DELAY_MS = 1_000;
/** The gap between a focused element and the notice. */
const CLEARANCE_PX = 12;

export function CookieNotice() {
  const t = useMessages(lateMessages.notices);
  const [shown, setShown] = useState(false);
  const box = useRef<HTMLElement>(null);
  const consent = useRef<Consent | null>(null);
  useEffect(() => {
    const following = followConsent(() => setShown(false));
    consent.current = following;
    const timer = setTimeout(() => setShown(!following.isAnswered()), NOTICE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      following.stop();
    };
  }, []);
  useFocusInSight(box, shown);
  const answer = (how: 'accept' | 'close') => {
    consent.current?.[how]();
    setShown(false);
    // The pressed button unmounts: the focus goes to the page.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  };
  return (
    <div aria-live="polite">
      {shown && (
        <section ref={box} className="cookie-notice" aria-label={t('cookies.title')}>
          <p>
            {t('cookies.text')}{' '}
            <Link to="/legal/privacy#cookies" className="link">
              {t('cookies.more')}
            </Link>
          </p>
          <Button variant="primary" onClick={() => answer('accept')}>
            {t('cookies.accept')}
          </Button>
          <IconButton icon="x" label={t('cookies.close')} onClick={() => answer('close')} />
        </section>
      )}
    </div>
  );
}

/** Scrolls an element that gets the focus by keyboard out from under the notice. */
function useFocusInSight(box: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    const reveal = ({ target }: FocusEvent) => {
      const notice = box.current;
      if (notice === null || !(target instanceof Element) || notice.contains(target)) return;
      if (!target.matches(':focus-visible')) return;
      const over = notice.getBoundingClientRect();
      const rect = target.getBoundingClientRect();
      const apart = rect.right < over.left || rect.left > over.right || rect.bottom <= over.top;
      // An element as tall as the screen cannot be moved clear, and the bars at the edges do not scroll.
      if (apart || rect.top > over.bottom || rect.height > over.top) return;
      window.scrollBy({ top: rect.bottom - over.top + CLEARANCE_PX, behavior: 'instant' });
    };
    document.addEventListener('focusin', reveal);
    return () => document.removeEventListener('focusin', reveal);
  }, [box, shown]);
}
