// One accepted price against all alerts. What it fires and what it re-arms are ranges of two partial indexes
// (migrations/0008_alerts.sql), so a tick reads the rows it changes and no others, however many alerts there are.
// Everything may be repeated: only alerts that are unchanged since an earlier tick are touched.

import type { AlertDirection, QuietPrices } from '../domain/alerts.ts';
import type { TradedMetal } from '../domain/metals.ts';
import { mailForEachStatement } from './outbox.ts';

export type AlertTick = {
  /** Rises from tick to tick: a time in milliseconds, made unique. */
  readonly at: number;
  readonly metal: TradedMetal;
  readonly priceCents: number;
  /** When the price was true. */
  readonly priceAt: number;
};

/** Fired or re-armed by one batch: far inside the platform's limits on a statement's time and size. */
export const ALERTS_PER_BATCH = 500;

export type DueAlert = {
  readonly id: string;
  readonly direction: AlertDirection;
  readonly targetCents: number;
};

export type TickReading = {
  /** Armed alerts whose target the price has reached. */
  readonly due: readonly DueAlert[];
  readonly rearmed: number;
  /** Which prices change none of the alerts as they are now. */
  readonly quiet: QuietPrices;
  /** Whether the log has something from this tick, from an earlier attempt too. */
  readonly isLogged: boolean;
  readonly rowsRead: number;
  readonly rowsWritten: number;
};

type Around = QuietPrices & { readonly isLogged: 0 | 1 };

/** No price is quiet, and whoever is in the log is told. */
const NOTHING_KNOWN: Around = { below: Number.MAX_SAFE_INTEGER, above: 0, isLogged: 1 };

/** Re-arms what the price has come back from, finds what it fires, and sees what the next prices may reach. */
export async function readTick(db: D1Database, tick: AlertTick): Promise<TickReading> {
  const { at, metal, priceCents } = tick;
  const due = (direction: string, reached: string) =>
    db
      .prepare(
        `SELECT id, direction, target_cents AS targetCents FROM alerts
         WHERE metal = ?1 AND direction = '${direction}' AND is_active = 1 AND state = 'armed'
           AND target_cents ${reached} ?2 AND since < ?3
         LIMIT ${ALERTS_PER_BATCH}`,
      )
      .bind(metal, priceCents, at);
  const rearm = (direction: string, back: string) =>
    db
      .prepare(
        `UPDATE alerts SET state = 'armed', since = ?3
         WHERE id IN (
           SELECT id FROM alerts
           WHERE metal = ?1 AND direction = '${direction}' AND is_active = 1 AND state = 'fired'
             AND rearm_cents ${back} ?2 AND since < ?3
           LIMIT ${ALERTS_PER_BATCH})`,
      )
      .bind(metal, priceCents, at);
  const nearest = (of: 'min' | 'max', column: string, direction: string, state: string) =>
    `coalesce((SELECT ${of}(${column}) FROM alerts
               WHERE metal = ?1 AND direction = '${direction}' AND is_active = 1 AND state = '${state}'),
              ${of === 'max' ? 0 : Number.MAX_SAFE_INTEGER})`;
  const around = db
    .prepare(
      `SELECT max(${nearest('max', 'target_cents', 'below', 'armed')}, ${nearest('max', 'rearm_cents', 'above', 'fired')}) AS below,
              min(${nearest('min', 'target_cents', 'above', 'armed')}, ${nearest('min', 'rearm_cents', 'below', 'fired')}) AS above,
              EXISTS (SELECT 1 FROM alert_deliveries WHERE tick = ?2) AS isLogged`,
    )
    .bind(metal, at);
  const results = await db.batch([
    due('above', '<='),
    due('below', '>='),
    rearm('above', '>='),
    rearm('below', '<='),
    around,
  ]);
  const [{ below, above, isLogged } = NOTHING_KNOWN] = (results[4]?.results ?? []) as Around[];
  const dueOf = (index: number) => (results[index]?.results ?? []) as DueAlert[];
  const sum = (count: (meta: D1Meta) => number) =>
    results.reduce((total, { meta }) => total + count(meta), 0);
  return {
    due: [...dueOf(0), ...dueOf(1)],
    rearmed: (results[2]?.meta.changes ?? 0) + (results[3]?.meta.changes ?? 0),
    quiet: { below, above },
    isLogged: isLogged === 1,
    rowsRead: sum((meta) => meta.rows_read),
    rowsWritten: sum((meta) => meta.rows_written),
  };
}

/** Customers who have something in the log from this tick, on whichever attempt it came there. */
export async function toldByTick(
  db: D1Database,
  tick: AlertTick,
): Promise<{ readonly userIds: readonly string[]; readonly rowsRead: number }> {
  const { results, meta } = await db
    .prepare('SELECT DISTINCT user_id AS id FROM alert_deliveries WHERE tick = ?1')
    .bind(tick.at)
    .run<{ id: string }>();
  return { userIds: results.map(({ id }) => id), rowsRead: meta.rows_read };
}

/**
 * Fires `due`: the log, the e-mails and the alerts' state in one batch. An alert that was switched off, deleted or fired in the
 * meantime is left out; a suspended customer's alert is spent in silence (P13).
 */
export async function fireAlerts(
  db: D1Database,
  tick: AlertTick,
  due: readonly { readonly alertId: string; readonly deliveryId: string }[],
  now: number,
): Promise<{ readonly reported: number; readonly rowsRead: number; readonly rowsWritten: number }> {
  const list = JSON.stringify(due);
  const ready = "a.is_active = 1 AND a.state = 'armed' AND a.since < ?2";
  const results = await db.batch([
    db
      .prepare(
        `INSERT INTO alert_deliveries (id, alert_id, user_id, metal, direction, target_cents, price_cents, price_at,
                                       tick, by_email, created_at)
         SELECT d.value ->> 'deliveryId', a.id, a.user_id, a.metal, a.direction, a.target_cents, ?3, ?4, ?2,
                s.notification_email, ?5
         FROM json_each(?1) d JOIN alerts a ON a.id = d.value ->> 'alertId'
           JOIN users u ON u.id = a.user_id JOIN settings s ON s.user_id = a.user_id
         WHERE ${ready} AND u.status = 'active'
         ON CONFLICT (tick, alert_id) DO NOTHING`,
      )
      .bind(list, tick.at, tick.priceCents, tick.priceAt, now),
    mailForEachStatement(db, {
      kind: 'alert-fired',
      rows: `SELECT 'alert-' || l.id AS id, l.user_id, json_object('kind', 'alert-fired', 'metal', l.metal,
               'direction', l.direction, 'targetPriceCents', l.target_cents, 'priceCents', l.price_cents,
               'at', l.price_at) AS message
             FROM json_each(?1) d JOIN alert_deliveries l ON l.id = d.value ->> 'deliveryId' AND l.by_email = 1`,
      params: [list],
      now,
    }),
    db
      .prepare(
        `UPDATE alerts AS a SET state = 'fired', since = ?2,
           last_fired_at = coalesce(
             (SELECT l.price_at FROM alert_deliveries l WHERE l.tick = ?2 AND l.alert_id = a.id), a.last_fired_at)
         WHERE a.id IN (SELECT d.value ->> 'alertId' FROM json_each(?1) d) AND ${ready}`,
      )
      .bind(list, tick.at),
  ]);
  const sum = (count: (meta: D1Meta) => number) =>
    results.reduce((total, { meta }) => total + count(meta), 0);
  return {
    reported: results[0]?.meta.changes ?? 0,
    rowsRead: sum((meta) => meta.rows_read),
    rowsWritten: sum((meta) => meta.rows_written),
  };
}
