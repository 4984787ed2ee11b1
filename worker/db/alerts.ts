// A customer's alerts. Every statement names the customer, so that none reaches another customer's rows.

import type { AlertChannel, AlertState, AlertTerms } from '../domain/alerts.ts';

export type AlertRow = AlertTerms & {
  readonly id: string;
  readonly rearmCents: number;
  readonly isActive: boolean;
  readonly state: AlertState;
  readonly createdAt: number;
  readonly lastFiredAt: number | null;
};

type StoredRow = Omit<AlertRow, 'isActive'> & { readonly isActive: 0 | 1 };

const COLUMNS = `id, metal, direction, target_cents AS targetCents, rearm_cents AS rearmCents, is_active AS isActive,
  state, created_at AS createdAt, last_fired_at AS lastFiredAt`;

const rowOf = (row: StoredRow): AlertRow => ({ ...row, isActive: row.isActive === 1 });

/** Newest first, with the customer's switches. */
export async function listAlerts(
  db: D1Database,
  userId: string,
): Promise<{
  readonly alerts: readonly AlertRow[];
  readonly switches: Readonly<Record<AlertChannel, boolean>>;
}> {
  const [alerts, settings] = await db.batch([
    db
      .prepare(`SELECT ${COLUMNS} FROM alerts WHERE user_id = ?1 ORDER BY created_at DESC, id DESC`)
      .bind(userId),
    db
      .prepare(
        `SELECT notification_email AS email, notification_sms AS sms, notification_push AS push
         FROM settings WHERE user_id = ?1`,
      )
      .bind(userId),
  ]);
  const [stored] = (settings?.results ?? []) as Record<AlertChannel, number>[];
  const switches = { email: stored?.email === 1, sms: stored?.sms === 1, push: stored?.push === 1 };
  return { alerts: ((alerts?.results ?? []) as StoredRow[]).map(rowOf), switches };
}

export type NewAlertRow = AlertTerms & {
  readonly id: string;
  readonly userId: string;
  readonly rearmCents: number;
  readonly state: AlertState;
  /** The tick behind the price it was judged by: only later ones may fire it. */
  readonly since: number;
  readonly now: number;
};

/** Null when the customer has `most` already: counted in the statement itself, so a race cannot exceed it. */
export async function insertAlert(
  db: D1Database,
  alert: NewAlertRow,
  most: number,
): Promise<AlertRow | null> {
  const row = await db
    .prepare(
      `INSERT INTO alerts (id, user_id, metal, direction, target_cents, rearm_cents, is_active, state, since, created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, 1, ?7, ?8, ?9
       WHERE (SELECT count(*) FROM alerts WHERE user_id = ?2) < ?10
       RETURNING ${COLUMNS}`,
    )
    .bind(
      alert.id,
      alert.userId,
      alert.metal,
      alert.direction,
      alert.targetCents,
      alert.rearmCents,
      alert.state,
      alert.since,
      alert.now,
      most,
    )
    .first<StoredRow>();
  return row === null ? null : rowOf(row);
}

export async function findAlert(db: D1Database, userId: string, id: string): Promise<AlertRow | null> {
  const row = await db
    .prepare(`SELECT ${COLUMNS} FROM alerts WHERE id = ?1 AND user_id = ?2`)
    .bind(id, userId)
    .first<StoredRow>();
  return row === null ? null : rowOf(row);
}

/** Off. Its state is kept: it means nothing until the alert is on again. */
export async function switchOff(db: D1Database, userId: string, id: string): Promise<void> {
  await db.prepare('UPDATE alerts SET is_active = 0 WHERE id = ?1 AND user_id = ?2').bind(id, userId).run();
}

/** Switches an alert on, in the state for the current price. One that is on stays unchanged. */
export async function switchOn(
  db: D1Database,
  userId: string,
  id: string,
  fresh: { readonly state: AlertState; readonly since: number },
): Promise<void> {
  await db
    .prepare(
      `UPDATE alerts SET is_active = 1, state = ?3, since = ?4
       WHERE id = ?1 AND user_id = ?2 AND is_active = 0`,
    )
    .bind(id, userId, fresh.state, fresh.since)
    .run();
}

/** True when there was one. What it reported stays in the log. */
export async function deleteAlert(db: D1Database, userId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .prepare('DELETE FROM alerts WHERE id = ?1 AND user_id = ?2')
    .bind(id, userId)
    .run();
  return meta.changes > 0;
}
