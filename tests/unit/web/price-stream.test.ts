// What the socket's news mean for what a page has read: a page that could not be told reads its customer's own figures again.

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ALERTS_CHANGED, PORTFOLIO_CHANGED } from '../../../worker/contract/prices.ts';
import { queryKeys } from '../../../web/api/keys.ts';
import { startPriceStream } from '../../../web/live/price-stream.ts';
import { aFrame } from '../../support/snapshots.ts';

/** The browser's, as far as the stream asks for it; what happens to it the test says. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  readonly readyState = 1;
  send(): void {}
  close(): void {}
  hear(message: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }));
  }
  lose(): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }
}

let sockets: FakeSocket[];
let read: unknown[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  read = [];
  const page = Object.assign(new EventTarget(), {
    location: { href: 'https://onca.example/dashboard' },
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal(
    'WebSocket',
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
  const client = new QueryClient();
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    read.push(filters?.queryKey);
  });
  ({ stop } = startPriceStream(client, () => undefined));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const newest = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket');
  return socket;
};
const say = (notice: string) => newest().hear({ v: 1, type: 'notice', notice });

test('the first connection reads nothing again: the page has just read it', () => {
  newest().hear(aFrame(1));
  expect(read).toEqual([]);
});

test.each([
  [PORTFOLIO_CHANGED, [queryKeys.portfolio, queryKeys.transactions]],
  [ALERTS_CHANGED, [queryKeys.alerts]],
  ['something newer', []],
  ['constructor', []],
])('the notice %s is what it is about', (notice, keys) => {
  say(notice);
  expect(read).toEqual(keys);
});

test('after a gap everything of the customer is read again, once', () => {
  newest().hear(aFrame(1));
  newest().lose();
  expect(read).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(2);
  newest().hear(aFrame(2));
  newest().hear(aFrame(3));
  expect(read.toSorted()).toEqual([queryKeys.alerts, queryKeys.portfolio, queryKeys.transactions].toSorted());
});
