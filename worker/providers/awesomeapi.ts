// AwesomeAPI: dollars in reais, text numbers, time in seconds; without a key its answer is cached for a minute.

import * as v from 'valibot';
import { middle, USD_BRL } from '../domain/price-rules.ts';
import { ok } from '../domain/result.ts';
import { baseOf, e4Of } from './amounts.ts';
import type { Feed, PollPart, PriceProvider } from './feed.ts';

const Reply = v.object({
  USDBRL: v.object({
    code: v.literal('USD'),
    codein: v.literal('BRL'),
    bid: e4Of,
    ask: e4Of,
    timestamp: v.pipe(
      v.string(),
      v.regex(/^\d{1,12}$/u),
      v.transform((text) => Number(text) * 1000),
    ),
  }),
});

export function awesomeApi(baseUrl: string): PriceProvider {
  return {
    name: 'awesomeapi',
    subject: 'rate',
    kind: 'spot',
    licence: 'reference',
    calendar: 'spot',
    minIntervalMs: 60_000,
    poll: (feed) => [readRate(feed, `${baseOf(baseUrl)}/json/last/USD-BRL`)],
  };
}

async function readRate(feed: Feed, url: string): Promise<PollPart> {
  const reply = await feed.json(url, Reply);
  if (!reply.ok) return reply;
  const { value, receivedAt } = reply.value;
  const { bid, ask, timestamp } = value.USDBRL;
  return ok([
    {
      source: 'awesomeapi',
      series: USD_BRL,
      kind: 'spot',
      licence: 'reference',
      bid,
      ask,
      mid: middle(bid, ask),
      sourceAt: timestamp,
      receivedAt,
    },
  ]);
}
