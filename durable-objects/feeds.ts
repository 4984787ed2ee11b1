// What the settings mean to the hub: the sources it listens to, the terms of their book, and what of it is kept.

import type { StoredKind } from '../worker/db/candles.ts';
import { priceFeeds, type PriceFeeds, type PriceVars } from '../worker/providers/registry.ts';
import type { Book, BookTerms } from './price-book.ts';
import { intervalOf } from './source-clock.ts';
import { logLine } from '../worker/telemetry/log.ts';

export function feedsOf(vars: PriceVars): PriceFeeds {
  const feeds = priceFeeds(vars);
  for (const refused of feeds.refused) logLine('error', 'price-source-refused', { ...refused });
  return feeds;
}

export function termsOf(feeds: PriceFeeds): BookTerms {
  return {
    key: feeds.bookKey,
    kind: feeds.kind,
    calendar: feeds.metals[0]?.calendar ?? 'spot',
    quotableLicences: feeds.quotableLicences,
    intervals: Object.fromEntries(feeds.metals.map((one) => [one.name, intervalOf(one, feeds.pollMs)])),
  };
}

export function storedKind(book: Book): StoredKind | null {
  return book.kind === 'spot' || book.kind === 'simulated' ? book.kind : null;
}
