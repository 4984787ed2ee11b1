// When this browser's session expires, and the one refresh that keeps it alive. The tokens are in HttpOnly cookies.
// Local storage has only the expiry and the user's id, for all tabs: a tab that removes them signs the others out.

import { stored, type TextStorage } from './stored.ts';
import { REFRESH_WITHIN_MS } from '../../worker/domain/session-rules.ts';

const STORAGE_KEY = 'onca-session';
const LOCK_NAME = 'onca-session-refresh';

export type SessionExpiry = { readonly userId: string; readonly expiresAt: number };

export type RefreshOutcome = 'fresh' | 'ended' | 'unknown';

/** The part of the browser's lock manager that is used: one holder at a time, across tabs. */
export type Locks = { readonly request: <T>(name: string, run: () => Promise<T>) => Promise<T> };

type Ports = {
  /** Null where there is none: the session is then known to this tab alone. */
  readonly storage: TextStorage | null;
  readonly locks: Locks | null;
  readonly now: () => number;
  /** Asks the server for a new session; null when the session has ended. Throws when there was no reply. */
  readonly renew: () => Promise<SessionExpiry | null>;
};

export type SessionClock = ReturnType<typeof createSessionClock>;

export function createSessionClock(ports: Ports) {
  const expiry = stored(STORAGE_KEY, parseExpiry, () => ports.storage);
  const { read } = expiry;
  let running: Promise<RefreshOutcome> | null = null;

  function write(session: SessionExpiry | null): void {
    expiry.write(session === null ? null : JSON.stringify(session));
  }

  function isExpiring({ expiresAt }: SessionExpiry): boolean {
    return expiresAt - ports.now() <= REFRESH_WITHIN_MS;
  }

  async function renewUnlessAnotherTabDid(seen: SessionExpiry | null): Promise<RefreshOutcome> {
    const current = read();
    const renewedElsewhere =
      current !== null && current.expiresAt !== seen?.expiresAt && !isExpiring(current);
    if (renewedElsewhere) return 'fresh';
    try {
      const renewed = await ports.renew();
      write(renewed);
      return renewed === null ? 'ended' : 'fresh';
    } catch {
      return 'unknown';
    }
  }

  /** One refresh at a time, in this tab by the shared promise and across tabs by the lock. */
  function refresh(): Promise<RefreshOutcome> {
    const seen = read();
    running ??= (async () =>
      ports.locks === null
        ? renewUnlessAnotherTabDid(seen)
        : ports.locks.request(LOCK_NAME, () => renewUnlessAnotherTabDid(seen)))().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    read,
    start: (session: SessionExpiry) => write(session),
    end: () => write(null),
    refresh,
    /** Refreshes when a known session is about to expire; no request otherwise. */
    async keepFresh(): Promise<void> {
      const session = read();
      if (session !== null && isExpiring(session)) await refresh();
    },
    /** Milliseconds until the next refresh is due, or null without a session. */
    dueIn(): number | null {
      const session = read();
      return session === null ? null : Math.max(0, session.expiresAt - REFRESH_WITHIN_MS - ports.now());
    },
    /** Calls back when another tab signs out, signs in, or signs in as another user. */
    onOtherTab: (listener: (session: SessionExpiry | null) => void) =>
      expiry.onOtherTab(() => listener(read())),
  };
}

export function parseExpiry(text: string | null): SessionExpiry | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { userId, expiresAt } = value as Record<string, unknown>;
    return typeof userId === 'string' && typeof expiresAt === 'number' ? { userId, expiresAt } : null;
  } catch {
    return null;
  }
}
