// The counts every visitor sees. Cost: a location asks the database at most once a minute (one row), and the counting
// itself, which reads each customer, holding and trade once, happens at most once in five minutes over all locations.

import type { PublicStats } from '../contract/stats.ts';
import { claimStats, countLedger, readStats, storeStats } from '../db/public-stats.ts';
import { readFeedHours } from '../db/feed-hours.ts';
import { feedUptime, uptimeWindowStart } from '../domain/feed-uptime.ts';
import { priceFeeds } from '../providers/registry.ts';
import type { Deps } from './deps.ts';
import { iso, MINUTE_MS } from '../domain/time.ts';

export const STATS_MAX_AGE_MS = 5 * MINUTE_MS;
/** How long an edge location repeats a reply; also the page's own cache. */
export const STATS_CACHE_SECONDS = 60;
/** A count takes less than this; a counter that died is replaced after it. */
const CLAIM_MS = 30_000;
/** Never requested over the network: only a name in the location's cache. */
const CACHE_KEY = 'https://stats.onca.internal/public';

export async function publicStats(deps: Deps): Promise<PublicStats> {
  const cached = await caches.default.match(CACHE_KEY);
  if (cached !== undefined) return cached.json();
  const stats = await storedOrCounted(deps);
  const copy = Response.json(stats, { headers: { 'Cache-Control': `max-age=${STATS_CACHE_SECONDS}` } });
  deps.defer(caches.default.put(CACHE_KEY, copy));
  return stats;
}

type Counting = Pick<Deps, 'db' | 'env' | 'now'>;

export async function storedOrCounted(deps: Counting): Promise<PublicStats> {
  const now = deps.now();
  const stored = await readStats(deps.db);
  const last = stored.body === null ? null : (JSON.parse(stored.body) as PublicStats);
  if (last !== null && now - stored.takenAt < STATS_MAX_AGE_MS) return last;
  const mine = await claimStats(deps.db, now, CLAIM_MS);
  // While another request counts, the reply is the last count with its time.
  if (!mine && last !== null) return last;
  const stats = await count(deps, now);
  if (mine) await storeStats(deps.db, JSON.stringify(stats), now);
  return stats;
}

async function count({ db, env }: Counting, now: number): Promise<PublicStats> {
  const { kind, metals } = priceFeeds(env);
  const calendar = metals[0]?.calendar ?? 'spot';
  const [ledger, hours] = await Promise.all([
    countLedger(db),
    kind === null ? [] : readFeedHours(db, kind, uptimeWindowStart(now)),
  ]);
  const { uptimePercent, days, since } = feedUptime(hours, calendar, now);
  return {
    asOf: iso(now),
    customers: ledger.customers,
    ouncesE4: { gold: ledger.goldE4, silver: ledger.silverE4 },
    trades: ledger.trades,
    feed: { uptimePercent, days, since: since === null ? null : iso(since) },
  };
}
