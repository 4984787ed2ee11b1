// One socket that stays open: reconnects with jitter, proves life by ping and pong, and says which of the three
// states it is in (decision 34). It knows nothing of React or of the query cache; time, chance and the socket
// itself are arguments, so that every path has a test.

import * as v from 'valibot';
import { PriceFrame } from '../../worker/contract/prices.ts';

export type FeedState = 'connecting' | 'connected' | 'disconnected';

export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const;
export const RECONNECT_EVERY_MS = 10_000;
export const PING_EVERY_MS = 25_000;
export const PONG_WITHIN_MS = 10_000;

export type SocketLike = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
};

export type Ports = {
  readonly open: () => SocketLike;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  readonly random: () => number;
  readonly onFrame: (frame: PriceFrame) => void;
  readonly onState: (state: FeedState) => void;
};

export type PriceSocket = {
  /** The network is gone: say so at once instead of waiting for a pong that cannot come. */
  suspend(): void;
  /** The network or the page is back: try now instead of at the next turn. */
  resume(): void;
  stop(): void;
};

/** How long to wait before the reconnection numbered `attempt`, from 0. Full jitter spreads a crowd's return. */
export function reconnectDelay(attempt: number, random: () => number): number {
  const longest = RECONNECT_MS[attempt];
  return longest === undefined ? RECONNECT_EVERY_MS : Math.round(random() * longest);
}

export function startPriceSocket(ports: Ports): PriceSocket {
  let socket: SocketLike | null = null;
  let state: FeedState | null = null;
  let attempt = 0;
  let stopped = false;
  let retryTimer: unknown = null;
  let pingTimer: unknown = null;
  let pongTimer: unknown = null;

  function become(next: FeedState): void {
    if (next === state) return;
    state = next;
    ports.onState(next);
  }

  function clear(timer: unknown): null {
    if (timer !== null) ports.clearTimer(timer);
    return null;
  }

  function drop(): void {
    pingTimer = clear(pingTimer);
    pongTimer = clear(pongTimer);
    const dropped = socket;
    socket = null;
    if (dropped === null) return;
    dropped.onopen = dropped.onmessage = dropped.onclose = dropped.onerror = null;
    dropped.close();
  }

  function lose(): void {
    drop();
    become('disconnected');
    retryTimer = clear(retryTimer);
    retryTimer = ports.setTimer(connect, reconnectDelay(attempt, ports.random));
    attempt += 1;
  }

  function armPing(): void {
    pingTimer = ports.setTimer(() => {
      socket?.send('ping');
      pongTimer = ports.setTimer(lose, PONG_WITHIN_MS);
    }, PING_EVERY_MS);
  }

  function hear(data: unknown): void {
    if (data === 'pong') {
      pongTimer = clear(pongTimer);
      armPing();
      return;
    }
    const frame = readFrame(data);
    if (frame === null) return;
    // Connected means that prices arrive, not merely that a handshake went through.
    attempt = 0;
    become('connected');
    ports.onFrame(frame);
  }

  function connect(): void {
    if (stopped) return;
    retryTimer = clear(retryTimer);
    if (state === null) become('connecting');
    try {
      socket = ports.open();
    } catch {
      lose();
      return;
    }
    socket.onopen = armPing;
    socket.onmessage = (event) => hear(event.data);
    socket.onclose = lose;
    socket.onerror = lose;
  }

  connect();
  return {
    suspend() {
      drop();
      retryTimer = clear(retryTimer);
      become('disconnected');
    },
    resume() {
      if (stopped || socket !== null) return;
      attempt = 0;
      connect();
    },
    stop() {
      stopped = true;
      retryTimer = clear(retryTimer);
      drop();
    },
  };
}

/** A price frame, or null for anything else (a notice, a newer version, noise). */
export function readFrame(data: unknown): PriceFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = v.safeParse(PriceFrame, JSON.parse(data));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
