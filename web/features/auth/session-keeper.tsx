// Keeps the page's idea of the session true without anybody clicking: refreshes before it expires, and follows a
// sign-out or a sign-in that happened in another tab. Mounted once; renders nothing.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionEnded, sessionClock } from '../../api/client.ts';
import { wasEndedElsewhere } from '../../api/ended-elsewhere.ts';
import { onMarkChangedElsewhere } from '../../api/session-clock.ts';
import { useFeedRestart } from '../../live/live-prices.tsx';
import { onSocketOfEndedSession } from '../../live/session-word.ts';
import { useSession } from './session.ts';
import { endSession, followOtherTab, howItEnded } from './session-transitions.ts';

/** After silence the refresh is tried again this much later, not in a tight loop. */
const RETRY_MS = 15_000;
/** Long enough for this page's own sign-out to be answered. */
const ASK_AFTER_MS = 800;

export function SessionKeeper() {
  const client = useQueryClient();
  const { status, profile } = useSession();
  const restartFeed = useFeedRestart();
  const userId = profile?.id ?? null;

  useEffect(() => onSessionEnded(() => endSession(client, howItEnded())), [client]);

  useEffect(
    () =>
      onMarkChangedElsewhere((mark) => {
        if (mark === null) endSession(client, wasEndedElsewhere() ? 'ended' : 'signed-out-elsewhere');
        else followOtherTab(client, mark.userId);
      }),
    [client],
  );

  // The socket carries the session of the moment it was opened: another customer needs another one.
  useEffect(() => {
    if (status === 'in' || status === 'out') restartFeed(userId);
  }, [status, userId, restartFeed]);

  useEffect(() => {
    if (status !== 'in') return;
    return keepRefreshing(() => endSession(client, howItEnded()));
  }, [client, status]);

  useEffect(() => {
    if (status !== 'in') return;
    return askWhenSocketEnds(() => endSession(client, howItEnded()));
  }, [client, status]);

  return null;
}

/** The socket says that its session is over. After a sign-out in this page the answer to that comes first. */
function askWhenSocketEnds(onEnded: () => void): () => void {
  let timer: number | null = null;
  const unlisten = onSocketOfEndedSession(() => {
    timer ??= window.setTimeout(() => void ask(), ASK_AFTER_MS);
  });
  async function ask(): Promise<void> {
    timer = null;
    if ((await sessionClock.refresh()) === 'ended') onEnded();
  }
  return () => {
    unlisten();
    if (timer !== null) window.clearTimeout(timer);
  };
}

function keepRefreshing(onEnded: () => void): () => void {
  let timer: number | null = null;
  let stopped = false;

  async function refreshWhenDue(): Promise<void> {
    if (timer !== null) window.clearTimeout(timer);
    const due = sessionClock.dueIn();
    if (stopped || due === null) return;
    if (due > 0) return wait(due);
    const outcome = await sessionClock.refresh();
    if (stopped) return;
    if (outcome === 'ended') onEnded();
    else wait(Math.max(RETRY_MS, sessionClock.dueIn() ?? 0));
  }

  function wait(ms: number): void {
    timer = window.setTimeout(() => void refreshWhenDue(), ms);
  }

  // Timers sleep with the machine: look at the clock when the page is looked at.
  const onVisible = () => {
    if (document.visibilityState === 'visible') void refreshWhenDue();
  };
  document.addEventListener('visibilitychange', onVisible);
  void refreshWhenDue();
  return () => {
    stopped = true;
    if (timer !== null) window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
