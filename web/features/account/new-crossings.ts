import type { AlertDelivery, AlertLog } from '../../../worker/contract/alerts.ts';

/** What has come since the last look, oldest first: unread, and not seen then. The first look tells nothing. */
export function newSince(before: AlertLog | null, now: AlertLog): readonly AlertDelivery[] {
  if (before === null) return [];
  const seen = new Set(before.deliveries.map(({ id }) => id));
  const newest = before.deliveries[0]?.priceAt ?? '';
  // A shorter list than the log: an old entry that moves up into it is no news.
  return now.deliveries
    .filter(({ id, readAt, priceAt }) => !seen.has(id) && readAt === null && priceAt >= newest)
    .toReversed();
}
