// A TCP proxy on loopback, between the clients and the runtime: its address stays when the runtime is another one, and it loses replies.

import { once } from 'node:events';
import { type AddressInfo, createServer, connect, type Server, type Socket } from 'node:net';

/**
 * `lose-replies`: what was asked arrives and is done, and nobody hears of it. `cut-replies`: half of the first packet comes back. `slow`: each
 * packet waits.
 */
export type ProxyMode = 'pass' | 'lose-replies' | 'cut-replies' | 'slow';

const SLOW_MS = 150;

export class Proxy {
  mode: ProxyMode = 'pass';
  /** Of replies, one in so many; the other ones pass. */
  everyNth = 3;
  lostReplies = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target = 0;
  #replies = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (near) => this.#join(near));
  }

  static async listening(): Promise<Proxy> {
    const server = createServer({ noDelay: true });
    const proxy = new Proxy(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  leadTo(port: number): void {
    this.#target = port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket): void {
    const far = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', end).on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    near.pipe(far);
    far.on('data', (data) => {
      const isLost =
        this.mode !== 'pass' && this.mode !== 'slow' && (this.#replies += 1) % this.everyNth === 0;
      if (isLost) {
        this.lostReplies += 1;
        if (this.mode === 'cut-replies') near.write(data.subarray(0, data.length / 2), end);
        else end();
      } else if (this.mode === 'slow') {
        far.pause();
        setTimeout(() => {
          near.write(data);
          far.resume();
        }, SLOW_MS);
      } else if (!near.write(data)) {
        far.pause();
        near.once('drain', () => far.resume());
      }
    });
  }
}
