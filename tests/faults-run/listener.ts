// A page that stays open through the whole run: it opens its socket again whenever that is gone, and no price that it hears is older than
// the one before.

import { WebSocket } from 'ws';
import type { History } from './history.ts';

const AGAIN_MS = 200;

export class Listener {
  readonly #port: number;
  readonly #history: History;
  #socket: WebSocket | null = null;
  #isClosed = false;
  #last = 0;
  /** Prices. */
  heard = 0;

  constructor(port: number, history: History) {
    this.#port = port;
    this.#history = history;
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  #open(): void {
    if (this.#isClosed) return;
    const origin = `http://127.0.0.1:${this.#port}`;
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/api/prices/stream`, { origin });
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(() => this.#open(), AGAIN_MS));
    socket.on('message', (data: Buffer) => {
      const { seq, type } = JSON.parse(data.toString()) as { seq?: number; type?: string };
      if (seq === undefined || (type !== 'snapshot' && type !== 'tick')) return;
      if (seq < this.#last) this.#history.find('wrong', `a socket hears price ${seq} after ${this.#last}`);
      this.#last = Math.max(seq, this.#last);
      this.heard += 1;
    });
  }
}
