// The log of reported crossings: the customer's own, newest first, and what of it is unread.

import type { TimeCursor } from '../domain/cursors.ts';
import type { AlertTerms } from '../domain/alerts.ts';
import { ALERT_LOG_KEPT_DAYS } from '../domain/limits.ts';
import { DAY_MS } from '../domain/time.ts';
import { sweep } from './sweep.ts';

export type DeliveryRow = AlertTerms & {
  readonly id: string;
  readonly alertId: string;
  readonly priceCents: number;
  readonly priceAt: number;
  readonly tick: number;
  readonly readAt: number | null;
  readonly byEmail: 0 | 1;
  /** Of the message in the outbox; null when none was written or it is no longer kept. */
  readonly mailState: 'waiting' | 'sent' | 'dead' | null;
};

export async function pageOfDeliveries(
  db: D1Database,
  page: { readonly userId: string; readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<{ readonly rows: readonly DeliveryRow[]; readonly unread: number }> {
  const after = page.after ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
  const [rows, unread] = await db.batch([
    db
      .prepare(
        `SELECT l.id, l.alert_id AS alertId, l.metal, l.direction, l.target_cents AS targetCents,
                l.price_cents AS priceCents, l.price_at AS priceAt, l.tick, l.read_at AS readAt,
                l.by_email AS byEmail, m.state AS mailState
         FROM alert_deliveries l LEFT JOIN mail_outbox m ON m.id = 'alert-' || l.id
         WHERE l.user_id = ?1 AND (l.tick, l.id) < (?2, ?3)
         ORDER BY l.tick DESC, l.id DESC LIMIT ?4`,
      )
      .bind(page.userId, after.at, after.id, page.limit),
    unreadStatement(db, page.userId),
  ]);
  return { rows: (rows?.results ?? []) as DeliveryRow[], unread: unreadOf(unread) };
}

/** Marks the customer's crossings up to and including `upTo`; how many are still unread. */
export async function markRead(
  db: D1Database,
  mark: { readonly userId: string; readonly upTo: string; readonly now: number },
): Promise<number> {
  const [, unread] = await db.batch([
    db
      .prepare(
        `UPDATE alert_deliveries SET read_at = ?3
         WHERE user_id = ?1 AND read_at IS NULL
           AND tick <= (SELECT tick FROM alert_deliveries WHERE id = ?2 AND user_id = ?1)`,
      )
      .bind(mark.userId, mark.upTo, mark.now),
    unreadStatement(db, mark.userId),
  ]);
  return unreadOf(unread);
}

function unreadStatement(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare('SELECT count(*) AS unread FROM alert_deliveries WHERE user_id = ?1 AND read_at IS NULL')
    .bind(userId);
}

function unreadOf(result: D1Result | undefined): number {
  const [row] = (result?.results ?? []) as { unread: number }[];
  return row?.unread ?? 0;
}

/** Crossings older than the log is kept. */
export function sweepDeliveries(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'alert_deliveries',
    key: 'id',
    over: 'tick < ?1',
    oldestFirst: 'tick',
    params: [now - ALERT_LOG_KEPT_DAYS * DAY_MS],
  });
}
