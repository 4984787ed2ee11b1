// A crowd of sockets that follows the prices, and what one stretch of ticks brought it. A stretch begins and ends half a tick after a
// frame, so that no tick is cut.

import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import type { PriceFrame } from '../../worker/contract/prices.ts';
import { pause } from './load.ts';

/** Every so many sockets say when each frame came. */
const TIMED = 10;
const OPENED_AT_ONCE = 50;
/** Of the expected frames; fewer means that a socket was left out. */
export const DELIVERED = 0.99;

export type Stretch = {
  readonly ticks: number;
  /** To one socket. */
  readonly framesPerTick: number;
  readonly updatesPerTick: number;
  readonly bytesPerFrame: number;
  /** Milliseconds from the time of the prices to the receipt of the frame. */
  readonly latencies: readonly number[];
  /** A frame as it came. */
  readonly frame: string;
};

/** What each socket of a crowd heard of what was sent. */
export type Followed = {
  readonly sockets: number;
  /** Numbers that anybody heard. */
  readonly ticks: number;
  readonly frames: number;
  /** By the socket that heard least. */
  readonly fewest: number;
  /** Numbers in between that nobody heard. */
  readonly gaps: number;
  /** Frames that are older than the one before on the same socket. */
  readonly backwards: number;
  readonly closed: number;
};

type Watched = {
  readonly from: number;
  readonly seqs: Set<number>;
  readonly frames: Uint32Array;
  readonly last: Float64Array;
  backwards: number;
};

type Heard = {
  isMeasuring: boolean;
  frames: number;
  bytes: number;
  latencies: number[];
  closed: number;
};

export class Crowd {
  readonly #base: URL;
  readonly #tickMs: number;
  readonly #cookies: readonly string[];
  readonly #sockets: WebSocket[] = [];
  #watched: Watched | null = null;
  readonly #heard: Heard = { isMeasuring: false, frames: 0, bytes: 0, latencies: [], closed: 0 };
  /** What the first socket heard in the stretch, frame by frame, and what it heard last before it. */
  #first: string[] = [];
  #last = '';
  #onTick: () => void = () => {};
  #tickAt: string | null = null;

  /** The first sockets are those of customers who are signed in with these cookies. */
  constructor(base: URL, tickMs: number, cookies: readonly string[] = []) {
    this.#base = base;
    this.#tickMs = tickMs;
    this.#cookies = cookies;
  }

  /** As many sockets as this, each from an address of its own. */
  async growTo(count: number): Promise<void> {
    while (this.#sockets.length < count) {
      const from = this.#sockets.length;
      const group = Array.from({ length: Math.min(OPENED_AT_ONCE, count - from) }, (_, index) =>
        this.#open(from + index),
      );
      this.#sockets.push(...(await Promise.all(group)));
    }
  }

