// Swissquote's public quotes: real bid and ask, no key, undocumented. Several platforms answer at once; the
// newest entry is taken, and within it one pinned profile, so that the spread does not hop between profiles.

import * as v from 'valibot';
import type { Metal } from '../domain/metals.ts';
import { middle } from '../domain/price-rules.ts';
import { err, ok } from '../domain/result.ts';
import { baseOf, centsOf, METAL_SYMBOLS } from './amounts.ts';
import type { Feed, PollPart, PriceProvider } from './feed.ts';

const Reply = v.pipe(
  v.array(
    v.object({
      spreadProfilePrices: v.array(v.object({ spreadProfile: v.string(), bid: centsOf, ask: centsOf })),
      ts: v.pipe(v.number(), v.safeInteger()),
    }),
  ),
  v.minLength(1),
  v.maxLength(100),
);
type Entry = v.InferOutput<typeof Reply>[number];

const PROFILES = ['prime', 'standard'] as const;

export function swissquote(baseUrl: string): PriceProvider {
  return {
    name: 'swissquote',
    subject: 'metals',
    kind: 'spot',
    licence: 'reference',
    calendar: 'spot',
    minIntervalMs: 10_000,
    poll: (feed) => METAL_SYMBOLS.map(({ metal, symbol }) => readMetal(feed, baseOf(baseUrl), metal, symbol)),
  };
}

async function readMetal(feed: Feed, base: string, metal: Metal, symbol: string): Promise<PollPart> {
  const reply = await feed.json(`${base}/public-quotes/bboquotes/instrument/${symbol}/USD`, Reply);
  if (!reply.ok) return reply;
  const { value, receivedAt } = reply.value;
  const quote = newestPinned(value);
  if (quote === null) return err('unexpected-shape');
  return ok([
    {
      source: 'swissquote',
      series: metal,
      kind: 'spot',
      licence: 'reference',
      bid: quote.bid,
      ask: quote.ask,
      mid: middle(quote.bid, quote.ask),
      sourceAt: quote.ts,
      receivedAt,
    },
  ]);
}

function newestPinned(entries: readonly Entry[]): { bid: number; ask: number; ts: number } | null {
  for (const entry of [...entries].sort((a, b) => b.ts - a.ts)) {
    for (const profile of PROFILES) {
      const price = entry.spreadProfilePrices.find((p) => p.spreadProfile === profile);
      if (price !== undefined) return { bid: price.bid, ask: price.ask, ts: entry.ts };
    }
  }
  return null;
}
