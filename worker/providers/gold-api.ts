// gold-api.com: one mid price per metal, no key; asks callers to cache for 30 s.

import * as v from 'valibot';
import { ok } from '../domain/result.ts';
import { baseOf, centsOf, isoTimeMs, METAL_SYMBOLS } from './amounts.ts';
import type { Feed, PollPart, PriceProvider } from './feed.ts';
import type { Metal } from '../domain/metals.ts';

const Reply = v.object({
  currency: v.literal('USD'),
  symbol: v.string(),
  price: centsOf,
  updatedAt: isoTimeMs,
});

export function goldApi(baseUrl: string): PriceProvider {
  return {
    name: 'gold-api',
    subject: 'metals',
    kind: 'spot',
    licence: 'reference',
    calendar: 'spot',
    minIntervalMs: 30_000,
    poll: (feed) => METAL_SYMBOLS.map(({ metal, symbol }) => readMetal(feed, baseOf(baseUrl), metal, symbol)),
  };
}

async function readMetal(feed: Feed, base: string, metal: Metal, symbol: string): Promise<PollPart> {
  const schema = v.object({ ...Reply.entries, symbol: v.literal(symbol) });
  const reply = await feed.json(`${base}/price/${symbol}`, schema);
  if (!reply.ok) return reply;
  const { value, receivedAt } = reply.value;
  return ok([
    {
      source: 'gold-api',
      series: metal,
      kind: 'spot',
      licence: 'reference',
      bid: null,
      ask: null,
      mid: value.price,
      sourceAt: value.updatedAt,
      receivedAt,
    },
  ]);
}
