// Prices as a test wants them, made from the product's own frames.

import type { Page, WebSocketRoute } from 'playwright/test';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';

/** The product's own prices of this moment, changed on their way to this page: over the socket and by GET. */
export async function feed(
  page: Page,
  first: (prices: PriceSnapshot) => PriceSnapshot,
): Promise<{ change: (next: (prices: PriceSnapshot) => PriceSnapshot) => void }> {
  let change = first;
  let last: (() => void) | null = null;
  const changed = (text: string): string => {
    const frame = JSON.parse(text) as PriceSnapshot & { readonly v: 1; readonly type: string };
    return JSON.stringify({ v: frame.v, type: frame.type, ...change(frame) });
  };
  await page.route('**/api/prices', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: change((await reply.json()) as PriceSnapshot) });
  });
  await page.routeWebSocket(/\/api\/prices\/stream$/u, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      last = () => socket.send(text.startsWith('{') ? changed(text) : text);
      last();
    });
  });
  return {
    change(next) {
      change = next;
      last?.();
    },
  };
}
