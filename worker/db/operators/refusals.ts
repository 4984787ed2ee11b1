// Refused calls of operators, counted in the hour that began with the first.

import { HOUR_MS } from '../../domain/time.ts';

export type CountedRefusal = {
  /** In this hour, this one included. */
  readonly times: number;
  /** In the hour before it, of which the log may have seen only the first ones. */
  readonly timesBefore: number;
};

/** Null for somebody who is no operator, of whom nothing is counted. */
export async function countRefusal(
  db: D1Database,
  refused: { readonly userId: string; readonly action: string },
  now: number,
): Promise<CountedRefusal | null> {
  return db
    .prepare(
      `INSERT INTO operator_refusals (user_id, action, since, times)
       SELECT user_id, ?2, ?3, 1 FROM admin_users WHERE user_id = ?1
       ON CONFLICT (user_id, action) DO UPDATE SET
         times_before = CASE WHEN since <= ?3 - ?4 THEN times ELSE times_before END,
         times = CASE WHEN since <= ?3 - ?4 THEN 1 ELSE times + 1 END,
         since = CASE WHEN since <= ?3 - ?4 THEN ?3 ELSE since END
       RETURNING times, times_before AS timesBefore`,
    )
    .bind(refused.userId, refused.action, now, HOUR_MS)
    .first<CountedRefusal>();
}
