// After the rows of sessions have ended: the relays close their sockets, so that their pages notice at once.

import { endOperatorSessions } from '../db/sessions.ts';
import type { Deps } from './deps.ts';

export function closeSockets(deps: Deps, sessionIds: readonly string[]): void {
  if (sessionIds.length === 0) return;
  deps.defer(deps.hub.endSessions(sessionIds));
}

/** Calls are refused from the moment on; this closes the sockets of operators' sessions that were left alone or are too old (P52). */
export async function endIdleOperatorSessions(deps: Deps, now: number): Promise<number> {
  const ended = await endOperatorSessions(deps.db, now);
  closeSockets(deps, ended);
  return ended.length;
}
