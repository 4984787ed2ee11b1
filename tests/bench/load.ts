// The load: HTTP clients on kept-alive connections, each sending its next request when the last one is answered,
// and sockets that note when each frame arrives. Loopback only; every run is bounded in count and time.

import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type HttpResult = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  readonly calls: number;
};

/** Sends every call of `calls` once, spread over `clients` clients; milliseconds. */
export async function sendAll(base: URL, calls: readonly Call[], clients: number): Promise<HttpResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let failures = 0;
  let next = 0;
  const began = performance.now();
  const client = async (): Promise<void> => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const started = performance.now();
      const status = await send(base, call, agent);
      times.push(performance.now() - started);
      if (status >= 400) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { perSecond: calls.length / seconds, ...percentiles(times), failures, calls: calls.length };
}

/** One call on a connection of its own; its status. */
export async function oneCall(base: URL, call: Call): Promise<number> {
  return send(base, call, false);
}

async function send(base: URL, call: Call, agent: Agent | false): Promise<number> {
  return new Promise((settle, fail) => {
    const outgoing = request(
      {
        host: base.hostname,
        port: base.port,
        method: call.method,
        path: call.path,
        agent,
        headers: call.headers,
      },
      (reply) => {
        reply.resume();
        reply.on('end', () => settle(reply.statusCode ?? 0));
      },
    );
    outgoing.on('error', fail);
    outgoing.end(call.body);
  });
}

export type FanOutResult = {
  readonly p50: number;
  readonly p99: number;
  readonly deliveries: number;
  readonly ticks: number;
};

/**
 * Opens `count` sockets, warms up for one frame each, then counts frames for `seconds`. Latency is from the time the
 * frame says it was scheduled (`asOf`) to its receipt, on one clock.
 */
export async function fanOut(
  address: string,
  count: number,
  seconds: number,
  onStart: () => void,
): Promise<FanOutResult> {
  const latencies: number[] = [];
  const seen = new Set<string>();
  let measuring = false;
  const sockets = await openAll(address, count, (text) => {
    if (!measuring) return;
    const frame = JSON.parse(text) as { type: string; asOf: string };
    if (frame.type !== 'tick') return;
    latencies.push(performance.timeOrigin + performance.now() - Date.parse(frame.asOf));
    seen.add(frame.asOf);
  });
  await pause(2000);
  measuring = true;
  onStart();
  await pause(seconds * 1000);
  measuring = false;
  for (const socket of sockets) socket.terminate();
  return { ...percentiles(latencies), deliveries: latencies.length, ticks: seen.size };
}

async function openAll(address: string, count: number, hear: (text: string) => void): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  const origin = address.replace(/^ws/u, 'http');
  for (let opened = 0; opened < count; opened += 50) {
    const group = Array.from({ length: Math.min(50, count - opened) }, async (_value, index) => {
      const host = opened + index;
      const socket = new WebSocket(`${address}/api/prices/stream`, {
        headers: {
          Origin: new URL(origin).origin,
          'CF-Connecting-IP': `10.9.${Math.floor(host / 250)}.${(host % 250) + 1}`,
        },
      });
      socket.on('message', (data: Buffer) => hear(data.toString()));
      await new Promise<void>((settle, fail) => {
        socket.once('open', () => settle());
        socket.once('error', fail);
      });
      return socket;
    });
    sockets.push(...(await Promise.all(group)));
  }
  return sockets;
}

export async function pause(milliseconds: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, milliseconds));
}

function percentiles(values: readonly number[]): { p50: number; p99: number } {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}

/** The smallest value that is above `share` of the others; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
