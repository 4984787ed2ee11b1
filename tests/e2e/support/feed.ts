// Prices of a test's choice, made from the product's own frames.

import type { Page, WebSocketRoute } from 'playwright/test';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';

type Feed = {
  /** Resolves with the first frame of the socket. */
  readonly arrive: () => Promise<void>;
  /** Changes the prices now and from now on. */
  readonly change: (next: (prices: PriceSnapshot) => PriceSnapshot) => void;
};

/** The product's own prices of this moment, changed on their way to this page: over the socket and by GET. */
export async function feed(page: Page, first: (prices: PriceSnapshot) => PriceSnapshot): Promise<Feed> {
  let change = first;
  let connected: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    connected = resolve;
  });
  let last: (() => void) | null = null;
  const changed = (text: string): string => {
    const frame = JSON.parse(text) as PriceSnapshot & { readonly v: 1; readonly type: string };
    // A snapshot is taken as it is; a tick of a number seen before is not.
    return JSON.stringify({ v: frame.v, type: 'snapshot', ...change(frame) });
  };
  await page.route('**/api/prices', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: change((await reply.json()) as PriceSnapshot) });
  });
  await page.routeWebSocket(/\/api\/prices\/stream$/u, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      // Only a frame of prices can be changed and sent again.
      if (!text.includes('"prices"')) return socket.send(text);
      last = () => socket.send(changed(text));
      last();
      connected();
    });
  });
  return {
    arrive: () => arrived,
    change(next) {
      change = next;
      last?.();
    },
  };
}
