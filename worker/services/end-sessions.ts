// After the rows of sessions have ended: the hub closes their sockets, so that their pages notice at once.

import type { Deps } from './deps.ts';

export function closeSockets(deps: Deps, sessionIds: readonly string[]): void {
  if (sessionIds.length === 0) return;
  deps.defer(Promise.all(sessionIds.map((id) => deps.hub.endSession(id))));
}
