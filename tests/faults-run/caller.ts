// One browser: its cookies, its address, its connections. A request is answered whole, or nobody knows what became of it.

import { Agent, request } from 'node:http';
import { freshAddress } from '../support/fresh.ts';

export type Reply = {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Milliseconds until all of it was there. */
  readonly ms: number;
};

/** Longer than the product waits for anybody, so that what it has to say is heard. */
const TIMEOUT_MS = 20_000;
/** workerd hangs up after five seconds without a request: what is sent at that moment has no reply. */
const IDLE_MS = 4_000;

export class Caller {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4, timeout: IDLE_MS });
  readonly #address = freshAddress();
  #cookies = new Map<string, string>();

  constructor(port: number) {
    this.#port = port;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(header: string) {
    const pairs = header.split('; ').map((pair) => pair.split(/=(.*)/su, 2) as [string, string]);
    this.#cookies = new Map(header === '' ? [] : pairs);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Null: no reply, or not all of it. */
  async send(
    method: string,
    path: string,
    body: unknown = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply | null> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const bytes = body === null ? '' : isRaw ? body : JSON.stringify(body);
    const reply = await this.#exchange(method, path, bytes, headers);
    for (const line of [reply?.headers['set-cookie'] ?? []].flat()) this.#keep(line);
    return reply;
  }

  /** As the page does when its session is about to end: whether there is one afterwards. */
  async renew(): Promise<boolean> {
    const reply = await this.send('POST', '/api/auth/refresh');
    return reply?.status === 200 && !reply.text.includes('"session":null');
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange(
    method: string,
    path: string,
    bytes: string | Uint8Array,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply | null> {
    const began = performance.now();
    return new Promise((settle) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        agent: this.#agent,
        headers: {
          Origin: this.origin,
          Cookie: this.cookie,
          'CF-Connecting-IP': this.#address,
          ...(bytes.length === 0
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) }),
          ...headers,
        },
      });
      // Whatever the connection does, somebody waits.
      const timer = setTimeout(() => outgoing.destroy(new Error('no answer')), TIMEOUT_MS);
      const end = (reply: Reply | null) => {
        clearTimeout(timer);
        settle(reply);
      };
      outgoing.on('error', () => end(null));
      outgoing.on('response', (incoming) => {
        let heard = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
        incoming.on('error', () => end(null));
        incoming.on('close', () =>
          end(
            incoming.complete
              ? {
                  status: incoming.statusCode ?? 0,
                  text: heard,
                  headers: incoming.headers,
                  ms: performance.now() - began,
                }
              : null,
          ),
        );
      });
      outgoing.end(bytes);
    });
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/su, 2);
    const isGone = value === '' || attributes.some((one) => one.toLowerCase() === 'max-age=0');
    if (isGone) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
