// The load: HTTP clients on connections that are open before the clock starts, each sending its next request when the last one is
// answered. Loopback only. A run in which a call was refused, or had to open a connection, is no figure: it throws.

import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { cpuSeconds } from './processes.ts';

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the answer is; 200 unless said. */
  readonly status?: number;
};

export type LoadResult = {
  readonly perSecond: number;
  /** Of each call, in milliseconds. */
  readonly times: readonly number[];
  /** Processor milliseconds per call of the server, and of the clients themselves. */
  readonly cpuMs: { readonly server: number | null; readonly load: number };
};

/** A server to load: where it answers, and its process. */
export type Loaded = { readonly url: URL; readonly pid: number };

const WARM: Call = { method: 'GET', path: '/api/health' };

/** A call with a JSON body. */
export function jsonCall(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  status: number,
): Call {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method: 'POST',
    path,
    body: text,
    headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers },
    status,
  };
}

/** Sends every call once, spread over `clients` clients. */
export async function sendAll(
  { url: base, pid }: Loaded,
  calls: readonly Call[],
  clients: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients, maxFreeSockets: clients });
  try {
    await Promise.all(Array.from({ length: clients }, () => send(base, WARM, agent)));
    const times: number[] = [];
    let next = 0;
    let opened = 0;
    const client = async (): Promise<void> => {
      for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
        const started = performance.now();
        const { isNew } = await send(base, call, agent);
        times.push(performance.now() - started);
        if (isNew) opened += 1;
      }
    };
    const serverBefore = cpuSeconds(pid);
    const ownBefore = process.cpuUsage();
    const began = performance.now();
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(ownBefore);
    const serverAfter = cpuSeconds(pid);
    if (opened > 0) throw new Error(`${opened} of ${calls.length} calls had to open a connection`);
    return {
      perSecond: calls.length / seconds,
      times,
      cpuMs: {
        server:
          serverBefore === null || serverAfter === null
            ? null
            : ((serverAfter - serverBefore) * 1000) / calls.length,
        load: (user + system) / 1000 / calls.length,
      },
    };
  } finally {
    agent.destroy();
  }
}

/** One call on a connection of its own; how many milliseconds it took. */
export async function oneCall(base: URL, call: Call): Promise<number> {
  const started = performance.now();
  await send(base, call, false);
  return performance.now() - started;
}

async function send(base: URL, call: Call, agent: Agent | false): Promise<{ readonly isNew: boolean }> {
  const { method, path, headers, body, status = 200 } = call;
  const { hostname: host, port } = base;
  return new Promise((settle, fail) => {
    const outgoing: ClientRequest = request({ host, port, method, path, agent, headers });
    outgoing.on('response', (reply: IncomingMessage) => {
      if (reply.statusCode === status) {
        reply.resume();
        reply.on('end', () => settle({ isNew: !outgoing.reusedSocket }));
        return;
      }
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('end', () =>
        fail(
          new Error(`${method} ${path} answered ${reply.statusCode}, not ${status}: ${text.slice(0, 300)}`),
        ),
      );
    });
    outgoing.on('error', (error) => fail(new Error(`${method} ${path}: ${error.message}`)));
    outgoing.end(body);
  });
}

export async function pause(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds));
}
