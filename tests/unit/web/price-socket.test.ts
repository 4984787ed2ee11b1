import { describe, expect, it } from 'vitest';
import { isNews, newerOf, snapshotOf } from '../../../web/live/frame-order.ts';
import {
  type StreamState,
  PING_EVERY_MS,
  PONG_WITHIN_MS,
  readMessage,
  reconnectDelay,
  type SocketEvents,
  startPriceSocket,
} from '../../../web/live/price-socket.ts';
import { readBootPrices } from '../../../web/live/boot.ts';
import { aFrame, aSnapshot } from '../../support/snapshots.ts';

type Timer = { readonly at: number; readonly run: () => void };

/** A clock and sockets that the test moves. */
function stage() {
  let now = 0;
  let next = 1;
  const timers = new Map<number, Timer>();
  const sockets: (SocketEvents & { sent: string[]; closed: boolean })[] = [];
  const states: StreamState[] = [];
  const seqs: number[] = [];
  const notices: string[] = [];
  const socket = startPriceSocket({
    open(events) {
      const made = { ...events, sent: [] as string[], closed: false };
      sockets.push(made);
      return {
        send: (text) => void made.sent.push(text),
        close() {
          made.closed = true;
          // A browser reports the close later, also of a socket without a listener.
          made.onClose();
        },
      };
    },
    setTimer(run, ms) {
      const id = next;
      next += 1;
      timers.set(id, { at: now + ms, run });
      return id;
    },
    clearTimer: (id) => void timers.delete(id as number),
    random: () => 0.5,
    onFrame: (frame) => seqs.push(frame.seq),
    onNotice: (notice) => notices.push(notice),
    onState: (state) => states.push(state),
  });
  return {
    socket,
    sockets,
    states,
    seqs,
    notices,
    last: () => sockets.at(-1) as (typeof sockets)[number],
    pass(ms: number) {
      const until = now + ms;
      for (;;) {
        const due = [...timers].filter(([, t]) => t.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
        if (due === undefined) break;
        timers.delete(due[0]);
        now = due[1].at;
        due[1].run();
      }
      now = until;
    },
  };
}

const frameText = (seq: number, type: 'snapshot' | 'tick' = 'tick') => JSON.stringify(aFrame(seq, type));

describe('the price socket', () => {
  it('is connecting until the first price arrives, not merely until the handshake', () => {
    const s = stage();
    s.last().onOpen();
    expect(s.states).toEqual(['connecting']);
    s.last().onMessage(frameText(1, 'snapshot'));
    expect(s.states).toEqual(['connecting', 'connected']);
    expect(s.seqs).toEqual([1]);
  });

  it('reconnects after 1, 2, 5 and 10 seconds with full jitter, then every 10 seconds', () => {
    const longest = [0, 1, 2, 3, 4, 5].map((attempt) => reconnectDelay(attempt, () => 1));
    expect(longest).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000]);
    expect([0, 1, 2, 3].map((attempt) => reconnectDelay(attempt, () => 0))).toEqual([0, 0, 0, 0]);
    const s = stage();
    for (const [wait, opened] of [
      [500, 2],
      [1_000, 3],
      [2_500, 4],
      [5_000, 5],
      [10_000, 6],
      [10_000, 7],
    ] as const) {
      s.last().onClose();
      s.pass(wait - 1);
      expect(s.sockets).toHaveLength(opened - 1);
      s.pass(1);
      expect(s.sockets).toHaveLength(opened);
    }
    expect(s.states).toEqual(['connecting', 'disconnected']);
  });

  it('starts the waits over once prices arrive again', () => {
    const s = stage();
    s.last().onClose();
    s.pass(500);
    s.last().onClose();
    s.pass(1_000);
    s.last().onMessage(frameText(1, 'snapshot'));
    s.last().onClose();
    s.pass(500);
    expect(s.sockets).toHaveLength(4);
  });

  it('pings every 25 seconds and stays connected while pongs come back', () => {
    const s = stage();
    s.last().onOpen();
    s.last().onMessage(frameText(1, 'snapshot'));
    for (let i = 1; i <= 3; i += 1) {
      s.pass(PING_EVERY_MS);
      expect(s.last().sent).toHaveLength(i);
      s.last().onMessage('pong');
    }
    expect(s.states.at(-1)).toBe('connected');
  });

  it('is disconnected when no pong comes back within 10 seconds', () => {
    const s = stage();
    s.last().onOpen();
    s.last().onMessage(frameText(1, 'snapshot'));
    s.pass(PING_EVERY_MS + PONG_WITHIN_MS - 1);
    expect(s.states.at(-1)).toBe('connected');
    const silent = s.last();
    s.pass(1);
    expect(s.states.at(-1)).toBe('disconnected');
    expect(silent.closed).toBe(true);
  });

  it('goes offline at once when the browser says so, and comes back without waiting its turn', () => {
    const s = stage();
    s.last().onMessage(frameText(1, 'snapshot'));
    s.socket.suspend();
    expect(s.states.at(-1)).toBe('disconnected');
    s.pass(60_000);
    expect(s.sockets).toHaveLength(1);
    s.socket.resume();
    expect(s.sockets).toHaveLength(2);
    s.last().onMessage(frameText(2, 'snapshot'));
    expect(s.states.at(-1)).toBe('connected');
  });

  it('changes its socket for another customer without claiming that the connection was lost', () => {
    const s = stage();
    s.last().onMessage(frameText(1, 'snapshot'));
    const first = s.last();
    s.socket.restart();
    expect(first.closed).toBe(true);
    expect(s.sockets).toHaveLength(2);
    first.onMessage(frameText(2, 'tick'));
    s.last().onMessage(frameText(3, 'snapshot'));
    expect(s.seqs).toEqual([1, 3]);
    expect(s.states).toEqual(['connecting', 'connected']);
  });

  it('opens nothing more once stopped', () => {
    const s = stage();
    s.last().onClose();
    s.socket.stop();
    s.socket.resume();
    s.pass(60_000);
    expect(s.sockets).toHaveLength(1);
  });

  it('passes a notice on, and does not take it for a price', () => {
    const s = stage();
    s.last().onMessage(JSON.stringify({ v: 1, type: 'notice', notice: 'portfolio-changed' }));
    expect(s.notices).toEqual(['portfolio-changed']);
    expect(s.seqs).toEqual([]);
    expect(s.states).toEqual(['connecting']);
  });

  it('reads price frames and leaves everything else alone', () => {
    expect(readMessage(frameText(7))).toMatchObject({ type: 'tick', seq: 7 });
    for (const noise of [
      'not json',
      '{}',
      '[]',
      'null',
      7,
      JSON.stringify({ ...aFrame(1), v: 2 }),
      JSON.stringify({ ...aFrame(1), seq: '1' }),
    ]) {
      expect(readMessage(noise)).toBeNull();
    }
  });
});

