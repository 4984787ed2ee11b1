// One socket that stays open: it reconnects with jitter, checks the connection by ping and pong, and reports one of three
// states (P34). It is independent of React and the query cache; time, chance and the socket itself are arguments, so that
// tests reach every path.

import * as v from 'valibot';
import { NoticeFrame, PriceFrame } from '../../worker/contract/prices.ts';

export type StreamState = 'connecting' | 'connected' | 'disconnected';

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

export type Deps = {
  readonly open: (events: SocketEvents) => OpenSocket;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  readonly random: () => number;
  readonly onFrame: (frame: PriceFrame) => void;
  /** A message for the signed-in customer only. */
  readonly onNotice: (notice: string) => void;
  readonly onState: (state: StreamState) => void;
};

export type PriceSocket = {
  /** The network is gone: report it at once instead of waiting for a pong. */
  suspend(): void;
  /** The network or the page is back: connect now instead of at the next attempt. */
  resume(): void;
  /** Another customer needs another socket. The connection was not lost, so the state does not change. */
  restart(): void;
  stop(): void;
};

/** The delay before the reconnection numbered `attempt`, from 0. Full jitter spreads the reconnections of many clients. */
export function reconnectDelay(attempt: number, random: () => number): number {
  const longest = RECONNECT_MS[attempt];
  return longest === undefined ? RECONNECT_EVERY_MS : Math.round(random() * longest);
}

export function startPriceSocket(deps: Deps): PriceSocket {
  const retry = timer(deps);
  const pings = heartbeat(deps, lose);
  const reportState = onChangeOnly(deps.onState);
  let socket: OpenSocket | null = null;
  let attempt = 0;
  let stopped = false;

  function drop(): void {
    pings.stop();
    retry.clear();
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function lose(): void {
    drop();
    reportState('disconnected');
    retry.set(connect, reconnectDelay(attempt, deps.random));
    attempt += 1;
  }

  function hear(data: unknown): void {
    if (data === 'pong') return pings.answered();
    const frame = readMessage(data);
    if (frame === null) return;
    if (frame.type === 'notice') return deps.onNotice(frame.notice);
    // Connected means that prices arrive: a completed handshake is not enough.
    attempt = 0;
    reportState('connected');
    deps.onFrame(frame);
  }

  function connect(): void {
    if (stopped) return;
    retry.clear();
    // A dropped socket may still emit events: only those of the current one count.
    const own = { current: null as OpenSocket | null };
    const ifCurrent = (run: () => void) => {
      if (own.current === null || own.current === socket) run();
    };
    try {
      own.current = deps.open({
        onOpen: () => ifCurrent(() => pings.start((text) => socket?.send(text))),
        onMessage: (data) => ifCurrent(() => hear(data)),
        onClose: () => ifCurrent(lose),
      });
      socket = own.current;
    } catch {
      lose();
    }
  }

  reportState('connecting');
  connect();
  return {
    suspend() {
      drop();
      reportState('disconnected');
    },
    resume() {
      if (stopped || socket !== null) return;
      attempt = 0;
      connect();
    },
    restart() {
      // Without a socket, the next one already belongs to the new customer.
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

function onChangeOnly(report: (state: StreamState) => void): (state: StreamState) => void {
  let last: StreamState | null = null;
  return (state) => {
    if (state === last) return;
    last = state;
    report(state);
  };
}

/** Ping every 25 s; without a pong within 10 s the connection is dead, whatever the socket reports. */
function heartbeat(deps: Pick<Deps, 'setTimer' | 'clearTimer'>, onSilence: () => void) {
  const ping = timer(deps);
  const pong = timer(deps);
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

function timer(deps: Pick<Deps, 'setTimer' | 'clearTimer'>) {
  let running: unknown = null;
  function clear(): void {
    if (running !== null) deps.clearTimer(running);
    running = null;
  }
  return {
    clear,
    set(run: () => void, ms: number) {
      clear();
      running = deps.setTimer(run, ms);
    },
  };
}

const Message = v.union([PriceFrame, NoticeFrame]);

/** A price frame or a notice; null for anything else (a newer version, noise). */
export function readMessage(data: unknown): PriceFrame | NoticeFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = v.safeParse(Message, JSON.parse(data));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
