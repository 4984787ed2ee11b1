// In which minutes live prices arrived, an hour a row.

import type { FeedHour } from '../domain/feed-uptime.ts';
import type { StoredKind } from './candles.ts';

/** Adds minutes to their hours; adding one again changes nothing. */
export function noteFeedMinutes(
  db: D1Database,
  kind: StoredKind,
  minutes: readonly FeedHour[],
): D1PreparedStatement[] {
  if (minutes.length === 0) return [];
  return [
    db
      .prepare(
        `INSERT INTO feed_hours (kind, start_at, first_half, second_half)
         SELECT ?1, json_extract(row.value, '$.startAt'), json_extract(row.value, '$.firstHalf'),
           json_extract(row.value, '$.secondHalf')
         FROM json_each(?2) AS row
         WHERE true
         ON CONFLICT (kind, start_at) DO UPDATE SET
           first_half = first_half | excluded.first_half, second_half = second_half | excluded.second_half`,
      )
      .bind(kind, JSON.stringify(minutes)),
  ];
}

/** Ascending, from `from` on: an index range, one row per hour. */
export async function readFeedHours(db: D1Database, kind: StoredKind, from: number): Promise<FeedHour[]> {
  const { results } = await db
    .prepare(
      `SELECT start_at AS startAt, first_half AS firstHalf, second_half AS secondHalf
       FROM feed_hours WHERE kind = ?1 AND start_at >= ?2 ORDER BY start_at`,
    )
    .bind(kind, from)
    .run<FeedHour>();
  return results;
}
