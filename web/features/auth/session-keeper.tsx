// Refreshes the session before it expires, and follows a sign-out or a sign-in in another tab. Mounted once; renders
// nothing.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionEnded, sessionClock } from '../../api/client.ts';
import { endedElsewhere } from '../../api/ended-elsewhere.ts';
import { useStreamRestart } from '../../live/live-prices.tsx';
import { onSessionEndedNotice } from '../../live/price-stream.ts';
import { useSession } from './session.ts';
import { endSession, followOtherTab, endReason } from './session-transitions.ts';

/** Wait before the next try when there was no reply. */
const RETRY_MS = 15_000;
/** Longer than this page's own sign-out takes. */
const ASK_AFTER_MS = 800;

export function SessionKeeper() {
  const client = useQueryClient();
  const { status, profile } = useSession({ late: true });
  const restartStream = useStreamRestart();
  const userId = profile?.id ?? null;

  useEffect(() => onSessionEnded(() => endSession(client, endReason())), [client]);

  useEffect(
    () =>
      sessionClock.onOtherTab((session) => {
        if (session === null) endSession(client, endedElsewhere() ?? 'signed-out-elsewhere');
        else followOtherTab(client, session.userId);
      }),
    [client],
  );

  // A socket belongs to the session that opened it: another user needs another socket.
  useEffect(() => {
    if (status === 'in' || status === 'out') restartStream(userId);
  }, [status, userId, restartStream]);

  useEffect(() => {
    if (status !== 'in') return;
    return keepRefreshing(() => endSession(client, endReason()));
  }, [client, status]);

  useEffect(() => {
    if (status !== 'in') return;
    return askWhenSocketEnds(() => endSession(client, endReason()));
  }, [client, status]);

  return null;
}

/**
 * Asks the server when the socket reports the end of its session, but not before this page's own sign-out has its
 * reply.
 */
function askWhenSocketEnds(onEnded: () => void): () => void {
  let timer: number | null = null;
  const unlisten = onSessionEndedNotice(() => {
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

  // Timers stop while the machine sleeps: check the clock when the page becomes visible.
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
