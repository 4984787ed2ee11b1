// Who is let in where a relay is full, or its customer, session or address: the counts are those of the object's own sockets by tag.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RelaySockets, type SocketOwner } from '../../../durable-objects/relay-sockets.ts';

beforeEach(() => vi.stubGlobal('WebSocketRequestResponsePair', class {}));
afterEach(() => vi.unstubAllGlobals());

const VISITOR: SocketOwner = { userId: null, sessionId: null, address: '189.6.1.1' };
const CUSTOMER: SocketOwner = { userId: 'ana', sessionId: 'one', address: '189.6.1.1' };

/** A relay with so many sockets in all, and with each tag. */
function relayWith(all: number, tags: Readonly<Record<string, number>>): RelaySockets {
  return new RelaySockets({
    setWebSocketAutoResponse: () => undefined,
    getWebSockets: (tag?: string) => ({ length: tag === undefined ? all : (tags[tag] ?? 0) }),
  } as unknown as DurableObjectState);
}

const FULL: readonly [string, SocketOwner, number, Readonly<Record<string, number>>, number | null][] = [
  ['a visitor comes to an empty relay', VISITOR, 0, {}, null],
  ['a visitor comes as the last one that fits', VISITOR, 14_999, { visitor: 14_999 }, null],
  ['a visitor comes where visitors have their share', VISITOR, 15_000, { visitor: 15_000 }, 503],
  ['a customer comes where visitors have their share', CUSTOMER, 15_000, { visitor: 15_000 }, null],
  ['a customer comes as the last one that fits', CUSTOMER, 19_999, { visitor: 15_000 }, null],
  ['a customer comes to a full relay', CUSTOMER, 20_000, { visitor: 15_000 }, 503],
  ['a visitor comes from a full address', VISITOR, 250, { 'address:189.6.1.1': 250 }, 429],
  ['a customer comes from a full address', CUSTOMER, 250, { 'address:189.6.1.1': 250 }, null],
  ['a session has all its tabs', CUSTOMER, 10, { 'session:one': 10 }, 429],
  ['a customer has all his devices', CUSTOMER, 20, { 'user:ana': 20 }, 429],
  ['a customer has one fewer', CUSTOMER, 19, { 'user:ana': 19, 'session:one': 9 }, null],
];
test.each(FULL)('%s', (_, owner, all, tags, status) => {
  const refusal = relayWith(all, tags).refusal(owner);
  expect(refusal?.status ?? null).toBe(status);
  expect(refusal?.headers.get('Retry-After') ?? null).toBe(status === null ? null : '30');
});
