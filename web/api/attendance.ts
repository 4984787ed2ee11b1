// Whether somebody is at this page. The calls of one that nobody has touched say so, because they are no use of the session: an
// operator's ends after a quarter of an hour without use (P52).

import { UNATTENDED_AFTER_MS, UNATTENDED_HEADER } from '../../worker/domain/session-rules.ts';
import { isBrowser } from './browser-ports.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

let touchedAt = Date.now();
if (isBrowser) {
  for (const name of TOUCHES) {
    window.addEventListener(name, () => (touchedAt = Date.now()), { capture: true, passive: true });
  }
}

/** The same request, marked where nobody has touched the page for a minute. */
export function withAttendance(init: RequestInit = {}): RequestInit {
  if (Date.now() - touchedAt < UNATTENDED_AFTER_MS) return init;
  const headers = new Headers(init.headers);
  headers.set(UNATTENDED_HEADER, '1');
  return { ...init, headers };
}
