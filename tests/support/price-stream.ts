// Sockets of /api/prices/stream as pages open them, and what they hear.

import * as v from 'valibot';
import { expect } from 'vitest';
import { PriceFrame } from '../../worker/contract/prices.ts';
import { call } from '../worker/accounts/calls.ts';
import { freshAddress, ORIGIN } from './customers.ts';
import { eventually } from './price-hub.ts';

export type Heard = {
  readonly socket: WebSocket;
  readonly messages: string[];
  readonly closes: CloseEvent[];
};

const open: WebSocket[] = [];

/** For afterEach. */
export function closeAll(): void {
  for (const socket of open.splice(0)) socket.close(1000);
}

export function upgrade(headers: Record<string, string> = {}): Promise<Response> {
  return call('/api/prices/stream', {
    headers: { Upgrade: 'websocket', Origin: ORIGIN, 'CF-Connecting-IP': freshAddress(), ...headers },
  });
}

/** Null where the upgrade was refused. */
export function accept({ webSocket: socket }: Response): Heard | null {
  if (socket === null) return null;
  const messages: string[] = [];
  const closes: CloseEvent[] = [];
  socket.addEventListener('message', (event) => void messages.push(String(event.data)));
  socket.addEventListener('close', (event) => void closes.push(event));
  socket.accept();
  open.push(socket);
  return { socket, messages, closes };
}

export async function listen(headers: Record<string, string> = {}): Promise<Heard> {
  const reply = await upgrade(headers);
  expect(reply.status).toBe(101);
  const heard = accept(reply);
  if (heard === null) throw new Error('no socket');
  return heard;
}

export const framesOf = (heard: Heard): PriceFrame[] =>
  heard.messages.filter((m) => m.includes('"prices"')).map((m) => v.parse(PriceFrame, JSON.parse(m)));

export const noticesOf = (heard: Heard): string[] => heard.messages.filter((m) => m.includes('"notice"'));

/** Waits until there are so many. */
export const count = (list: () => readonly unknown[], atLeast: number): Promise<number> =>
  eventually(
    async () => list().length,
    (length) => length >= atLeast,
  );

/** Waits for a frame that is newer than `seq`. */
export const hearsAfter = (heard: Heard, seq: number): Promise<PriceFrame> =>
  eventually(
    async () => framesOf(heard).at(-1),
    (frame) => frame !== undefined && frame.seq > seq,
  ) as Promise<PriceFrame>;

/** Rising, and none twice. */
export function expectRising(heard: Heard): void {
  const seqs = framesOf(heard).map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
}
