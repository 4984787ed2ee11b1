// Connects the socket to the query cache: one write per animation frame, and a poll every 30 s while the socket is down.
// Loaded when the page is idle, or with the first request for prices.

import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  ALERTS_CHANGED,
  PORTFOLIO_CHANGED,
  type PriceFrame,
  PriceSnapshot,
  SESSION_ENDED_CODE,
} from '../../worker/contract/prices.ts';
import { queryKeys } from '../api/keys.ts';
import { isNews, snapshotOf } from './frame-order.ts';
import {
  type OpenSocket,
  type PriceSocket,
  type SocketEvents,
  startPriceSocket,
  type StreamState,
} from './price-socket.ts';
import { pricesQuery } from './prices-query.ts';

export const POLL_EVERY_MS = 30_000;

export type PriceStream = { readonly stop: () => void; readonly restart: () => void };

export function startPriceStream(client: QueryClient, onState: (state: StreamState) => void): PriceStream {
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
    if (!isNews(lastSeq, frame)) return;
    lastSeq = frame.seq;
    pending = frame;
    // A hidden page gets no animation frames: only the newest frame is kept, and written when the page is visible again.
    scheduled ??= requestAnimationFrame(flush);
  }

  function stopPoll(): void {
    if (poll !== null) window.clearInterval(poll);
    poll = null;
  }

  function changeState(state: StreamState): void {
    onState(state);
    if (state === 'connected') {
      // It polls from the moment it was down.
      if (poll !== null) readOwnAgain(client);
      stopPoll();
    }
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
    onNotice: (notice) => applyNotice(client, notice),
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
      // Closing during the handshake would log a warning in the browser's console.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
      else socket.close();
    },
  };
}

/** What the server's notices tell of: a deposit settled, an alert fired, another device traded. */
const CHANGED: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  [ALERTS_CHANGED, [queryKeys.alerts]],
  [PORTFOLIO_CHANGED, [queryKeys.portfolio, queryKeys.transactions]],
]);

function applyNotice(client: QueryClient, notice: string): void {
  for (const queryKey of CHANGED.get(notice) ?? []) void client.invalidateQueries({ queryKey });
}

/** Whatever was reported while the socket was down. */
function readOwnAgain(client: QueryClient): void {
  for (const notice of CHANGED.keys()) applyNotice(client, notice);
}

/** The browser's own events about the connection, which come sooner than a missing pong. */
function watchConnection(socket: PriceSocket): () => void {
  const suspend = () => socket.suspend();
  const resume = () => socket.resume();
  const onVisible = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) socket.resume();
  };
  window.addEventListener('offline', suspend);
  window.addEventListener('online', resume);
  // An open socket would exclude the page from the back/forward cache.
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

/** Called when the socket reports that its session has ended: the session keeper then asks the server. */
const listeners = new Set<() => void>();

export function onSessionEndedNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function noticeSessionEnded(): void {
  for (const listener of listeners) listener();
}

/** The specification's limit on a request (A9). */
const ANSWER_WITHIN_MS = 10_000;

/** Not aborted with a component: the next one on the page needs the same prices. */
export async function fetchPrices(): Promise<PriceSnapshot> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch('/api/prices', { signal, headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /api/prices answered ${response.status}`);
  return v.parse(PriceSnapshot, await response.json());
}
