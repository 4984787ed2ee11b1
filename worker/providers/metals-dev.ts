// metals.dev: all metals in one reply, with a key in the query. Its `currencies` are dollars per unit, the
// reverse of a rate, and are not read. Its free plan allows 100 requests a month, spread evenly here.

import * as v from 'valibot';
import { METALS } from '../domain/metals.ts';
import { ok } from '../domain/result.ts';
import { baseOf, centsOf, isoTimeMs } from './amounts.ts';
import type { Feed, PollPart, PriceProvider } from './feed.ts';
import { DAY_MS, MINUTE_MS } from '../domain/time.ts';

const MONTH_MS = 31 * DAY_MS;
const FREE_REQUESTS_PER_MONTH = 100;
/** The vendor's data are up to 60 s old; asking more often brings nothing on any plan. */
const VENDOR_DELAY_MS = MINUTE_MS;

const Reply = v.object({
  status: v.literal('success'),
  currency: v.literal('USD'),
  unit: v.literal('toz'),
  metals: v.object({ gold: centsOf, silver: centsOf, platinum: centsOf, palladium: centsOf }),
  timestamps: v.object({ metal: isoTimeMs }),
});

export function metalsDev(
  baseUrl: string,
  key: string,
  requestsPerMonth: number = FREE_REQUESTS_PER_MONTH,
): PriceProvider {
  const url = `${baseOf(baseUrl)}/v1/latest?api_key=${encodeURIComponent(key)}&currency=USD&unit=toz`;
  return {
    name: 'metals-dev',
    subject: 'metals',
    kind: 'spot',
    licence: 'commercial',
    calendar: 'spot',
    minIntervalMs: Math.max(VENDOR_DELAY_MS, Math.ceil(MONTH_MS / requestsPerMonth)),
    poll: (feed) => [readAll(feed, url)],
  };
}

async function readAll(feed: Feed, url: string): Promise<PollPart> {
  const reply = await feed.json(url, Reply);
  if (!reply.ok) return reply;
  const { value, receivedAt } = reply.value;
  return ok(
    METALS.map((metal) => ({
      source: 'metals-dev',
      series: metal,
      kind: 'spot',
      licence: 'commercial',
      bid: null,
      ask: null,
      mid: value.metals[metal],
      sourceAt: value.timestamps.metal,
      receivedAt,
    })),
  );
}
