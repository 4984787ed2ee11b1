// Joins the socket to the query cache: one write per animation frame, a refetch after a gap,
// and a poll every 30 s for as long as the socket is down.

import type { QueryClient } from '@tanstack/react-query';
import {
  ALERTS_CHANGED,
  PORTFOLIO_CHANGED,
  type PriceFrame,
  SESSION_ENDED_CODE,
} from '../../worker/contract/prices.ts';
import { queryKeys } from '../api/keys.ts';
import { judgeFrame, snapshotOf } from './frame-order.ts';
import {
  type FeedState,
  type OpenSocket,
  type PriceSocket,
  type SocketEvents,
  startPriceSocket,
} from './price-socket.ts';
import { pricesQuery } from './prices-query.ts';
import { noticeSessionEnded } from './session-notice.ts';

export const POLL_EVERY_MS = 30_000;

export type PriceFeed = { readonly stop: () => void; readonly restart: () => void };

export function startPriceFeed(client: QueryClient, onState: (state: FeedState) => void): PriceFeed {
  let pending: PriceFrame | null = null;
  let scheduled: number | null = null;
  let lastSeq: number | null = null;
  let poll: number | null = null;

  const refetch = () =>
    void client.refetchQueries({ queryKey: pricesQuery.queryKey }, { throwOnError: false });

  function flush(): void {
    scheduled = null;
    if (pending === null) return;
    client.setQueryData(pricesQuery.queryKey, snapshotOf(pending));
    pending = null;
  }

  function onFrame(frame: PriceFrame): void {
    const verdict = judgeFrame(lastSeq, frame);
    if (verdict === 'ignore') return;
    lastSeq = frame.seq;
    pending = frame;
    // In a hidden page no animation frame comes: only the newest frame waits, and one write follows on return.
    scheduled ??= requestAnimationFrame(flush);
    if (verdict === 'apply-and-refetch') refetch();
  }

  function stopPoll(): void {
    if (poll !== null) window.clearInterval(poll);
    poll = null;
  }

  function changeState(state: FeedState): void {
    onState(state);
    if (state === 'connected') stopPoll();
    if (state !== 'disconnected' || poll !== null) return;
    if (navigator.onLine) refetch();
    poll = window.setInterval(refetch, POLL_EVERY_MS);
  }

  const socket = startPriceSocket({
    open: openStream,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (timer) => window.clearTimeout(timer as number),
    random: Math.random,
    onFrame,
    onNotice: (notice) => hearNotice(client, notice),
    onState: changeState,
  });
  const unwatch = watchConnection(socket);

  return {
    restart: () => socket.restart(),
    stop() {
      unwatch();
      socket.stop();
      stopPoll();
      if (scheduled !== null) cancelAnimationFrame(scheduled);
    },
  };
}

function openStream(events: SocketEvents): OpenSocket {
  const address = new URL('/api/prices/stream', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  socket.addEventListener('open', events.onOpen);
  socket.addEventListener('message', (event) => events.onMessage(event.data));
  // An error is always followed by a close.
  socket.addEventListener('close', ({ code }) => {
    events.onClose();
    if (code === SESSION_ENDED_CODE) noticeSessionEnded();
  });
  return {
    send: (text) => socket.send(text),
    close() {
      // Closing during the handshake would put a warning into the browser's console.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
      else socket.close();
    },
  };
}

/** The server's word that something of the customer's changed: a deposit settled, an alert fired, another device traded. */
function hearNotice(client: QueryClient, notice: string): void {
  if (notice === ALERTS_CHANGED) void client.invalidateQueries({ queryKey: queryKeys.alerts });
  if (notice !== PORTFOLIO_CHANGED) return;
  void client.invalidateQueries({ queryKey: queryKeys.portfolio });
  void client.invalidateQueries({ queryKey: queryKeys.transactions });
}

/** The browser's own news about the connection, which comes sooner than a missing pong. */
function watchConnection(socket: PriceSocket): () => void {
  const suspend = () => socket.suspend();
  const resume = () => socket.resume();
  const onVisible = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) socket.resume();
  };
  window.addEventListener('offline', suspend);
  window.addEventListener('online', resume);
  // An open socket would keep the page out of the back/forward cache.
  window.addEventListener('pagehide', suspend);
  window.addEventListener('pageshow', resume);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('offline', suspend);
    window.removeEventListener('online', resume);
    window.removeEventListener('pagehide', suspend);
    window.removeEventListener('pageshow', resume);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
