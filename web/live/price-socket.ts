// One socket that stays open: reconnects with jitter, proves life by ping and pong, and says which of the three
// states it is in (decision 34). It knows nothing of React or of the query cache; time, chance and the socket
// itself are arguments, so that every path has a test.

import * as v from 'valibot';
import { NoticeFrame, PriceFrame } from '../../worker/contract/prices.ts';

export type FeedState = 'connecting' | 'connected' | 'disconnected';

export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const;
export const RECONNECT_EVERY_MS = 10_000;
export const PING_EVERY_MS = 25_000;
export const PONG_WITHIN_MS = 10_000;

export type SocketEvents = {
  readonly onOpen: () => void;
  readonly onMessage: (data: unknown) => void;
  readonly onClose: () => void;
};
export type OpenSocket = { readonly send: (text: string) => void; readonly close: () => void };

export type Ports = {
  readonly open: (events: SocketEvents) => OpenSocket;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  readonly random: () => number;
  readonly onFrame: (frame: PriceFrame) => void;
  /** A message for the signed-in customer alone. */
  readonly onNotice: (notice: string) => void;
  readonly onState: (state: FeedState) => void;
};

export type PriceSocket = {
  /** The network is gone: say so at once instead of waiting for a pong that cannot come. */
  suspend(): void;
  /** The network or the page is back: try now instead of at the next turn. */
  resume(): void;
  /** Another customer needs another socket. Nothing was lost, so nobody is told that it was. */
  restart(): void;
  stop(): void;
};

/** How long to wait before the reconnection numbered `attempt`, from 0. Full jitter spreads a crowd's return. */
export function reconnectDelay(attempt: number, random: () => number): number {
  const longest = RECONNECT_MS[attempt];
  return longest === undefined ? RECONNECT_EVERY_MS : Math.round(random() * longest);
}

export function startPriceSocket(ports: Ports): PriceSocket {
  const retry = timer(ports);
  const heart = heartbeat(ports, lose);
  const become = sayOnce(ports.onState);
  let socket: OpenSocket | null = null;
  let attempt = 0;
  let stopped = false;

  function drop(): void {
    heart.stop();
    retry.clear();
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function lose(): void {
    drop();
    become('disconnected');
    retry.set(connect, reconnectDelay(attempt, ports.random));
    attempt += 1;
  }

  function hear(data: unknown): void {
    if (data === 'pong') return heart.answered();
    const frame = readMessage(data);
    if (frame === null) return;
    if (frame.type === 'notice') return ports.onNotice(frame.notice);
    // Connected means that prices arrive, not merely that a handshake went through.
    attempt = 0;
    become('connected');
    ports.onFrame(frame);
  }

  function connect(): void {
    if (stopped) return;
    retry.clear();
    // A socket that was dropped may still report; only the current one is heard.
    const own = { current: null as OpenSocket | null };
    const ifCurrent = (run: () => void) => {
      if (own.current === null || own.current === socket) run();
    };
    try {
      own.current = ports.open({
        onOpen: () => ifCurrent(() => heart.start((text) => socket?.send(text))),
        onMessage: (data) => ifCurrent(() => hear(data)),
        onClose: () => ifCurrent(lose),
      });
      socket = own.current;
    } catch {
      lose();
    }
  }

  become('connecting');
  connect();
  return {
    suspend() {
      drop();
      become('disconnected');
    },
    resume() {
      if (stopped || socket !== null) return;
      attempt = 0;
      connect();
    },
    restart() {
      // Without a socket the next one will be the right one anyway.
      if (socket === null) return;
      drop();
      connect();
    },
    stop() {
      stopped = true;
      drop();
    },
  };
}

function sayOnce(say: (state: FeedState) => void): (state: FeedState) => void {
  let said: FeedState | null = null;
  return (state) => {
    if (state === said) return;
    said = state;
    say(state);
  };
}

/** Ping every 25 s; without a pong within 10 s the connection is dead, whatever the socket says. */
function heartbeat(ports: Pick<Ports, 'setTimer' | 'clearTimer'>, onSilence: () => void) {
  const ping = timer(ports);
  const pong = timer(ports);
  let send: (text: string) => void = () => undefined;
  function arm(): void {
    ping.set(() => {
      send('ping');
      pong.set(onSilence, PONG_WITHIN_MS);
    }, PING_EVERY_MS);
  }
  return {
    start(sendText: (text: string) => void) {
      send = sendText;
      arm();
    },
    answered() {
      pong.clear();
      arm();
    },
    stop() {
      ping.clear();
      pong.clear();
    },
  };
}

function timer(ports: Pick<Ports, 'setTimer' | 'clearTimer'>) {
  let running: unknown = null;
  function clear(): void {
    if (running !== null) ports.clearTimer(running);
    running = null;
  }
  return {
    clear,
    set(run: () => void, ms: number) {
      clear();
      running = ports.setTimer(run, ms);
    },
  };
}

const Message = v.union([PriceFrame, NoticeFrame]);

/** A price frame or a notice, or null for anything else (a newer version, noise). */
export function readMessage(data: unknown): PriceFrame | NoticeFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = v.safeParse(Message, JSON.parse(data));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
