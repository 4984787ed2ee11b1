// When this browser's session ends, and the one refresh that keeps it alive.
// The tokens live in HttpOnly cookies; what is kept here is only the time and whose session it is, shared by
// all tabs through local storage. Removing it in one tab is how the others learn of a sign-out.

import { REFRESH_WITHIN_MS } from '../../worker/domain/session-rules.ts';

const STORAGE_KEY = 'onca-session';
const LOCK_NAME = 'onca-session-refresh';

export type SessionMark = { readonly userId: string; readonly expiresAt: number };

export type RefreshOutcome = 'fresh' | 'ended' | 'unknown';

/** The part of the browser's lock manager that is used: one holder at a time, across tabs. */
export type Locks = { readonly request: <T>(name: string, run: () => Promise<T>) => Promise<T> };

type Ports = {
  readonly storage: {
    readonly getItem: (key: string) => string | null;
    readonly setItem: (key: string, value: string) => void;
    readonly removeItem: (key: string) => void;
  } | null;
  readonly locks: Locks | null;
  readonly now: () => number;
  /** Asks the server for a new session: its mark, or null when it has ended. Throws when nobody answered. */
  readonly renew: () => Promise<SessionMark | null>;
};

export type SessionClock = ReturnType<typeof createSessionClock>;

export function createSessionClock(ports: Ports) {
  let memory: SessionMark | null = null;
  let running: Promise<RefreshOutcome> | null = null;

  function read(): SessionMark | null {
    if (ports.storage === null) return memory;
    try {
      return parseMark(ports.storage.getItem(STORAGE_KEY));
    } catch {
      return memory;
    }
  }

  function write(mark: SessionMark | null): void {
    memory = mark;
    try {
      if (mark === null) ports.storage?.removeItem(STORAGE_KEY);
      else ports.storage?.setItem(STORAGE_KEY, JSON.stringify(mark));
    } catch {
      // Storage may be full or forbidden; this tab then keeps its own time.
    }
  }

  function isExpiring(mark: SessionMark): boolean {
    return mark.expiresAt - ports.now() <= REFRESH_WITHIN_MS;
  }

  async function renewUnlessAnotherTabDid(seen: SessionMark | null): Promise<RefreshOutcome> {
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
    start: (mark: SessionMark) => write(mark),
    end: () => write(null),
    refresh,
    /** Refreshes when a known session is about to expire; costs nothing otherwise. */
    async keepFresh(): Promise<void> {
      const mark = read();
      if (mark !== null && isExpiring(mark)) await refresh();
    },
    /** Milliseconds until the next refresh is due, or null without a session. */
    dueIn(): number | null {
      const mark = read();
      return mark === null ? null : Math.max(0, mark.expiresAt - REFRESH_WITHIN_MS - ports.now());
    },
  };
}

export function parseMark(text: string | null): SessionMark | null {
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

/** Calls back when another tab signs out, signs in, or signs in as somebody else. */
export function onMarkChangedElsewhere(listener: (mark: SessionMark | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === STORAGE_KEY) listener(parseMark(event.newValue));
    else if (event.key === null) listener(null);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