describe('the order of frames', () => {
  it('applies a newer tick, whatever was gathered or lost before it, and ignores an old one', () => {
    expect(isNews(null, aFrame(9))).toBe(true);
    expect(isNews(4, aFrame(5))).toBe(true);
    expect(isNews(4, aFrame(9))).toBe(true);
    expect(isNews(4, aFrame(4))).toBe(false);
    expect(isNews(4, aFrame(3))).toBe(false);
  });

  it('believes the snapshot that opens a connection, whatever its number', () => {
    expect(isNews(40, aFrame(2, 'snapshot'))).toBe(true);
  });

  it('keeps a newer frame when a slow request answers late', () => {
    const shown = aSnapshot({ seq: 8 });
    expect(newerOf(shown, aSnapshot({ seq: 7 }))).toBe(shown);
    expect(newerOf(shown, aSnapshot({ seq: 9 })).seq).toBe(9);
    expect(newerOf(undefined, aSnapshot({ seq: 1 })).seq).toBe(1);
  });

  it('keeps of a frame what GET /api/prices answers', () => {
    expect(snapshotOf(aFrame(3))).toEqual(aSnapshot({ seq: 3 }));
    const incident = { id: 'notice', text: { 'pt-BR': 'Um aviso.', en: 'A notice.' } };
    expect(snapshotOf({ ...aFrame(3), incident })).toEqual(aSnapshot({ seq: 3, incident }));
  });
});

describe('the boot block', () => {
  const page = (text: string | null) => ({
    getElementById: () => (text === null ? null : { textContent: text }),
  });

  it('gives the prices the server wrote into the page', () => {
    expect(readBootPrices(page(JSON.stringify({ prices: aSnapshot({ seq: 5 }) })))?.seq).toBe(5);
  });

  it('gives nothing when it is missing, empty or not what was agreed', () => {
    for (const text of [null, '', '{', '{}', '{"prices":null}', '{"prices":{"seq":"x"}}']) {
      expect(readBootPrices(page(text))).toBeNull();
    }
  });
});