  /** `read` is called where the stretch begins and where it ends. */
  async stretch<T>(ticks: number, read: () => T): Promise<Stretch & { readonly from: T; readonly to: T }> {
    const heard = this.#heard;
    await this.#nextTick();
    await pause(this.#tickMs / 2);
    Object.assign(heard, { isMeasuring: true, frames: 0, bytes: 0, latencies: [] });
    this.#first = [];
    const before = JSON.parse(this.#last) as PriceFrame;
    const from = read();
    const due = () => this.#first.length * this.#sockets.length;
    // Where the last tick needs more than half of its time, the stretch goes on until what began in it has come.
    for (let tick = 0; tick < ticks || (tick < 2 * ticks && heard.frames < due() * DELIVERED); tick += 1) {
      await this.#nextTick();
      await pause(this.#tickMs / 2);
    }
    const to = read();
    heard.isMeasuring = false;
    const first = this.#first.map((text) => JSON.parse(text) as PriceFrame);
    if (heard.closed > 0 || heard.frames < due() * DELIVERED)
      throw new Error(`${heard.frames} of ${due()} frames came, ${heard.closed} sockets were closed`);
    const counted = new Set(first.map(timeOf)).size;
    return {
      ticks: counted,
      framesPerTick: first.length / counted,
      updatesPerTick: updatesIn([before, ...first]) / counted,
      bytesPerFrame: heard.bytes / heard.frames,
      latencies: heard.latencies,
      frame: this.#last,
      from,
      to,
    };
  }

  /** Counts from now on what each socket hears. */
  watch(): void {
    const sockets = this.#sockets.length;
    const from = (JSON.parse(this.#last) as PriceFrame).seq;
    this.#watched = {
      from,
      seqs: new Set(),
      frames: new Uint32Array(sockets),
      last: new Float64Array(sockets).fill(from),
      backwards: 0,
    };
  }

  /** Without the newest frame, which is perhaps still on its way to others. */
  get followed(): Followed {
    if (this.#watched === null) throw new Error('nobody watched');
    const { seqs, frames, last, backwards } = this.#watched;
    const newest = Math.max(...seqs);
    const counts = [...frames].map((count, index) => count - Number(last[index] === newest));
    return {
      sockets: counts.length,
      ticks: Math.max(0, seqs.size - 1),
      frames: counts.reduce((sum, count) => sum + count, 0),
      fewest: Math.min(...counts),
      gaps: seqs.size === 0 ? 0 : newest - Math.min(...seqs) + 1 - seqs.size,
      backwards,
      closed: this.#heard.closed,
    };
  }

  close(): void {
    for (const socket of this.#sockets) {
      socket.removeAllListeners('close');
      socket.terminate();
    }
  }

  async #nextTick(): Promise<void> {
    const patience = Math.max(10_000, 5 * this.#tickMs);
    await new Promise<void>((settle, fail) => {
      const timer = setTimeout(() => fail(new Error(`no price came in ${patience} ms`)), patience);
      this.#onTick = () => {
        clearTimeout(timer);
        settle();
      };
    });
  }

  async #open(index: number): Promise<WebSocket> {
    const { host, origin } = this.#base;
    const address = `10.9.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    const socket = new WebSocket(`ws://${host}/api/prices/stream`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      headers: { Origin: origin, 'CF-Connecting-IP': address, Cookie: this.#cookies[index] ?? '' },
    });
    socket.on('message', (data: Buffer) => this.#hear(index, data));
    await new Promise<void>((settle, fail) => {
      socket.once('open', settle);
      socket.once('error', fail);
    });
    socket.on('error', () => {});
    socket.on('close', () => (this.#heard.closed += 1));
    return socket;
  }

  #hear(index: number, data: Buffer): void {
    const heard = this.#heard;
    if (heard.isMeasuring) {
      heard.frames += 1;
      heard.bytes += data.length;
    }
    if (this.#watched !== null) note(this.#watched, index, data);
    if (index % TIMED !== 0) return;
    const now = performance.timeOrigin + performance.now();
    const text = data.toString();
    if (heard.isMeasuring) heard.latencies.push(now - Date.parse(/"asOf":"([^"]+)"/u.exec(text)?.[1] ?? ''));
    if (index > 0) return;
    this.#last = text;
    if (heard.isMeasuring) this.#first.push(text);
    const frame = JSON.parse(text) as PriceFrame;
    if (frame.type !== 'tick' || timeOf(frame) === this.#tickAt) return;
    this.#tickAt = timeOf(frame);
    this.#onTick();
  }
}

/** The beginning of a frame is enough: there are thousands of them in a second. */
const HEAD_CHARS = 80;

function note(watched: Watched, index: number, data: Buffer): void {
  const seq = Number(/"seq":(\d+)/u.exec(data.toString('latin1', 0, HEAD_CHARS))?.[1] ?? Number.NaN);
  // What is on its way while the watch begins reaches some before it and others after it.
  if (!(seq > watched.from + 1)) return;
  const last = watched.last[index] ?? 0;
  if (seq < last) watched.backwards += 1;
  if (seq <= last) return;
  watched.last[index] = seq;
  watched.frames[index] = (watched.frames[index] ?? 0) + 1;
  watched.seqs.add(seq);
}

/** A tick is a new time of the first metal; a second frame may bring the rate. */
function timeOf({ prices }: PriceFrame): string | null {
  return prices[0]?.asOf ?? null;
}

/** Prices and rates that are newer than in the frame before. */
function updatesIn(frames: readonly PriceFrame[]): number {
  const timesOf = ({ prices, fx }: PriceFrame) => [...prices.map(({ asOf }) => asOf), fx?.asOf];
  return frames.slice(1).reduce((sum, frame, index) => {
    const before = timesOf(frames[index] ?? frame);
    return sum + timesOf(frame).filter((time, series) => time !== before[series]).length;
  }, 0);
}
